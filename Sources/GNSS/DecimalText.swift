extension BinaryInteger {
  /// The number divided by 10^`places` in plain decimals, all `places` of them written: 48117300000 with nine places is
  /// `48.117300000`. Exact, without floating point and independent of locale; valid as a JSON or XML number.
  @inlinable public func decimalText(places: Int) -> String {
    let digits = String(magnitude)
    let sign = self < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
