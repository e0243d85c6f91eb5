/// Reads a sentence's fields one after the other and checks their shape: a right checksum does not prove the content.
///
/// The first fault is kept in `refusal` and the reading goes on harmlessly, so that a sentence's initialiser is a plain
/// list of its fields. The sentence is used only when `refusal` is nil at the end: completely or not at all.
struct FieldReader {
  /// Why the sentence must be refused.
  private(set) var refusal: Refusal?

  private let bytes: UnsafeRawBufferPointer
  /// The first character of the next field; past the end when there is none.
  private var cursor = 0

  /// The fields, separated by commas, without the address before and the checksum behind them.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Whether the sentence has another field, which may be empty.
  var hasField: Bool { cursor <= bytes.count }

  mutating func refuse(_ reason: Refusal) {
    if refusal == nil { refusal = reason }
  }

  /// The sentence must have another field.
  mutating func require() {
    if !hasField { refuse(.tooFewFields) }
  }

  /// Passes over fields that nobody wants.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count {
      while cursor < bytes.count, bytes[cursor] != UInt8(ascii: ",") { cursor &+= 1 }
      cursor &+= 1
    }
  }

  /// One letter; nil for an empty or missing field.
  mutating func letter() -> UInt8? {
    guard let byte = peek() else {
      cursor &+= 1
      return nil
    }
    cursor &+= 1
    close(.letter)
    return byte
  }

  /// A letter that must be this one if it is there at all, such as a unit.
  mutating func unit(_ expected: Unicode.Scalar) {
    if let byte = letter(), UInt32(byte) != expected.value { refuse(.letter) }
  }

  /// How many of the next so many fields hold a number.
  mutating func filled(of count: Int) -> UInt8 {
    var filled: UInt8 = 0
    for _ in 0..<count where integer() != nil { filled &+= 1 }
    return filled
  }

  /// A number with any count of decimals, times 10^`places`, rounded; nil for an empty or missing field.
  mutating func decimal(places: Int, allowsSign: Bool = false) -> Int64? {
    guard let first = peek() else {
      cursor &+= 1
      return nil
    }
    let isNegative = allowsSign && first == UInt8(ascii: "-")
    if isNegative { cursor &+= 1 }
    var value: Int64 = 0
    let whole = digits(&value, atMost: 9)
    let decimals = fraction(&value, places: places)
    if whole &+ decimals == 0 { refuse(.number) }
    close(.number)
    return isNegative ? 0 &- value : value
  }

  /// A whole number of at most four digits; nil for an empty or missing field.
  mutating func integer() -> Int32? {
    guard peek() != nil else {
      cursor &+= 1
      return nil
    }
    var value: Int64 = 0
    if digits(&value, atMost: 4) == 0 { refuse(.number) }
    close(.number)
    return Int32(truncatingIfNeeded: value)
  }

  // MARK: - Pieces of fields

  /// The character under the reader; nil at the end of the field or the sentence.
  private func peek() -> UInt8? {
    guard cursor < bytes.count, bytes[cursor] != UInt8(ascii: ",") else { return nil }
    return bytes[cursor]
  }

  /// The next character of the field; nil at its end.
  mutating func character() -> UInt8? {
    guard let byte = peek() else { return nil }
    cursor &+= 1
    return byte
  }

  /// The field must end here; moves to the next one.
  mutating func close(_ reason: Refusal) {
    if cursor < bytes.count, bytes[cursor] != UInt8(ascii: ",") {
      refuse(reason)
      skip()
    } else {
      cursor &+= 1
    }
  }

  /// Reads digits into `value`; gives how many there were.
  private mutating func digits(_ value: inout Int64, atMost limit: Int) -> Int {
    let start = cursor
    while cursor < bytes.count {
      let digit = bytes[cursor] &- UInt8(ascii: "0")
      guard digit < 10, cursor &- start < limit else { break }
      value = value &* 10 &+ Int64(digit)
      cursor &+= 1
    }
    return cursor &- start
  }

  /// Reads a point and decimals, if they are there, and scales `value` by 10^`places`; gives how many there were.
  private mutating func fraction(_ value: inout Int64, places: Int) -> Int {
    var missing = places
    var count = 0
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: ".") {
      cursor &+= 1
      let start = cursor
      let known = digits(&value, atMost: places)
      missing = places &- known
      var rest: Int64 = 0
      let more = digits(&rest, atMost: 1)
      if more == 1, rest >= 5 { value &+= 1 }
      while more == 1, digits(&rest, atMost: 1) == 1 { rest = 0 }
      count = cursor &- start
    }
    for _ in 0..<missing { value = value &* 10 }
    return count
  }
}

// MARK: - Time and date

/// The time a sentence is tagged with.
enum TimeTag: Equatable {
  /// Its field is empty: the receiver does not know the time.
  case unknown
  /// Milliseconds of the day, 0 to 86,400,999.
  case at(Int32)
}

extension FieldReader {
  /// `hhmmss`, `hhmmss.s`, `hhmmss.ss`, … A second of 60 is taken at 23:59 alone.
  mutating func time() -> TimeTag {
    guard peek() != nil else {
      cursor &+= 1
      return .unknown
    }
    guard let hour = pair(), let minute = pair(), let second = pair(), hour < 24, minute < 60,
      second < 60 || (second == 60 && hour == 23 && minute == 59)
    else {
      refuse(.time)
      skip()
      return .unknown
    }
    // A point without digits is as good as none. Nothing rounds up into the next second.
    var milliseconds: Int64 = 0
    _ = fraction(&milliseconds, places: 3)
    close(.time)
    return .at((hour &* 60 &+ minute) &* 60_000 &+ second &* 1_000 &+ Int32(min(milliseconds, 999)))
  }

  /// `ddmmyy`, the years 80 to 99 being of the last century, in days since 1970; nil when empty or all zeros.
  mutating func date() -> Int64? {
    guard peek() != nil else {
      cursor &+= 1
      return nil
    }
    guard let day = pair(), let month = pair(), let year = pair() else {
      refuse(.date)
      skip()
      return nil
    }
    close(.date)
    return days(year < 80 ? 2000 &+ year : 1900 &+ year, month, day, isZero: day | month | year == 0)
  }

  /// Three fields `dd,mm,yyyy` in days since 1970; nil when empty or all zeros.
  mutating func splitDate() -> Int64? {
    guard let day = integer(), let month = integer(), let year = integer() else { return nil }
    return days(year, month, day, isZero: day | month | year == 0)
  }

  private mutating func days(_ year: Int32, _ month: Int32, _ day: Int32, isZero: Bool) -> Int64? {
    // Some receivers fill the date with zeros until they know it.
    if isZero { return nil }
    guard let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day)) else {
      refuse(.date)
      return nil
    }
    return date.daysSince1970
  }

  private mutating func pair() -> Int32? {
    guard cursor &+ 1 < bytes.count else { return nil }
    let (tens, ones) = (bytes[cursor] &- UInt8(ascii: "0"), bytes[cursor &+ 1] &- UInt8(ascii: "0"))
    guard tens < 10, ones < 10 else { return nil }
    cursor &+= 2
    return Int32(tens) &* 10 &+ Int32(ones)
  }
}

// MARK: - Position

/// A position as a sentence gives it.
struct Position {
  let coordinate: Coordinate
  /// Decimals of the latitude's minutes: of two sentences the more precise one is taken.
  let decimals: Int

  var isNull: Bool { coordinate.latitudeNanodegrees == 0 && coordinate.longitudeNanodegrees == 0 }
}

extension FieldReader {
  /// Four fields `ddmm.mmm,N,dddmm.mmm,E`: all of them, or none.
  ///
  /// The two digits left of the point are minutes and what stands before them is degrees, however many digits that is:
  /// receivers exist that leave the leading zeros out.
  mutating func position() -> Position? {
    let latitude = angle()
    let north = letter()
    let longitude = angle()
    let east = letter()
    if latitude == nil, longitude == nil, north == nil, east == nil { return nil }
    guard let latitude, let longitude, let north, let east,
      north == UInt8(ascii: "N") || north == UInt8(ascii: "S"), east == UInt8(ascii: "E") || east == UInt8(ascii: "W"),
      latitude.nanodegrees <= 90_000_000_000, longitude.nanodegrees <= 180_000_000_000
    else {
      refuse(.position)
      return nil
    }
    // The sign belongs to degrees and minutes together: there is no −0 degrees.
    let coordinate = Coordinate(
      latitudeNanodegrees: north == UInt8(ascii: "N") ? latitude.nanodegrees : 0 &- latitude.nanodegrees,
      longitudeNanodegrees: east == UInt8(ascii: "E") ? longitude.nanodegrees : 0 &- longitude.nanodegrees)
    return Position(coordinate: coordinate, decimals: latitude.decimals)
  }

  private mutating func angle() -> (nanodegrees: Int64, decimals: Int)? {
    guard peek() != nil else {
      cursor &+= 1
      return nil
    }
    var whole: Int64 = 0
    let wholeDigits = digits(&whole, atMost: 5)
    var minutes = whole % 100
    let degrees = whole / 100
    let isMinute = minutes < 60
    // Hundred-millionths of a minute are sixths of a nanodegree.
    let decimals = fraction(&minutes, places: 8)
    if wholeDigits == 0 || !isMinute { refuse(.position) }
    close(.position)
    return (degrees &* 1_000_000_000 &+ (minutes &+ 3) / 6, decimals)
  }
}
