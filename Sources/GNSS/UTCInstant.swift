/// A moment of UTC in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
///
/// A receiver's 23:59:60 is the same instant as the 00:00:00 that follows it, as POSIX has it.
public struct UTCInstant: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  public let millisecondsSince1970: Int64

  /// The instant so many milliseconds after the epoch.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Chronological order.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.millisecondsSince1970 < rhs.millisecondsSince1970
  }
}

/// A point on the clock that starts with the board and counts while it sleeps (`CLOCK_BOOTTIME`).
///
/// Every interval in the program runs on it, because nobody can set it. In a replay it is virtual and starts at zero.
public struct BootInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the board started.
  public let nanoseconds: Int64

  /// The instant so many nanoseconds after the start.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Chronological order.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// Seconds from an earlier instant to this one.
  public func seconds(since earlier: BootInstant) -> Double { Double(nanoseconds &- earlier.nanoseconds) / 1e9 }

  /// The instant so many seconds later.
  public func adding(seconds: Double) -> BootInstant {
    BootInstant(nanoseconds: nanoseconds &+ Int64(max(-9e9, min(9e9, seconds)) * 1e9))
  }
}
