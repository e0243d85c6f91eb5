import FoundationEssentials
import JSON
import SQLite

/// Assets, their locations and their trips in one SQLite database. All SQL of the collector is here and in the tables'
/// extensions.
///
/// Every call that changes something is on disk when it returns, so a location that was confirmed to its sender
/// survives a power cut.
final class CollectorStore {
  let connection: Connection

  /// Opens the database, or makes it; one of an older collector is brought up to date.
  ///
  /// - Throws: `SQLiteError`, or `ForeignDatabase` for a file that is not a collector's.
  init(path: String) throws {
    connection = try Connection(path: path)
    try connection.transaction {
      let version = try isEmpty() ? 0 : try knownVersion()
      for step in Schema.steps[version...] { try connection.execute(step) }
      try connection.setUserVersion(Int32(clamping: Schema.steps.count))
    }
    // Not before: the journal's mode is written into the file, which may have turned out to be another's.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  }

  private func isEmpty() throws -> Bool {
    try connection.prepare("SELECT count(*) FROM sqlite_schema").first { $0.integer(0) } == 0
  }

  private func knownVersion() throws -> Int {
    let application = try connection.prepare("PRAGMA application_id").first { $0.integer(0) }
    let version = Int(clamping: try connection.userVersion())
    guard application == Schema.application, (1...Schema.steps.count).contains(version) else {
      throw ForeignDatabase(path: connection.path)
    }
    return version
  }

  // MARK: What columns hold as JSON

  func text(_ value: (some Encodable)?) throws -> String? {
    try value.map { String(decoding: try jsonBytes($0), as: UTF8.self) }
  }

  func value<Value: Decodable>(_ type: Value.Type, _ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}

/// The file is a database, but not one that this collector can use.
struct ForeignDatabase: Error, CustomStringConvertible {
  let path: String
  var description: String {
    "database \(path): it was made by another program or a newer collector; choose another file"
  }
}
