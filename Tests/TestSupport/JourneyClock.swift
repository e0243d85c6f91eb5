import GNSS

/// A date and time of day in UTC, taken apart.
struct CivilTime: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  let millisecond: Int

  /// By the era method: years start in March, so that the leap day comes last.
  init(_ instant: UTCInstant) {
    let milliseconds = Int(instant.millisecondsSince1970)
    let days = milliseconds / 86_400_000 + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    hour = milliseconds / 3_600_000 % 24
    minute = milliseconds / 60_000 % 60
    second = milliseconds / 1000 % 60
    millisecond = milliseconds % 1000
  }

  /// `2026-05-12T07:15:00.000Z`
  var iso8601: String {
    "\(year)-\(month.padded(2))-\(day.padded(2))T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))."
      + "\(millisecond.padded(3))Z"
  }
}

extension UTCInstant {
  /// The instant of a date from 1970 on and a time of day.
  static func at(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0) -> UTCInstant {
    let marchYear = month > 2 ? year : year - 1
    let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return UTCInstant(millisecondsSince1970: Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
  }
}

extension Int {
  /// The digits with zeros before them, at least `width` of them; for numbers that are not negative.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }

  /// A whole number of parts as a decimal: `1234.decimal(2)` is `12.34`.
  func decimal(_ places: Int) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let (whole, part) = magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    return (self < 0 ? "-" : "") + "\(whole)." + Int(part).padded(places)
  }
}
