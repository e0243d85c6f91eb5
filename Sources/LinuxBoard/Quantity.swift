/// Numbers with their unit, as people write them in the configuration: `20 s`, `1.5 km`, `15 deg`.
enum Quantity {
  static let seconds: [String: Double] = ["ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86_400]
  static let metres: [String: Double] = ["m": 1, "km": 1000]
  static let speed: [String: Double] = ["m/s": 1, "km/h": 1 / 3.6]
  static let degrees: [String: Double] = ["deg": 1, "°": 1]

  /// The number in the base unit; nil when the text is no number with one of the units.
  static func parse(_ text: String, _ units: [String: Double]) -> Double? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    guard let value = Double(number), value.isFinite, let factor = units[String(unit)] else { return nil }
    return value * factor
  }
}
