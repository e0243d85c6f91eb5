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
    guard let floor else { return fix }
    let day = time.daysSince1970
    if day >= floor &+ Self.rollover {
      fix.time = nil
      fix.flags.insert(.undated)
    } else if day < floor {
      let days = (floor &- day &+ Self.rollover &- 1) / Self.rollover &* Self.rollover
      fix.time = UTCInstant(millisecondsSince1970: time.millisecondsSince1970 &+ days &* UTCInstant.millisecondsPerDay)
      fix.flags.insert(.dateCorrected)
    }
    return fix
  }
}
