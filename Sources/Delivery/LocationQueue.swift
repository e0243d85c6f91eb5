public import GNSS
public import Sampling

/// A sample in the queue, under the number that is its name for good.
public struct QueuedSample: Hashable, Sendable {
  /// Grows by one a sample and never restarts, so it names the point at every retry.
  public let sequence: Int64
  /// What was kept.
  public let sample: Sample

  /// A sample under its number.
  public init(sequence: Int64, sample: Sample) {
    self.sequence = sequence
    self.sample = sample
  }
}

/// What became of one batch, as a line of the upload log.
public struct UploadLogEntry: Hashable, Sendable {
  /// How the server took the batch.
  public enum State: String, Sendable {
    /// The server confirmed it.
    case sent
    /// The server refused it for good.
    case refused
  }

  /// The asset it was sent for.
  public let assetID: String
  /// The first and last sequence number it held.
  public let sequences: ClosedRange<Int64>
  /// How many points it held.
  public let points: Int
  /// The time of its first and of its last point.
  public let times: ClosedRange<UTCInstant>
  /// How it ended.
  public let state: State
  /// How often it was sent.
  public let tries: Int
  /// The server's answer in a few words, such as `200`.
  public let answer: String

  /// A line of the log.
  public init(
    assetID: String, sequences: ClosedRange<Int64>, points: Int, times: ClosedRange<UTCInstant>, state: State,
    tries: Int, answer: String
  ) {
    self.assetID = assetID
    self.sequences = sequences
    self.points = points
    self.times = times
    self.state = state
    self.tries = tries
    self.answer = answer
  }
}

/// The durable queue between sampler and server: first in, first out, bounded, safe against a power cut.
public protocol LocationQueue: AnyObject {
  /// Stores samples behind all others in one transaction; when this returns they survive a power cut. Over the
  /// capacity the oldest go.
  ///
  /// - Returns: how many old samples the new ones pushed out.
  func append(_ samples: [Sample]) throws -> Int
  /// The oldest samples, at most `limit`, in order.
  func oldest(_ limit: Int) throws -> [QueuedSample]
  /// How many samples wait.
  func count() throws -> Int
  /// The server has confirmed (or refused for good) a batch: removes the samples with the entry's sequence numbers and
  /// writes the entry, in one transaction.
  ///
  /// - Returns: how many samples were still there; fewer than the entry's points when the full queue had lost some.
  func settle(_ entry: UploadLogEntry) throws -> Int
  /// Lets all samples go, sent or not, in one transaction.
  ///
  /// - Returns: how many there were.
  func removeAll() throws -> Int
  /// The newest lines of the upload log, newest first.
  func uploadLog(_ limit: Int) throws -> [UploadLogEntry]
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
