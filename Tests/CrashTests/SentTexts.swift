/// The text of each point as it was first sent, by its time; counts those that differed later.
struct SentTexts {
  private(set) var changed = 0
  private var texts: [Substring: Substring] = [:]

  /// Takes down a request's body.
  mutating func saw(_ body: String) {
    // Whatever follows this mark is one location, up to the next.
    for location in body.split(separator: #"{"location":"#).dropFirst() {
      let text = location[..<(location.lastIndex(of: "}") ?? location.endIndex)]
      let key = text.firstRange(of: #""timestamp":"#).map { text[$0.upperBound...].prefix { $0.isNumber } } ?? ""
      // The last one has the ends of list and request behind it.
      let trimmed = text.hasSuffix("}]") ? text.dropLast(2) : text
      if texts.updateValue(trimmed, forKey: key) ?? trimmed != trimmed { changed += 1 }
    }
  }

  /// How many points a body holds.
  static func points(in body: String) -> Int { body.ranges(of: #""timestamp":"#).count }
}
