import CSQLite
import Glibc

/// What SQLite refused, and in which file.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
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
    let isFileTrouble = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
    let number = sqlite3_system_errno(database)
    message = isFileTrouble && number != 0 ? "\(words) (\(SQLiteError.text(strerror(number))))" : words
  }

  private static func text(_ words: UnsafePointer<CChar>?) -> String {
    words.map { String(cString: $0) } ?? "unknown error"
  }
}
