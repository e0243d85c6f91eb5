import GNSS
import Sampling
import Waymark

/// How things stand, as the API tells it. What is unknown is absent.
public struct StatusDocument: Codable, Hashable, Sendable {
  /// The receiver.
  public struct Source: Codable, Hashable, Sendable {
    /// `idle`, `connecting`, `connected` or `lost`.
    public var state: String
    /// Why it is lost, and what to do.
    public var reason: String?
  }

  /// The newest epoch, under gpsd's names.
  public struct Position: Codable, Hashable, Sendable {
    /// ISO 8601 UTC.
    public var time: String?
    /// 1 none, 2 2D, 3 3D.
    public var mode: Int
    /// Degrees, north positive.
    public var lat: Double?
    /// Degrees, east positive.
    public var lon: Double?
    /// Metres a second over ground.
    public var speed: Double?
    /// Degrees from true north.
    public var track: Double?
    /// Estimated horizontal error in metres.
    public var eph: Double?
    /// Satellites used.
    public var uSat: Int?
    /// How old it is.
    public var ageSeconds: Double

    enum CodingKeys: String, CodingKey {
      case time, mode, lat, lon, speed, track, eph, uSat
      case ageSeconds = "age_s"
    }
  }

  /// What waits for upload.
  public struct Queue: Codable, Hashable, Sendable {
    /// How many points.
    public var waiting: Int
    /// How many the server refused for good; they are kept apart.
    public var setAside: Int
    /// When the oldest was measured, ISO 8601 UTC.
    public var oldest: String?
    /// How old it is by the board's clock.
    public var oldestAgeSeconds: Double?

    enum CodingKeys: String, CodingKey {
      case waiting, oldest
      case setAside = "set_aside"
      case oldestAgeSeconds = "oldest_age_s"
    }
  }

  /// The last request, and why points wait.
  public struct Upload: Codable, Hashable, Sendable {
    /// How many points the last request held; 0 when it failed.
    public var lastPoints: Int?
    /// The server's answer.
    public var lastAnswer: String?
    /// How long ago.
    public var lastAgeSeconds: Double?
    /// Why points wait that should have been sent.
    public var failure: String?

    enum CodingKeys: String, CodingKey {
      case failure
      case lastPoints = "last_points"
      case lastAnswer = "last_answer"
      case lastAgeSeconds = "last_age_s"
    }
  }

  /// What went through since tracking was started last.
  public struct Counters: Codable, Hashable, Sendable {
    /// Epochs seen.
    public var epochs: Int
    /// Those with a position.
    public var fixes: Int
    /// Kept, by reason.
    public var kept: [String: Int]
    /// Not kept, by reason.
    public var dropped: [String: Int]
    /// Points the server confirmed.
    public var uploaded: Int
    /// Points the server refused for good.
    public var refused: Int
    /// Points and fixes that were lost because there was no room.
    public var overflowed: Int
  }

  /// The asset that is bound.
  public var asset: String?
  /// Whether tracking is on.
  public var tracking: Bool
  /// Why it was stopped last: `BY_USER`, `ASSET_TAKEN` or `ERROR`.
  public var stopReason: String?
  /// The thresholds in force.
  public var mode: LocationConfigDocument
  /// The trip that is running.
  public var trip: String?
  /// The server's address.
  public var server: String
  /// The random name of this board.
  public var device: String
  /// The receiver.
  public var source: Source
  /// The newest epoch.
  public var fix: Position?
  /// What waits.
  public var queue: Queue
  /// The last request.
  public var upload: Upload
  /// Why the store cannot be written.
  public var storeFailure: String?
  /// The board's battery.
  public var batteryPercent: Int?
  /// How many seconds the board's clock is ahead of the receiver's.
  public var clockOffsetSeconds: Double?
  /// What went through.
  public var counters: Counters

  enum CodingKeys: String, CodingKey {
    case asset, tracking, mode, trip, server, device, source, fix, queue, upload, counters
    case stopReason = "stop_reason"
    case storeFailure = "store_failure"
    case batteryPercent = "battery_percent"
    case clockOffsetSeconds = "clock_offset_s"
  }
}

extension StatusDocument {
  /// The status in the API's shape.
  ///
  /// - Parameter host: the board's clock.
  init(_ status: TrackingStatus, host: UTCInstant) {
    asset = status.assetID
    tracking = status.isTracking
    stopReason = status.stopReason?.rawValue
    mode = LocationConfigDocument(status.locationConfig)
    trip = status.activeTrip
    server = status.server
    device = status.deviceID
    source = Source(status.source)
    fix = status.fix.map { Position($0, ageSeconds: status.fixAgeSeconds ?? 0) }
    queue = Queue(
      waiting: status.waiting, setAside: status.setAside, oldest: status.oldestWaiting?.description,
      oldestAgeSeconds: status.oldestWaiting.map { $0.seconds(before: host) })
    upload = Upload(
      lastPoints: status.lastUpload?.points, lastAnswer: status.lastUpload?.answer,
      lastAgeSeconds: status.lastUploadAgeSeconds, failure: status.uploadFailure)
    storeFailure = status.storeFailure
    batteryPercent = status.batteryPercent.map(Int.init)
    if case .offset(let seconds) = status.clock { clockOffsetSeconds = seconds }
    counters = Counters(status)
  }
}

extension StatusDocument.Source {
  fileprivate init(_ state: SourceState) {
    switch state {
    case .idle: self.init(state: "idle")
    case .connecting: self.init(state: "connecting")
    case .connected: self.init(state: "connected")
    case .lost(let reason): self.init(state: "lost", reason: reason)
    }
  }
}

extension StatusDocument.Position {
  /// A fix in the API's shape.
  init(_ fix: Fix, ageSeconds: Double) {
    self.init(
      time: fix.time?.description, mode: Int(fix.mode.rawValue), lat: fix.coordinate?.latitude,
      lon: fix.coordinate?.longitude, speed: fix.speedMillimetresPerSecond.map(thousandths),
      track: fix.trackMillidegrees.map(thousandths), eph: fix.horizontalErrorMillimetres.map(thousandths),
      uSat: fix.satellitesUsed.map(Int.init), ageSeconds: ageSeconds)
  }
}

extension StatusDocument.Counters {
  fileprivate init(_ status: TrackingStatus) {
    func byName<Reason: RawRepresentable<String>>(_ counts: [Reason: Int]) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
    }
    self.init(
      epochs: status.counts.epochs, fixes: status.counts.fixes, kept: byName(status.counts.kept),
      dropped: byName(status.counts.dropped), uploaded: status.uploadedPoints, refused: status.refusedPoints,
      overflowed: status.overflowedPoints + status.counts.overflowed)
  }
}

extension LocationConfigDocument {
  init(_ config: LocationConfig) {
    mode = config.mode.rawValue
    distanceMetres = config.distanceMetres
    leastTimeSeconds = config.leastTimeSeconds
    turnDegrees = config.turnDegrees
    heartbeatSeconds = config.heartbeatSeconds
    accuracyMetres = config.accuracyMetres
    shapeMetres = config.shape?.metres
  }

  /// The configuration that it sets: a mode's, or with thresholds of its own a custom one. A distance, least time or turn
  /// of its own turns the choice by shape off, unless a shape is given with it.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an unknown mode or a threshold out of its range.
  func config() throws -> LocationConfig {
    guard let mode = TrackingMode(rawValue: mode.lowercased()) else {
      throw AssetTrackingApiException(.invalidArgument, "mode is active, balanced, passive or custom, not '\(mode)'")
    }
    var config = LocationConfig(mode)
    let ofMode = config
    if let distanceMetres { config.distanceMetres = try within(0...100_000, distanceMetres, "distance_m") }
    if let leastTimeSeconds { config.leastTimeSeconds = try within(0...86_400, leastTimeSeconds, "least_time_s") }
    if let turnDegrees { config.turnDegrees = try within(1...180, turnDegrees, "turn_deg") }
    if config != ofMode { config.shape = nil }
    if let shapeMetres, shapeMetres != config.shape?.metres {
      config.shape = ShapeTolerance(metres: try within(1...100_000, shapeMetres, "shape_m"))
    }
    if let heartbeatSeconds { config.heartbeatSeconds = try within(1...604_800, heartbeatSeconds, "heartbeat_s") }
    if let accuracyMetres { config.accuracyMetres = try within(1...100_000, accuracyMetres, "accuracy_m") }
    if config != ofMode { config.mode = .custom }
    return config
  }
}

extension UTCInstant {
  /// Seconds from this instant to a later one.
  fileprivate func seconds(before later: UTCInstant) -> Double {
    Double(later.millisecondsSince1970 &- millisecondsSince1970) / 1000
  }
}

/// A whole number of thousandths as what it is a thousandth of.
func thousandths(_ number: Int32) -> Double { Double(number) / 1000 }

/// The value, when it lies in the range.
func within<Value: Comparable>(_ range: ClosedRange<Value>, _ value: Value, _ name: String) throws -> Value {
  guard range.contains(value) else {
    throw AssetTrackingApiException(
      .invalidArgument, "\(name) takes \(range.lowerBound) to \(range.upperBound), not \(value)")
  }
  return value
}
