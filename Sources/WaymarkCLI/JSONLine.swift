import GNSS

/// One line of JSON, its members in the order in which they are added.
struct JSONLine {
  private var text: String

  /// An object with its first member, `class`.
  init(class name: String) {
    text = "{\"class\":\"\(name)\""
  }

  /// A text.
  mutating func add(_ name: String, _ value: String) {
    key(name)
    append(quoted: value)
  }

  /// A text, or `null`.
  mutating func add(_ name: String, orNull value: String?) {
    if let value {
      add(name, value)
    } else {
      key(name)
      text += "null"
    }
  }

  /// A whole number divided by 10^`places`; nothing when it is unknown.
  mutating func add(_ name: String, _ value: (some BinaryInteger)?, places: Int = 0) {
    guard let value else { return }
    key(name)
    text += value.decimalText(places: places)
  }

  /// A list of texts; nothing when it is empty.
  mutating func add(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    key(name)
    for (index, value) in values.enumerated() {
      text += index == 0 ? "[" : ","
      append(quoted: value)
    }
    text += "]"
  }

  /// An object of counters.
  mutating func add(_ name: String, _ counters: [(name: String, count: Int)]) {
    key(name)
    text += "{" + counters.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",") + "}"
  }

  /// The object with its line end.
  var line: String { text + "}\n" }

  /// Names are ours and need no escaping.
  private mutating func key(_ name: String) {
    text += ",\""
    text += name
    text += "\":"
  }

  private mutating func append(quoted value: String) {
    text += "\""
    defer { text += "\"" }
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{0}"..."\u{1F}": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
