import GNSS
import Testing

@Suite("Calendar and ISO 8601")
struct CalendarTests {
  @Test(
    "known days have their number",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2026, 11, 30, 20_787),
      (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
    ])
  func knownDays(year: Int, month: Int, day: Int, number: Int64) throws {
    let date = try #require(CalendarDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == number)
    #expect(CalendarDate(daysSince1970: number) == date)
  }

  @Test("every day of 400 years follows the one before")
  func everyDay() {
    var (year, month, day) = (1970, 1, 1)
    for number in Int64(0)...146_097 {
      let date = CalendarDate(daysSince1970: number)
      #expect(date == CalendarDate(year: year, month: month, day: day))
      #expect(date.daysSince1970 == number)
      day += 1
      if CalendarDate(year: year, month: month, day: day) == nil { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(
    "days that no calendar has are refused",
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (0, 1, 1), (10_000, 1, 1),
    ])
  func impossibleDays(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    "text and instant are each other's inverse",
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-11-30T12:00:00.000Z", 1_796_040_000_000),
      ("2028-02-29T23:59:59.001Z", 1_835_481_599_001),
    ])
  func textAndBack(text: String, milliseconds: Int64) {
    let instant = UTCInstant(millisecondsSince1970: milliseconds)
    #expect(instant.iso8601 == text)
    #expect(UTCInstant(iso8601: text) == instant)
    #expect(UTCInstant(instant.date, millisecondOfDay: instant.millisecondOfDay) == instant)
  }

  @Test("extreme instants give some text instead of a trap", arguments: [Int64.min, Int64.max])
  func extremes(milliseconds: Int64) {
    #expect(UTCInstant(millisecondsSince1970: milliseconds).iso8601.hasSuffix("Z"))
  }

  @Test(
    "short forms are read",
    arguments: [
      ("2026-11-30", "2026-11-30T00:00:00.000Z"), ("2026-11-30T12:00:00Z", "2026-11-30T12:00:00.000Z"),
      ("2026-11-30T12:00:00.5Z", "2026-11-30T12:00:00.500Z"),
      ("2026-11-30T12:00:00.1239999Z", "2026-11-30T12:00:00.123Z"),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ])
  func shortForms(text: String, full: String) {
    #expect(UTCInstant(iso8601: text)?.iso8601 == full)
  }

  @Test(
    "other text is refused",
    arguments: [
      "", "2026", "2026-11-31", "30.11.2026", "2026-11-30T", "2026-11-30T12:00Z", "2026-11-30T12:00:00",
      "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-11-30T12:00:60Z", "2026-11-30T12:00:00.Z",
      "2026-11-30T12:00:00Z ", "2026-11-30T12:00:00+00:00", "+026-11-30", "２０２６-11-30",
    ])
  func otherText(text: String) {
    #expect(UTCInstant(iso8601: text) == nil)
  }
}

@Suite("Fixed-point text")
struct DecimalTextTests {
  @Test(
    "sign, leading zeros and all places are written",
    arguments: [
      (48_117_300_000, 9, "48.117300000"), (-1_500_000, 9, "-0.001500000"), (0, 3, "0.000"), (-5, 0, "-5"),
      (7, 1, "0.7"), (-10, 1, "-1.0"), (Int64.min, 3, "-9223372036854775.808"),
    ] as [(Int64, Int, String)])
  func text(number: Int64, places: Int, text: String) {
    #expect(number.decimalText(places: places) == text)
  }
}
