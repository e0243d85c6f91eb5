extension UTCInstant: CustomStringConvertible {
  /// ISO 8601 with milliseconds and `Z`, such as `2026-11-30T12:00:00.000Z`.
  public var description: String { iso8601 }

  /// ISO 8601 with milliseconds and `Z`, such as `2026-11-30T12:00:00.000Z`. Always 24 characters, so text order is
  /// time order.
  public var iso8601: String {
    let (day, time) = (date, millisecondOfDay)
    return digits(Int64(day.year), 4) + "-" + digits(Int64(day.month), 2) + "-" + digits(Int64(day.day), 2) + "T"
      + digits(time / 3_600_000, 2) + ":" + digits(time / 60_000 % 60, 2) + ":" + digits(time / 1_000 % 60, 2) + "."
      + digits(time % 1_000, 3) + "Z"
  }

  /// Reads `2026-11-30T12:00:00Z`, with any number of decimals of the second (milliseconds are kept, the rest is cut),
  /// or a bare date, which is its midnight. A second of 60 is taken at 23:59 alone. Nil for anything else.
  public init?(iso8601 text: some StringProtocol) {
    var text = Substring(text).utf8[...]
    guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"),
      let day = text.number(2), let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    if text.isEmpty {
      self.init(date)
      return
    }
    guard text.take("T"), let hour = text.number(2), hour < 24, text.take(":"), let minute = text.number(2),
      minute < 60, text.take(":"), let second = text.number(2),
      second < 60 || (second == 60 && hour == 23 && minute == 59), let fraction = text.milliseconds(),
      text.take("Z"), text.isEmpty
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    self.init(date, millisecondOfDay: Int64(seconds * 1_000 + fraction))
  }
}

private func digits(_ number: Int64, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

extension Substring.UTF8View {
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = first, UInt32(byte) == character.value else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func digit() -> Int? {
    guard let byte = first, byte &- 48 < 10 else { return nil }
    removeFirst()
    return Int(byte - 48)
  }

  fileprivate mutating func number(_ width: Int) -> Int? {
    var number = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The decimals of a second, if a point stands here; nil for a point without digits.
  fileprivate mutating func milliseconds() -> Int? {
    guard take(".") else { return 0 }
    guard let first = digit() else { return nil }
    var number = first * 100
    var weight = 10
    while let digit = digit() {
      number += digit * weight
      weight /= 10
    }
    return number
  }
}
