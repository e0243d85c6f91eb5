import GNSS

/// The checked values of a configuration file, by path.
struct ConfigurationReader {
  private var entries: [String: TOMLEntry] = [:]
  private let file: String

  /// Reads a text and holds every value against the table: unknown keys, wrong types, missing units and values out of
  /// range are errors.
  init(_ text: String, file: String) throws(ConfigurationError) {
    self.file = file
    for entry in try TOMLEntry.all(in: text, of: file) {
      guard let key = ConfigurationKey.named(entry.path) else {
        throw ConfigurationError(
          file, entry.line, entry.column, "unknown key \(entry.path); `waymark config` prints all keys")
      }
      if let expected = key.kind.mismatch(entry.value) {
        throw ConfigurationError(file, entry.line, entry.column, "\(entry.path) takes \(expected)")
      }
      entries[entry.path] = entry
    }
    for key in ConfigurationKey.all where entries[key.path] == nil {
      if case .required = key.absent {
        throw ConfigurationError("\(file): \(key.path) is missing; it takes \(key.kind.words), such as \(key.written)")
      }
    }
  }

  /// The text at a path, or the table's default.
  func text(_ path: String) -> String {
    if case .text(let text)? = entries[path]?.value { return text }
    if case .value(let fallback)? = ConfigurationKey.named(path)?.absent { return fallback }
    return ""
  }

  /// The text at a path that may be missing.
  func optional(_ path: String) -> String? {
    if case .text(let text)? = entries[path]?.value { return text }
    return nil
  }

  /// Whether the key at a path is true, or is by the table's default.
  func flag(_ path: String) -> Bool {
    if case .flag(let flag)? = entries[path]?.value { return flag }
    return text(path) == "true"
  }

  /// The whole number at a path; nil when it is not set.
  func count(_ path: String) -> Int? {
    if case .whole(let number)? = entries[path]?.value { return Int(exactly: number) }
    return nil
  }

  /// The number with a unit at a path, in the base unit; nil when it is not set.
  func quantity(_ path: String, _ units: [String: Double]) -> Double? {
    guard case .text(let text)? = entries[path]?.value else { return nil }
    return Quantity.parse(text, units)
  }

  /// An error at the place of a path.
  func error(_ path: String, _ message: String) -> ConfigurationError {
    guard let entry = entries[path] else { return ConfigurationError("\(file): \(path): \(message)") }
    return ConfigurationError(file, entry.line, entry.column, "\(path): \(message)")
  }
}

extension ValueKind {
  /// What the value must be, for a sentence.
  var words: String {
    switch self {
    case .text: "a text in quotes"
    case .flag: "true or false, without quotes"
    case .date: "a date or UTC time in quotes, such as \"2026-11-30\""
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seconds(let range): "a time with its unit (ms, s, min, h, d) \(span(range, "s")), such as \"20 s\""
    case .metres(let range): "a length with its unit (m, km) \(span(range, "m")), such as \"5 m\""
    case .degrees(let range): "an angle with its unit \(span(range, "deg")), such as \"15 deg\""
    case .speed(let range): "a speed with its unit (m/s, km/h) \(span(range, "m/s")), such as \"10 km/h\""
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }

  /// What the value should have been; nil when it fits.
  func mismatch(_ value: TOMLValue) -> String? {
    let fits =
      switch (self, value) {
      case (.text, .text(let text)): !text.isEmpty
      case (.flag, .flag): true
      case (.date, .text(let text)): UTCInstant(iso8601: text) != nil
      case (.count(let range), .whole(let number)): Int(exactly: number).map(range.contains) ?? false
      case (.seconds(let range), .text(let text)): Quantity.parse(text, Quantity.seconds).map(range.contains) ?? false
      case (.metres(let range), .text(let text)): Quantity.parse(text, Quantity.metres).map(range.contains) ?? false
      case (.degrees(let range), .text(let text)): Quantity.parse(text, Quantity.degrees).map(range.contains) ?? false
      case (.speed(let range), .text(let text)): Quantity.parse(text, Quantity.speed).map(range.contains) ?? false
      case (.choice(let names), .text(let text)): names.contains(text)
      default: false
      }
    return fits ? nil : words
  }

  private func span(_ range: ClosedRange<Double>, _ unit: String) -> String {
    "from \(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)"
  }
}
