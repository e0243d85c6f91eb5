public import GNSS
public import Sampling
public import Tracking

/// Whether the board's clock can be believed, by the receiver's.
public enum ClockState: Hashable, Sendable {
  /// No dated fix has come yet.
  case unknown
  /// The board's clock is so many seconds ahead of the receiver's (negative: behind).
  case offset(seconds: Double)

  /// Compares the host's clock with the time of a fix that is `ageSeconds` old.
  init(host: UTCInstant, fix: UTCInstant?, ageSeconds: Double) {
    guard let fix else {
      self = .unknown
      return
    }
    let (milliseconds, overflow) = host.millisecondsSince1970.subtractingReportingOverflow(fix.millisecondsSince1970)
    self = overflow ? .unknown : .offset(seconds: Double(milliseconds) / 1000 - ageSeconds)
  }
}

/// How things stand, for people and programs that ask.
public struct TrackingStatus: Sendable {
  /// The asset that is bound; nil without one.
  public var assetID: String?
  /// The server's address.
  public var server = ""
  /// The random name of this board.
  public var deviceID = ""
  /// Whether tracking is on.
  public var isTracking = false
  /// Why tracking was stopped last; nil while it is on, or when it never was.
  public var stopReason: TrackingDisableType?
  /// The thresholds in force.
  public var locationConfig = LocationConfig(.active)
  /// The trip that is running.
  public var activeTrip: String?
  /// Whether the receiver can be read.
  public var source = SourceState.idle
  /// The newest epoch of the receiver, with or without a position.
  public var fix: Fix?
  /// How old it is.
  public var fixAgeSeconds: Double?
  /// Points that wait for upload.
  public var waiting = 0
  /// Points that the server refused for good, and that are kept apart.
  public var setAside = 0
  /// When the oldest of those that wait was measured.
  public var oldestWaiting: UTCInstant?
  /// The last request with points.
  public var lastUpload: LastUpload?
  /// How long ago that was.
  public var lastUploadAgeSeconds: Double?
  /// Why points wait that should have been sent; nil while all is well.
  public var uploadFailure: String?
  /// Why the store cannot be written; nil while it can.
  public var storeFailure: String?
  /// The board's battery; nil without one.
  public var batteryPercent: UInt8?
  /// Whether the board's clock can be believed.
  public var clock = ClockState.unknown
  /// What went through since tracking was started last.
  public var counts = Pipeline.Counts()
  /// Points that the server confirmed since then.
  public var uploadedPoints = 0
  /// Points that the server refused for good since then.
  public var refusedPoints = 0
  /// Points that were lost since then because the queue was full.
  public var overflowedPoints = 0
}
