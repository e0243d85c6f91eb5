/// Reads a sentence's fields one after the other and checks their shape: a right checksum does not prove the content.
///
/// The first fault is kept in `refusal` and the reading goes on harmlessly, so that a sentence's initialiser is a plain
/// list of its fields. The sentence is used only when `refusal` is nil at the end: completely or not at all.
struct FieldReader {
  /// Why the sentence must be refused.
  private(set) var refusal: Refusal?

  private let field: FieldBytes
  /// The first character of the next field; past the terminator when there is none.
  private var cursor = 0

  /// The fields, separated by commas, behind the address, with the character that ends the sentence (`*` or a line end).
  init(_ bytes: UnsafeRawBufferPointer) {
    field = FieldBytes(bytes)
  }

  mutating func refuse(_ reason: Refusal) {
    if refusal == nil { refusal = reason }
  }

  /// The sentence must have another field, which may be empty.
  mutating func require() {
    if cursor > field.last { refuse(.tooFewFields) }
  }

  /// Passes over fields that nobody wants.
  mutating func skip(_ count: Int = 1) {
    var at = cursor
    for _ in 0..<count {
      while at < field.last, field[at] != UInt8(ascii: ",") { at &+= 1 }
      at &+= 1
    }
    cursor = at
  }

  /// One letter; nil for an empty or missing field.
  mutating func letter() -> UInt8? {
    guard let start = begin() else { return nil }
    end(start &+ 1, .letter)
    return field[start]
  }

  /// A letter that must be this one if it is there at all, such as a unit.
  mutating func unit(_ expected: Unicode.Scalar) {
    if let byte = letter(), UInt32(byte) != expected.value { refuse(.letter) }
  }

  /// Two letters; nil for an empty or missing field.
  mutating func pairOfLetters() -> (UInt8, UInt8)? {
    guard let start = begin() else { return nil }
    guard start &+ 1 < field.last else {
      end(start, .letter)
      return nil
    }
    end(start &+ 2, .letter)
    return (field[start], field[start &+ 1])
  }

  /// Calls `body` for each letter of the field.
  mutating func letters(_ body: (UInt8) -> Void) {
    guard var at = begin() else { return }
    while at < field.last, field[at] != UInt8(ascii: ",") {
      body(field[at])
      at &+= 1
    }
    end(at, .letter)
  }

  /// A number with any count of decimals, times 10^`places`, rounded; nil for an empty or missing field.
  mutating func decimal(places: Int, allowsSign: Bool = false) -> Int64? {
    guard var at = begin() else { return nil }
    let isNegative = allowsSign && field[at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let number = Decimal(field, &at)
    // Nothing that a receiver measures has ten digits before the point.
    if !number.isNumber || number.wholeCount > 9 { refuse(.number) }
    end(at, .number)
    let value = Int64(truncatingIfNeeded: number.scaled(places: places))
    return isNegative ? 0 &- value : value
  }

  /// A whole number of at most four digits; nil for an empty or missing field.
  mutating func integer() -> Int32? {
    guard var at = begin() else { return nil }
    let start = at
    var value: Int32 = 0
    while field[at] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ Int32(field[at] &- UInt8(ascii: "0"))
      at &+= 1
    }
    if !(1...4 ~= at &- start) { refuse(.number) }
    end(at, .number)
    return value
  }

  /// How many of the next so many fields hold a number.
  mutating func filled(of count: Int) -> UInt8 {
    var filled: UInt8 = 0
    var at = cursor
    for _ in 0..<count {
      let start = at
      guard at <= field.last else { break }
      while field[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
      if at > start { filled &+= 1 }
      if field[at] != UInt8(ascii: ","), at < field.last { refuse(.number) }
      at &+= 1
    }
    cursor = at
    return filled
  }

  // MARK: - Pieces of fields

  /// Where the field begins; nil, and on to the next one, when it is empty or missing.
  @inline(__always)
  private mutating func begin() -> Int? {
    let start = cursor
    if start < field.last, field[start] != UInt8(ascii: ",") { return start }
    cursor = start &+ 1
    return nil
  }

  /// The field must end at this place; on to the next one.
  @inline(__always)
  private mutating func end(_ at: Int, _ reason: Refusal) {
    cursor = at &+ 1
    if field[at] != UInt8(ascii: ","), at < field.last {
      refuse(reason)
      skip()
    }
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
    guard var at = begin() else { return .unknown }
    let number = Decimal(field, &at)
    let (clock, fraction) = number.split(places: 3)
    let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
    if number.wholeCount != 6 || !number.isNumber || hour > 23 || minute > 59
      || second > (hour == 23 && minute == 59 ? 60 : 59)
    {
      refuse(.time)
    }
    end(at, .time)
    // Nothing rounds up into the next second.
    let milliseconds = ((hour &* 60 &+ minute) &* 60 &+ second) &* 1_000 &+ min(fraction, 999)
    return .at(Int32(truncatingIfNeeded: milliseconds))
  }

  /// `ddmmyy`, the years 80 to 99 being of the last century, in days since 1970; nil when empty or all zeros.
  mutating func date() -> Int64? {
    guard var at = begin() else { return nil }
    guard let day = pair(&at), let month = pair(&at), let year = pair(&at) else {
      refuse(.date)
      skip()
      return nil
    }
    end(at, .date)
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

  private func pair(_ at: inout Int) -> Int32? {
    let tens = field[at] &- UInt8(ascii: "0")
    guard tens < 10 else { return nil }
    let ones = field[at &+ 1] &- UInt8(ascii: "0")
    guard ones < 10 else { return nil }
    at &+= 2
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
    guard var at = begin() else { return nil }
    let number = Decimal(field, &at)
    // Hundred-millionths of a minute are sixths of a nanodegree.
    let (whole, fraction) = number.split(places: 8)
    let degrees = whole / 100
    let minutes = whole &- degrees &* 100
    if !(1...5 ~= number.wholeCount) || !number.isNumber || minutes > 59 { refuse(.position) }
    end(at, .position)
    let nanodegrees = degrees &* 1_000_000_000 &+ (minutes &* 100_000_000 &+ fraction &+ 3) / 6
    return (Int64(truncatingIfNeeded: nanodegrees), number.decimalCount)
  }
}
