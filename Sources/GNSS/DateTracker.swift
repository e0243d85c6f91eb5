/// Puts a date to times of day.
///
/// A date that the epoch itself names always wins. Without one, the last date is carried on: it moves by a day when the
/// time of day has leapt by more than twelve hours, so that a GGA after midnight is dated right before its RMC says so. A
/// receiver that has never named a date takes the day that brings it nearest to the host's clock, if that is known.
struct DateTracker {
  private var hostClock: UTCInstant?
  private var last: (day: Int64, timeOfDay: Int32)?

  init(hostClock: UTCInstant?) {
    self.hostClock = hostClock
  }

  /// Nothing of the past can be relied on any more.
  mutating func forget() {
    last = nil
    hostClock = nil
  }

  /// Dates a time of day, in milliseconds, given the day that the epoch names, if it does. Nil when no date is known.
  mutating func date(timeOfDay: Int32, day: Int64?, remember: Bool) -> UTCInstant? {
    guard let day = day ?? carriedDay(to: timeOfDay) else { return nil }
    if remember { last = (day, timeOfDay) }
    return UTCInstant(millisecondsSince1970: day &* UTCInstant.millisecondsPerDay &+ Int64(timeOfDay))
  }

  private func carriedDay(to timeOfDay: Int32) -> Int64? {
    if let last { return last.day &+ Self.midnights(from: last.timeOfDay, to: timeOfDay) }
    guard let hostClock else { return nil }
    return hostClock.daysSince1970 &+ Self.midnights(from: Int32(hostClock.millisecondOfDay), to: timeOfDay)
  }

  /// How many midnights lie on the short way from one time of day to another.
  private static func midnights(from: Int32, to: Int32) -> Int64 {
    let leap = to &- from
    return leap < -43_200_000 ? 1 : leap > 43_200_000 ? -1 : 0
  }
}
