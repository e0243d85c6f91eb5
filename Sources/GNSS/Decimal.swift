/// A number without sign as it is written: digits, and perhaps a point among them.
struct Decimal {
  /// All digits, as if there were no point.
  let digits: UInt64
  /// How many stand before the point.
  let wholeCount: Int
  /// How many stand behind it.
  let decimalCount: Int

  /// More digits may not fit into 64 bits.
  private static let longest = 19

  /// Reads from `at` on, which moves behind the last digit; whatever stands there is for the caller to judge.
  @inline(__always)
  init(_ field: FieldBytes, _ at: inout Int) {
    let start = at
    var digits: UInt64 = 0
    Self.read(field, &at, &digits)
    wholeCount = at &- start
    if field[at] == UInt8(ascii: ".") {
      at &+= 1
      let point = at
      Self.read(field, &at, &digits)
      decimalCount = at &- point
    } else {
      decimalCount = 0
    }
    self.digits = digits
  }

  @inline(__always)
  private static func read(_ field: FieldBytes, _ at: inout Int, _ digits: inout UInt64) {
    while true {
      let digit = UInt64(field[at]) &- UInt64(UInt8(ascii: "0"))
      if digit > 9 { return }
      digits = digits &* 10 &+ digit
      at &+= 1
    }
  }

  /// Whether it has a digit at all, and not more than fit.
  @inline(__always)
  var isNumber: Bool { 1...Self.longest ~= wholeCount &+ decimalCount }

  /// The number times 10^`places`, rounded to the nearest, halves up.
  @inline(__always)
  func scaled(places: Int) -> UInt64 { Self.scale(digits, by: places &- decimalCount) }

  /// The part before the point, and the part behind it times 10^`places`, rounded.
  @inline(__always)
  func split(places: Int) -> (whole: UInt64, fraction: UInt64) {
    let unit = Self.powerOfTen(decimalCount)
    let whole = digits / unit
    return (whole, Self.scale(digits &- whole &* unit, by: places &- decimalCount))
  }

  @inline(__always)
  private static func scale(_ number: UInt64, by exponent: Int) -> UInt64 {
    if exponent >= 0 { return number &* powerOfTen(exponent) }
    let unit = powerOfTen(0 &- exponent)
    return (number &+ unit / 2) / unit
  }

  /// 10^`exponent`, 0 to 19.
  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: largePowerOfTen(exponent)
    }
  }

  private static func largePowerOfTen(_ exponent: Int) -> UInt64 {
    (8..<min(exponent, longest)).reduce(100_000_000) { power, _ in power &* 10 }
  }
}
