import SQLite

/// Why a store cannot be opened or read. The file is left as it was; the description is one sentence.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process works with the file.
  case inUse(path: String)
  /// The file, or the folder for it, cannot be made or written; the reason is the system's.
  case unwritable(path: String, reason: String)
  /// The file system takes nothing: it is mounted read-only, or full.
  case readOnly(path: String, reason: String)
  /// The file is no database, or one of another program.
  case foreign(path: String)
  /// A later version of the program made the file.
  case newer(path: String, version: Int64)
  /// The file is damaged, or holds what this program never writes.
  case damaged(path: String, detail: String)

  /// One sentence with the file.
  public var description: String {
    switch self {
    case .inUse(let path): "another waymark holds \(path); stop it, or name another file"
    case .unwritable(let path, let reason), .readOnly(let path, let reason): "\(path) cannot be written: \(reason)"
    case .foreign(let path): "\(path) is not a store of waymark; it was left alone: name another file"
    case .newer(let path, let version):
      "\(path) was made by a newer waymark (version \(version) of its tables, this one knows \(Schema.version))"
    case .damaged(let path, let detail): "\(path) is damaged (\(detail)); move it away to begin a new one"
    }
  }

  /// Whether an error says that the file is damaged, so that only a new one helps.
  static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: [11, 26].contains(error.primaryCode)  // SQLITE_CORRUPT, SQLITE_NOTADB
    case StoreError.damaged: true
    default: false
    }
  }

  /// What an error of SQLite means while the file is being opened; nil for one that says enough itself.
  init?(opening error: SQLiteError) {
    switch error.primaryCode {
    case 5, 6: self = .inUse(path: error.path)  // SQLITE_BUSY, SQLITE_LOCKED
    case 8: self = .unwritable(path: error.path, reason: "its folder is read-only")  // SQLITE_READONLY
    case 14: self = .unwritable(path: error.path, reason: error.message)  // SQLITE_CANTOPEN
    case 11: self = .damaged(path: error.path, detail: error.message)  // SQLITE_CORRUPT
    case 26: self = .foreign(path: error.path)  // SQLITE_NOTADB
    default: return nil
    }
  }
}
