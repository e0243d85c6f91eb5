import GNSS

/// A fix that may be used: dated, measured, with a position. And when it came.
struct GoodFix: Hashable, Sendable {
  let fix: Fix
  let time: UTCInstant
  let coordinate: Coordinate
  let arrivedAt: BootInstant

  /// The fix, if nothing speaks against it; else why not.
  static func checked(_ fix: Fix, now: BootInstant, accuracyMetres: Double) -> Result<GoodFix, DropReason> {
    guard let coordinate = fix.coordinate, fix.mode != .none else { return .failure(.noPosition) }
    guard let time = fix.time else { return .failure(.undated) }
    if fix.flags.contains(.estimated) { return .failure(.estimated) }
    if fix.flags.contains(.frozen) { return .failure(.frozen) }
    if fix.flags.contains(.jump) { return .failure(.jump) }
    if let error = fix.horizontalErrorMillimetres, Double(error) > accuracyMetres * 1000 {
      return .failure(.inaccurate)
    }
    return .success(GoodFix(fix: fix, time: time, coordinate: coordinate, arrivedAt: now))
  }

  /// Reported speed, m/s.
  var speed: Double? { fix.speedMillimetresPerSecond.map { Double($0) / 1000 } }

  /// Estimated horizontal error, metres.
  var error: Double? { fix.horizontalErrorMillimetres.map { Double($0) / 1000 } }

  /// Seconds from an earlier fix to this one, by the receiver's clock.
  func seconds(since earlier: UTCInstant) -> Double {
    Double(time.millisecondsSince1970 &- earlier.millisecondsSince1970) / 1000
  }
}
