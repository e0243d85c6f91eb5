public import GNSS

/// Why a fix was kept.
public enum KeepReason: String, Sendable, CaseIterable {
  /// The first good fix since the start or after a silence.
  case first
  /// The vehicle came far enough.
  case distance
  /// The course changed enough.
  case turn
  /// The vehicle has come to a stop.
  case stop
  /// The vehicle left the place where it stood.
  case departure
  /// Nothing happened for so long that a sign of life is due.
  case heartbeat
}

/// A fix that was kept, as it will be stored and sent.
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
