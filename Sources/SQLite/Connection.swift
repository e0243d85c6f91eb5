import CSQLite
import Glibc

/// An open database.
///
/// A connection and its statements belong to the thread that made them: they are opened without SQLite's own locks.
public final class Connection {
  /// How the file is opened.
  public enum Mode: Sendable {
    /// For reading and writing; a missing file is made.
    case create
    /// For reading and writing; a missing file is an error.
    case existing
    /// For reading; a missing file is an error.
    case readOnly

    fileprivate var flags: Int32 {
      switch self {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .existing: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    }

    fileprivate var systemFlags: Int32 {
      switch self {
      case .create: O_RDWR | O_CREAT
      case .existing: O_RDWR
      case .readOnly: O_RDONLY
      }
    }
  }

  /// The file, as it was named; `:memory:` for a database without one.
  public let path: String
  private let database: OpaquePointer
  /// By their text. The texts are the program's own, so there is a handful of them.
  private var statements: [String: Statement] = [:]

  /// Opens a file, or `:memory:`.
  ///
  /// A file that is not a database is noticed by the first statement that touches it.
  ///
  /// - Parameter busyTimeoutMilliseconds: how long a statement waits for another process that holds the file.
  /// - Throws: `SQLiteError` when the file cannot be opened, or may not be written though the mode says so.
  public init(path: String, mode: Mode = .create, busyTimeoutMilliseconds: Int32 = 5000) throws(SQLiteError) {
    self.path = path
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLiteError(opening: path, code: code, errno: Connection.systemError(opening: path, mode))
    }
    // SQLite opens a file for reading when it may not be written, and says so at the first write only.
    guard mode == .readOnly || sqlite3_db_readonly(opened, "main") == 0 else {
      sqlite3_close_v2(opened)
      throw SQLiteError(opening: path, code: SQLITE_READONLY, errno: EACCES)
    }
    database = opened
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
  }

  /// Why the system refuses the file; 0 when it does not.
  private static func systemError(opening path: String, _ mode: Mode) -> Int32 {
    let descriptor = open(path, mode.systemFlags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  /// Closes the file once the last statement is gone.
  deinit { sqlite3_close_v2(database) }

  /// Runs SQL without parameters, several statements if need be; rows are dropped.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code, path: path) }
  }

  /// The statement of this text, ready to be bound and run.
  ///
  /// It is made once and handed out again afterwards, back at its start and without values: finish with it before
  /// asking for the same text again.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] {
      statement.reset()
      return statement
    }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code, path: path) }
    let statement = Statement(prepared, database, path: path)
    statements[sql] = statement
    return statement
  }

  /// How many rows the last insert, update or delete changed.
  public var changes: Int { Int(sqlite3_changes64(database)) }

  /// The row id of the last insert.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(database) }

  /// Runs `body` in one transaction, which takes the file for writing at once. Transactions do not nest.
  ///
  /// - Throws: what `body` throws, or `SQLiteError` when the transaction cannot be begun or committed; nothing that
  ///   `body` did is kept then.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite has rolled back by itself after some errors (a full disk); what matters to the caller is the first one.
      if sqlite3_get_autocommit(database) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The number that the application keeps in the file for the version of its tables; 0 in a new file.
  public func userVersion() throws(SQLiteError) -> Int64 {
    try prepare("PRAGMA user_version").first { $0.integer(0) } ?? 0
  }

  /// Sets the version of the tables; part of the transaction that is open, if one is.
  public func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }
}
