/// Puts a date to times of day.
///
/// A date that the epoch itself names always wins. Without one, the last believed date is carried on: it moves by a day
/// when the time of day has leapt by more than twelve hours, so that a GGA after midnight is dated right before its RMC
/// says so. A receiver that has never named a date takes the day that brings it nearest to the host's clock, if that is
/// known.
struct DateTracker {
  private let judge: DateJudge
  private var hostClock: UTCInstant?
  private var last: (day: Int64, timeOfDay: Int32, flags: FixFlags)?

  init(_ judge: DateJudge, hostClock: UTCInstant?) {
    self.judge = judge
    self.hostClock = hostClock
  }

  /// Nothing of the past can be relied on any more.
  mutating func forget() {
    last = nil
    hostClock = nil
  }

  /// Dates a time of day, in milliseconds, given the day that the epoch names, if it does.
  mutating func date(timeOfDay: Int32, day: Int64?, remember: Bool) -> (time: UTCInstant?, flags: FixFlags) {
    var flags: FixFlags = []
    var believed: Int64?
    if let day {
      (believed, flags) = judge.judge(day: day)
    }
    if believed == nil, let last {
      believed = last.day &+ Self.days(from: last.timeOfDay, to: timeOfDay)
      flags = last.flags
    }
    if believed == nil, let hostClock {
      believed = hostClock.daysSince1970 &+ Self.days(from: Int32(hostClock.millisecondOfDay), to: timeOfDay)
      flags = []
    }
    guard let believed else { return (nil, .undated) }
    if remember { last = (believed, timeOfDay, flags) }
    let milliseconds = believed &* UTCInstant.millisecondsPerDay &+ Int64(timeOfDay)
    return (UTCInstant(millisecondsSince1970: milliseconds), flags)
  }

  /// How many midnights lie on the short way from one time of day to another.
  private static func days(from: Int32, to: Int32) -> Int64 {
    let leap = to &- from
    return leap < -43_200_000 ? 1 : leap > 43_200_000 ? -1 : 0
  }
}
