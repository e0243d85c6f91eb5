/// Writes JSON in the order of the calls, so that the same values always give the same bytes: a repeated request must
/// not differ from the first one. Unknown values are left out.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The bytes of one object.
  static func object(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.nest("{", "}", content)
    return writer.bytes
  }

  /// An object under a key, or as an element without one.
  mutating func object(_ key: String? = nil, _ content: (inout JSONWriter) -> Void) {
    open(key)
    nest("{", "}", content)
  }

  /// An array under a key, whose elements `content` writes.
  mutating func array(_ key: String, _ content: (inout JSONWriter) -> Void) {
    open(key)
    nest("[", "]", content)
  }

  /// A text.
  mutating func field(_ key: String, _ text: String?) {
    guard let text else { return }
    open(key)
    write(text)
  }

  /// A truth value.
  mutating func field(_ key: String, _ value: Bool) {
    open(key)
    bytes += Array((value ? "true" : "false").utf8)
  }

  /// JSON that is there already.
  mutating func field(_ key: String, json: [UInt8]?) {
    guard let json else { return }
    open(key)
    bytes += json
  }

  /// Texts by name, in the order of their names.
  mutating func field(_ key: String, _ pairs: [String: String]?) {
    guard let pairs else { return }
    object(key) { writer in
      for (name, text) in pairs.sorted(by: { $0.key < $1.key }) { writer.field(name, text) }
    }
  }

  /// A number given in units of 10^-`decimals`: 1234 with 3 decimals is `1.234`, without needless zeros.
  mutating func field(_ key: String, _ number: (some FixedWidthInteger)?, decimals: Int = 0) {
    guard let number else { return }
    open(key)
    var digits = Array(String(number.magnitude).utf8)
    if digits.count <= decimals {
      digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: decimals + 1 - digits.count), at: 0)
    }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes += digits.dropLast(decimals)
    var fraction = digits.suffix(decimals)
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if !fraction.isEmpty { bytes.append(UInt8(ascii: ".")) }
    bytes += fraction
  }

  private mutating func nest(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: end))
    needsComma = true
  }

  private mutating func open(_ key: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    write(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x10: bytes += Array("\\u000\(String(byte, radix: 16))".utf8)
      case 0x10..<0x20: bytes += Array("\\u00\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
