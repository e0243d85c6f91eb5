public import FoundationEssentials
public import GNSS
public import Sampling

/// A place in degrees.
public struct LocationCoordinate: Hashable, Sendable {
  /// Degrees, north positive.
  public let latitude: Double
  /// Degrees, east positive.
  public let longitude: Double
}

/// A location that was kept, with the members of a phone's CLLocation and its rule for what is unknown: a negative
/// number. `fix` holds the same with nil for unknown, and all that a receiver says besides.
public struct Location: Hashable, Sendable {
  /// The fix that was kept.
  public let fix: Fix
  /// Where.
  public let coordinate: LocationCoordinate
  /// When.
  public let timestamp: Date
  /// Why it was kept.
  public let reason: KeepReason
  /// The mode it was kept in.
  public let trackingMode: TrackingMode
  /// The board's battery in percent; nil without one.
  public let batteryPercent: UInt8?

  /// The location of a kept sample.
  init(_ sample: Sample) {
    fix = sample.fix
    coordinate = LocationCoordinate(latitude: sample.coordinate.latitude, longitude: sample.coordinate.longitude)
    timestamp = Date(timeIntervalSince1970: Double(sample.time.millisecondsSince1970) / 1000)
    reason = sample.reason
    trackingMode = sample.mode
    batteryPercent = sample.batteryPercent
  }

  /// Metres above mean sea level; NaN when unknown, for a height has no number that cannot be one.
  public var altitude: Double { metres(fix.altitudeMSLMillimetres) ?? .nan }
  /// Metres above the ellipsoid; NaN when unknown.
  public var ellipsoidalAltitude: Double { metres(fix.altitudeHAEMillimetres) ?? .nan }
  /// The estimated horizontal error in metres; -1 when unknown.
  public var horizontalAccuracy: Double { metres(fix.horizontalErrorMillimetres) ?? -1 }
  /// The estimated vertical error in metres; -1 when unknown.
  public var verticalAccuracy: Double { metres(fix.verticalErrorMillimetres) ?? -1 }
  /// Metres a second over ground; -1 when unknown.
  public var speed: Double { metres(fix.speedMillimetresPerSecond) ?? -1 }
  /// Degrees from true north; -1 when unknown.
  public var course: Double { fix.trackMillidegrees.map { Double($0) / 1000 } ?? -1 }

  private func metres(_ millimetres: Int32?) -> Double? { millimetres.map { Double($0) / 1000 } }
}

/// The name under which a phone's program knows a location.
public typealias CLLocation = Location
