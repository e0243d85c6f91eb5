import CSQLite

/// One prepared SQL statement: bind its values, then `run` it, or read its rows with `first`, `all` or `step`.
public final class Statement {
  /// Nil for a text without SQL (a comment), which SQLite takes as a statement that does nothing.
  private let statement: OpaquePointer?
  private let database: OpaquePointer
  private let path: String

  init(_ statement: OpaquePointer?, _ database: OpaquePointer, path: String) {
    self.statement = statement
    self.database = database
    self.path = path
  }

  // The connection may be let go first: `sqlite3_close_v2` waits for its statements.
  deinit { sqlite3_finalize(statement) }

  // MARK: Values, by position from 1

  /// Binds an integer; nil is NULL.
  public func bind(_ value: Int64?, at position: Int32) throws(SQLiteError) {
    try check(value.map { sqlite3_bind_int64(statement, position, $0) } ?? sqlite3_bind_null(statement, position))
  }

  /// Binds a number; nil is NULL, and so is what is not a number.
  public func bind(_ value: Double?, at position: Int32) throws(SQLiteError) {
    try check(value.map { sqlite3_bind_double(statement, position, $0) } ?? sqlite3_bind_null(statement, position))
  }

  /// Binds a text; nil is NULL.
  public func bind(_ value: String?, at position: Int32) throws(SQLiteError) {
    guard var value else { return try check(sqlite3_bind_null(statement, position)) }
    // Safety: SQLite copies the bytes during the call.
    try check(value.withUTF8 { waymark_sqlite_bind_text(statement, position, $0.baseAddress, UInt64($0.count)) })
  }

  /// Binds bytes; nil is NULL.
  public func bind(_ value: [UInt8]?, at position: Int32) throws(SQLiteError) {
    guard let value else { return try check(sqlite3_bind_null(statement, position)) }
    // Safety: SQLite copies the bytes during the call.
    try check(value.withUnsafeBytes { waymark_sqlite_bind_blob(statement, position, $0.baseAddress, UInt64($0.count)) })
  }

  // MARK: Running

  /// Goes to the next row; false after the last one, when the statement is back at its start.
  ///
  /// A statement left on a row holds the file against writers' checkpoints until `reset`.
  public func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    let error = code == SQLITE_DONE ? nil : SQLiteError(database, code: code, path: path)
    sqlite3_reset(statement)
    if let error { throw error }
    return false
  }

  /// Runs the statement to its end, without looking at rows.
  public func run() throws(SQLiteError) {
    while try step() {}
  }

  /// What `read` makes of the first row; nil without rows.
  public func first<Value>(_ read: (Statement) -> Value?) throws(SQLiteError) -> Value? {
    defer { sqlite3_reset(statement) }
    return try step() ? read(self) : nil
  }

  /// What `read` makes of each row, in order.
  public func all<Value>(_ read: (Statement) -> Value) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    while try step() { values.append(read(self)) }
    return values
  }

  /// Back to the start, without values.
  public func reset() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  // MARK: Columns of the current row, from 0

  /// The column as an integer; nil for NULL.
  public func integer(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(statement, column)
  }

  /// The column as a number; nil for NULL.
  public func real(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(statement, column)
  }

  /// The column as a text; nil for NULL. Bytes that are not UTF-8 come as U+FFFD.
  public func text(_ column: Int32) -> String? {
    guard !isNull(column), let bytes = sqlite3_column_text(statement, column) else { return nil }
    // Safety: SQLite keeps the bytes until the next step or conversion of this column; they are copied before.
    let text = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: text, as: UTF8.self)
  }

  /// The column's bytes; nil for NULL.
  public func blob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    // Safety: as for `text`; the pointer is null for an empty value.
    let bytes = sqlite3_column_blob(statement, column)
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code, path: path) }
  }
}
