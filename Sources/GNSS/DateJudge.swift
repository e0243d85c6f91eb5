/// Decides whether a receiver's date can be believed.
///
/// Nothing can have been measured before the program was built. The week number of old receivers has ten bits and starts
/// again every 1,024 weeks (19.6 years): their dates are early by that, once or several times, and are repaired. After
/// the repair exactly one date lies in the 1,024 weeks from the floor on; later ones are not believed.
public struct DateJudge: Sendable {
  private static let rollover: Int64 = 1_024 * 7
  private let floor: Int64?

  /// A judge that believes in nothing before the day of `notBefore`; with nil it believes everything.
  public init(notBefore: UTCInstant?) {
    floor = notBefore?.daysSince1970
  }

  /// The fix with its date repaired (flag `dateCorrected`) or taken away (flag `undated`) where it must be.
  public func judged(_ fix: Fix) -> Fix {
    var fix = fix
    guard let time = fix.time else {
      fix.flags.insert(.undated)
      return fix
    }
    let (day, flags) = judge(day: time.daysSince1970)
    fix.time = day.map {
      UTCInstant(millisecondsSince1970: $0 &* UTCInstant.millisecondsPerDay &+ time.millisecondOfDay)
    }
    fix.flags.formUnion(flags)
    return fix
  }

  /// The believed day (days since 1970) for the one that was sent, and what was found about it.
  func judge(day: Int64) -> (day: Int64?, flags: FixFlags) {
    guard let floor else { return (day, []) }
    if day >= floor { return day < floor &+ Self.rollover ? (day, []) : (nil, .undated) }
    let periods = (floor &- day &+ Self.rollover &- 1) / Self.rollover
    return (day &+ periods &* Self.rollover, .dateCorrected)
  }
}
