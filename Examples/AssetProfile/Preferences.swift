import FoundationEssentials

/// What the program remembers between runs, in one small JSON file: a board's stand-in for a phone's user defaults.
@MainActor
final class Preferences {
  private let file: URL
  private var texts: [String: String]

  /// Reads the file; one that is missing or unreadable counts as empty.
  init(path: String) {
    file = URL(filePath: path)
    texts = (try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))) ?? [:]
  }

  func string(forKey key: String) -> String? { texts[key] }

  func bool(forKey key: String) -> Bool { texts[key] == "true" }

  func set(_ text: String, forKey key: String) {
    texts[key] = text
    // What cannot be written is still known until the program ends.
    try? JSONEncoder().encode(texts).write(to: file, options: .atomic)
  }

  func set(_ flag: Bool, forKey key: String) { set(flag ? "true" : "false", forKey: key) }
}
