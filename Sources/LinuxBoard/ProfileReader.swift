import Devices

/// The values of a board's profile, by path; every one must be known, and those that must be there are.
final class ProfileReader {
  private let file: String
  private let entries: [String: TOMLEntry]
  private var read: Set<String> = []

  init(_ text: String, file: String) throws(ConfigurationError) {
    self.file = file
    let all = try TOMLEntry.all(in: text, of: file)
    entries = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The names of the tables under `hat`, in order.
  var hats: [String] {
    let names = entries.keys.compactMap { path -> String? in
      let parts = path.split(separator: ".")
      return parts.count == 3 && parts[0] == "hat" ? String(parts[1]) : nil
    }
    return Set(names).sorted()
  }

  func text(_ path: String) throws(ConfigurationError) -> String { try required(path, optionalText(path)) }

  func optionalText(_ path: String) throws(ConfigurationError) -> String? {
    guard let entry = take(path) else { return nil }
    guard case .text(let text) = entry.value, !text.isEmpty else { throw mismatch(entry, "a text in quotes") }
    return text
  }

  func family(_ path: String) throws(ConfigurationError) -> ReceiverFamily {
    let name = try text(path)
    if let family = ReceiverFamily(rawValue: name) { return family }
    let names = ReceiverFamily.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw entries[path].map { mismatch($0, "one of \(names)") } ?? missing(path)
  }

  func number(_ path: String) throws(ConfigurationError) -> Int { try required(path, optionalNumber(path)) }

  func optionalNumber(_ path: String) throws(ConfigurationError) -> Int? {
    guard let entry = take(path) else { return nil }
    guard case .whole(let whole) = entry.value, let number = Int(exactly: whole), number >= 0 else {
      throw mismatch(entry, "a whole number")
    }
    return number
  }

  func list(_ path: String) throws(ConfigurationError) -> [String] {
    guard entries[path] != nil else { throw missing(path) }
    return try optionalList(path)
  }

  func optionalList(_ path: String) throws(ConfigurationError) -> [String] {
    guard let entry = take(path) else { return [] }
    var texts: [String] = []
    guard case .list(let values) = entry.value else { throw mismatch(entry, "a list of texts") }
    for value in values {
      guard case .text(let text) = value else { throw mismatch(entry, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Nothing may stand in the file that nobody has asked for.
  func refuseUnread() throws(ConfigurationError) {
    let unread = entries.values.filter { !read.contains($0.path) }.min { $0.line < $1.line }
    guard let unread else { return }
    throw ConfigurationError(file, unread.line, unread.column, "unknown key \(unread.path); boards/README.md lists all")
  }

  private func take(_ path: String) -> TOMLEntry? {
    read.insert(path)
    return entries[path]
  }

  private func required<Value>(_ path: String, _ value: Value?) throws(ConfigurationError) -> Value {
    guard let value else { throw missing(path) }
    return value
  }

  private func missing(_ path: String) -> ConfigurationError { ConfigurationError("\(file): \(path) is missing") }

  private func mismatch(_ entry: TOMLEntry, _ expected: String) -> ConfigurationError {
    ConfigurationError(file, entry.line, entry.column, "\(entry.path) takes \(expected)")
  }
}
