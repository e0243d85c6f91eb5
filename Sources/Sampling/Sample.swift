public import GNSS

/// Why a fix was kept.
public enum KeepReason: String, Sendable, CaseIterable {
  /// The first good fix since the start or after a silence.
  case first
  /// The vehicle came far enough.
  case distance
  /// The course changed enough.
  case turn
  /// The speed changed enough.
  case speed
  /// The track bends: without this point the drawn line would stray from it by more than the tolerance.
  case shape
  /// The vehicle moves, and its newest place was held back for as long as is allowed.
  case interval
  /// The last place known of a moving vehicle before a silence, or before tracking stopped.
  case last
  /// The vehicle has come to a stop.
  case stop
  /// The vehicle left the place where it stood.
  case departure
  /// Nothing happened for so long that a sign of life is due.
  case heartbeat
}

/// A fix that was kept, as it will be stored and sent.
///
/// A heartbeat of a standing vehicle bears its own time and the place where the vehicle came to stand, with speed 0
/// ("static navigation"): what its receiver reports meanwhile is noise, and servers add up the legs between points.
public struct Sample: Hashable, Sendable {
  /// The fix; its time and position are never nil here.
  public let fix: Fix
  /// When: the fix's time.
  public let time: UTCInstant
  /// Where: the fix's position.
  public let coordinate: Coordinate
  /// The mode it was kept in.
  public let mode: TrackingMode
  /// Why it was kept.
  public let reason: KeepReason
  /// The board's battery, 0 to 100, where it has one.
  public let batteryPercent: UInt8?

  /// A sample of a dated fix with a position; nil when either is missing.
  public init?(_ fix: Fix, mode: TrackingMode, reason: KeepReason, batteryPercent: UInt8? = nil) {
    guard let time = fix.time, let coordinate = fix.coordinate else { return nil }
    self.fix = fix
    self.time = time
    self.coordinate = coordinate
    self.mode = mode
    self.reason = reason
    self.batteryPercent = batteryPercent
  }
}
