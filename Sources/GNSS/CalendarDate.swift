/// A day of the Gregorian calendar, always one that exists.
public struct CalendarDate: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int32
  /// 1 to 12.
  public let month: UInt8
  /// 1 to the month's last day.
  public let day: UInt8

  /// The day with these parts; nil when the calendar has no such day or the year is not 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day else { return nil }
    self.year = Int32(year)
    self.month = UInt8(month)
    self.day = UInt8(day)
  }

  /// The day so many days after 1970-01-01, clamped to the years 1 to 9999.
  public init(daysSince1970: Int64) {
    // Counted from 0000-03-01, so that the leap day ends a year: then months have a closed formula.
    let days = min(max(daysSince1970, Self.firstDay), Self.lastDay) + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.year = Int32(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
    self.month = UInt8(month)
    self.day = UInt8(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Whole days since 1970-01-01, negative before it.
  public var daysSince1970: Int64 {
    let year = Int64(self.year) - (month <= 2 ? 1 : 0)
    let era = year / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = Int64(month) + (month > 2 ? -3 : 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static let firstDay: Int64 = -719_162  // 0001-01-01
  private static let lastDay: Int64 = 2_932_896  // 9999-12-31

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension UTCInstant {
  /// Milliseconds in a day without leap second.
  static let millisecondsPerDay: Int64 = 86_400_000

  /// A time of day on a day; 86,400,000 ms and more (a leap second) run into the next day.
  public init(_ date: CalendarDate, millisecondOfDay: Int64 = 0) {
    self.init(millisecondsSince1970: date.daysSince1970 &* Self.millisecondsPerDay &+ millisecondOfDay)
  }

  /// The instant's day, clamped to the years 1 to 9999.
  public var date: CalendarDate { CalendarDate(daysSince1970: daysSince1970) }

  /// Milliseconds since the day began, 0 to 86,399,999.
  public var millisecondOfDay: Int64 {
    millisecondsSince1970 &- daysSince1970 &* Self.millisecondsPerDay
  }

  /// Whole days since 1970-01-01, rounded down.
  var daysSince1970: Int64 {
    let (days, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
    return rest < 0 ? days - 1 : days
  }
}
