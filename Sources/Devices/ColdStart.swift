/// Makes of a capture's sentences what the receiver would have said before its first fix: the time and the date, and
/// nothing else.
enum ColdStart {
  /// The void form of a line; the line itself when it says nothing of a fix.
  static func void(_ line: [UInt8]) -> [UInt8] {
    guard let body = sentenceBody(line) else { return line }
    var fields = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let name = fields.first?.suffix(3), voidFields(String(name), &fields) else { return line }
    return MTK.sentence(fields.joined(separator: ","))
  }

  /// Empties what a receiver without fix cannot know; gives whether the kind has something to empty.
  private static func voidFields(_ name: String, _ fields: inout [String]) -> Bool {
    switch name {
    case "RMC":
      keep([0, 1, 9], of: &fields)
      set(2, "V", &fields)
      set(12, "N", &fields)
    case "GGA":
      keep([0, 1], of: &fields)
      set(6, "0", &fields)
      set(7, "00", &fields)
    case "GNS":
      keep([0, 1], of: &fields)
      set(6, "NN", &fields)
      set(7, "00", &fields)
    case "GLL":
      keep([0, 5], of: &fields)
      set(6, "V", &fields)
      set(7, "N", &fields)
    case "GSA":
      keep([0, 1], of: &fields)
      set(2, "1", &fields)
    case "VTG":
      keep([0], of: &fields)
      set(9, "N", &fields)
    case "GST", "GBS": keep([0, 1], of: &fields)
    default: return false
    }
    return true
  }

  private static func keep(_ kept: Set<Int>, of fields: inout [String]) {
    for index in fields.indices where !kept.contains(index) { fields[index] = "" }
  }

  private static func set(_ index: Int, _ value: String, _ fields: inout [String]) {
    if index < fields.count { fields[index] = value }
  }
}

/// What stands between `$` and `*` of a line whose checksum is right; nil for any other line.
func sentenceBody(_ line: some Collection<UInt8>) -> String? {
  guard line.first == UInt8(ascii: "$"), let star = line.lastIndexOf(UInt8(ascii: "*")) else { return nil }
  let body = line[line.index(after: line.startIndex)..<star]
  let digits = line[line.index(after: star)...].prefix(2)
  guard digits.count == 2, UInt8(String(decoding: digits, as: UTF8.self), radix: 16) == body.reduce(0, ^) else {
    return nil
  }
  return String(decoding: body, as: UTF8.self)
}

extension Collection where Element == UInt8 {
  fileprivate func lastIndexOf(_ byte: UInt8) -> Index? {
    var found: Index?
    for index in indices where self[index] == byte { found = index }
    return found
  }
}
