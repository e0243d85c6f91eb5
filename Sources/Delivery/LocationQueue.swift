public import Sampling

/// A sample in the queue, under the number that is its name for good.
public struct QueuedSample: Hashable, Sendable {
  /// Grows with each sample and never restarts, so it names the point at every retry; a power cut may leave a gap.
  public let sequence: Int64
  /// What was kept.
  public let sample: Sample
  /// Whether it was chosen to go ahead of older ones; once marked it stays so, that a repeat is the same.
  public let isCurrentFirst: Bool

  /// A sample under its number.
  public init(sequence: Int64, sample: Sample, isCurrentFirst: Bool = false) {
    self.sequence = sequence
    self.sample = sample
    self.isCurrentFirst = isCurrentFirst
  }
}

/// Which of the waiting points go into a request.
public enum Selection: Hashable, Sendable {
  /// The oldest, at most so many, in order, after leaving out some at the head.
  case oldest(Int, skipping: Int = 0)
  /// The newest alone, which is marked as sent ahead of older ones; none when it came before this start, for then it
  /// may have been sent already without the mark.
  case newest
}

/// How full the queue is.
public struct QueueState: Hashable, Sendable {
  /// Points that wait, in memory or on the disk.
  public var waiting = 0
  /// Those of them that are in memory only.
  public var unsaved = 0
  /// Lines of the upload log that are in memory only.
  public var unsavedLines = 0
  /// Whether the disk still holds points that were settled: a commit that should have removed them failed.
  public var isBehind = false
  /// Points that a server refused for good, and that are kept apart.
  public var setAside = 0
  /// Points that were lost since the queue was opened, because there was no room for more.
  public var overflowed = 0

  /// An empty queue.
  public init() {}

  /// The same queue with so many points more, as long as there is room for them.
  public func with(_ points: Int) -> QueueState {
    var more = self
    more.waiting += points
    more.unsaved += points
    return more
  }
}

/// The durable queue between sampler and server: first in, first out, bounded, safe against a power cut.
///
/// New points stand in memory, behind those on the disk, until `commit`; they can be sent and settled from there.
public protocol LocationQueue: AnyObject {
  /// How full it is.
  var state: QueueState { get }
  /// Puts samples behind all others, in memory. Over the memory's capacity its oldest go.
  func append(_ samples: [Sample])
  /// Writes everything that is in memory only, in one transaction; when this returns it survives a power cut. Over the
  /// capacity of the whole the oldest go.
  ///
  /// - Throws: what the disk says; everything stays in memory then.
  func commit() throws
  /// The points of a selection, oldest first.
  func read(_ selection: Selection) throws -> [QueuedSample]
  /// The server has confirmed a batch, or refused it for good: removes the points with the entry's sequence numbers and
  /// adds the entry to the log. Refused points are set aside. They will not be read again, even when this throws.
  ///
  /// - Throws: what the disk says when it could not remove them; the next `commit` tries again.
  func settle(_ entry: UploadLogEntry) throws
  /// Lets all points go, sent or not.
  ///
  /// - Returns: how many waited.
  /// - Throws: what the disk says; the points are all still there then.
  func removeAll() throws -> Int
  /// The newest lines of the upload log, newest first.
  func uploadLog(_ limit: Int) throws -> [UploadLogEntry]
  /// The newest of the points that the server refused for good, newest first.
  func setAside(_ limit: Int) throws -> [SetAsideSample]
  /// Puts those that were refused for this asset back into the queue, in the places that their numbers give them, as many
  /// as there is room for. Not while a batch is on its way: it is settled by its first and last number, which must not
  /// come to stand around a point that it does not hold.
  ///
  /// - Returns: how many.
  func sendAgain(assetID: String) throws -> Int
  /// Lets all of them go.
  ///
  /// - Returns: how many.
  func removeSetAside() throws -> Int
}

/// A point that the server refused for good.
public struct SetAsideSample: Hashable, Sendable {
  /// The point.
  public let queued: QueuedSample
  /// The asset it was sent for; nil for one of an older version's file that does not say.
  public let assetID: String?
  /// The server's answer.
  public let reason: String

  /// A point and why it was refused.
  public init(_ queued: QueuedSample, assetID: String?, reason: String) {
    self.queued = queued
    self.assetID = assetID
    self.reason = reason
  }
}

/// What must be remembered between runs, besides the queue.
public protocol StateStore: AnyObject {
  /// A text by its key; nil when never set.
  func text(_ key: StateKey) throws -> String?
  /// Sets or, with nil, forgets.
  func set(_ key: StateKey, to text: String?) throws
}

/// The things remembered; the raw value is the key in the file.
public enum StateKey: String, Sendable, CaseIterable {
  /// The random name of this board, made once.
  case deviceID = "device_id"
  /// The asset this board is bound to, on the server that knows it.
  case boundAsset = "bound_asset"
  /// The speed at which the receiver's port was last understood, and the port's name.
  case baudRate = "baud_rate"
  /// Where the sampler was: `SamplerMemory`.
  case sampler
  /// Whether tracking is to be on, `on` or `off`.
  case tracking
  /// Why tracking was stopped last.
  case stopReason = "stop_reason"
  /// Thresholds that a call has set, as JSON.
  case locationConfig = "location_config"
  /// How a call has said that points are sent, as JSON.
  case dataTrackingConfig = "data_tracking_config"
  /// Which notifications a call has asked for, as JSON.
  case notificationConfig = "notification_config"
  /// The trip that is running.
  case activeTrip = "active_trip"
  /// Who uses the board.
  case userID = "user_id"
  /// The id of the asset that was created last.
  case assetID = "asset_id"
  /// The custom id it was asked to have.
  case customID = "custom_id"
  /// Its name.
  case assetName = "asset_name"
  /// Its description.
  case assetDescription = "asset_description"
  /// Its attributes, as JSON.
  case assetAttributes = "asset_attributes"
}
