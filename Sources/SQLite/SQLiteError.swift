import CSQLite
import Glibc

/// What SQLite refused, and in which file.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `SQLITE_READONLY_DIRECTORY`, a macro that Swift does not import.
  private static let readOnlyFolder = SQLITE_READONLY | 6 << 8

  /// SQLite's extended result code, such as 2067 for a repeated unique value.
  public let code: Int32
  /// SQLite's words, with the system's reason where it knows one.
  public let message: String
  /// The database file.
  public let path: String

  /// The result code without its extension, such as 13 (`SQLITE_FULL`) or 19 (`SQLITE_CONSTRAINT`).
  public var primaryCode: Int32 { code & 0xff }

  /// The file and SQLite's words.
  public var description: String { "database \(path): \(message)" }

  /// The last failure of a connection; without one there was no memory to make it.
  init(_ database: OpaquePointer?, code: Int32, path: String) {
    self.code = code
    self.path = path
    guard let database else {
      message = SQLiteError.text(sqlite3_errstr(code))
      return
    }
    let words = SQLiteError.text(sqlite3_errmsg(database))
    if code == SQLiteError.readOnlyFolder {
      message = "its folder may not be written"
    } else if code & 0xff == SQLITE_IOERR, case let number = sqlite3_system_errno(database), number != 0 {
      message = "\(words) (\(SQLiteError.text(strerror(number))))"
    } else {
      message = words
    }
  }

  /// A file that cannot be opened, for a reason of the system's. SQLite's own number for it is misleading: after a
  /// refusal it tries to read the file, and remembers that a file that could not be made does not exist.
  init(opening path: String, code: Int32, errno number: Int32) {
    self.code = code
    self.path = path
    message = SQLiteError.text(number == 0 ? sqlite3_errstr(code) : UnsafePointer(strerror(number)))
  }

  private static func text(_ words: UnsafePointer<CChar>?) -> String {
    words.map { String(cString: $0) } ?? "unknown error"
  }
}
