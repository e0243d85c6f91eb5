public import Delivery
import Glibc
import SQLite
public import Sampling

/// The queue, the upload log and the remembered state in one SQLite file.
///
/// Every change is a transaction that is on the disk when the call returns (write-ahead log, `synchronous=FULL`), so a
/// power cut costs nothing that was acknowledged. The file belongs to one process at a time: SQLite's exclusive lock is
/// held from opening to closing, and the kernel releases it whatever way the process ends. Calls block, and belong to
/// the thread that opened the store.
public final class SQLiteStore: LocationQueue, StateStore {
  /// Points kept when the configuration says nothing: 5,000 batches of 30.
  public static let defaultCapacity = 150_000
  /// Lines kept in the upload log; older ones go.
  public static let logCapacity = 1_000

  private let connection: Connection
  private let capacity: Int
  /// How many samples wait; counted once, since nobody else can change the file.
  private var waiting = 0

  /// Opens a store, or makes one; folders that are missing on the way are made for the owner alone (mode 0700), and so
  /// is the file (0600).
  ///
  /// - Parameters:
  ///   - path: the file; SQLite keeps a second one with the ending `-wal` beside it.
  ///   - capacity: the most points that wait, at least 1; when more come, the oldest go.
  ///   - lockTimeoutMilliseconds: how long a process that is just ending is waited for.
  /// - Throws: `StoreError`, or `SQLiteError` when the disk fails.
  public init(path: String, capacity: Int = defaultCapacity, lockTimeoutMilliseconds: Int32 = 2_000) throws {
    self.capacity = max(1, capacity)
    try createFile(path)
    do {
      connection = try Connection(path: path, mode: .existing, busyTimeoutMilliseconds: lockTimeoutMilliseconds)
      // Before the first look at the file, so that SQLite does without shared memory and never lets the lock go.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try Schema.check(connection)
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      try Schema.migrate(connection)
      waiting = Int(clamping: try connection.prepare("SELECT count(*) FROM queue").first { $0.integer(0) } ?? 0)
    } catch let error as SQLiteError {
      throw StoreError(opening: error) ?? error
    }
  }

  // MARK: The queue

  /// Stores samples behind all others; see `LocationQueue`.
  public func append(_ samples: [Sample]) throws -> Int {
    let pushedOut = try connection.transaction {
      let insert = try connection.prepare(SampleRow.insert)
      for sample in samples {
        try SampleRow.bind(sample, to: insert)
        try insert.run()
      }
      return try removeOldest(waiting + samples.count - capacity)
    }
    waiting += samples.count - pushedOut
    return pushedOut
  }

  private func removeOldest(_ number: Int) throws(SQLiteError) -> Int {
    guard number > 0 else { return 0 }
    let delete = try connection.prepare(
      "DELETE FROM queue WHERE sequence IN (SELECT sequence FROM queue ORDER BY sequence LIMIT ?)")
    try delete.bind(Int64(number), at: 1)
    try delete.run()
    return connection.changes
  }

  /// The oldest samples, at most `limit`, in order.
  public func oldest(_ limit: Int) throws -> [QueuedSample] {
    let select = try connection.prepare(SampleRow.selectOldest)
    try select.bind(Int64(max(0, limit)), at: 1)
    return try select.all(SampleRow.read).map { try readable($0) }
  }

  /// How many samples wait.
  public func count() throws -> Int { waiting }

  /// Removes what a batch held and writes its line of the log; see `LocationQueue`.
  @discardableResult
  public func settle(_ entry: UploadLogEntry) throws -> Int {
    let removed = try connection.transaction {
      let delete = try connection.prepare("DELETE FROM queue WHERE sequence BETWEEN ? AND ?")
      try delete.bind(entry.sequences.lowerBound, at: 1)
      try delete.bind(entry.sequences.upperBound, at: 2)
      try delete.run()
      let removed = connection.changes
      try UploadLogRow.insert(entry, into: connection, keeping: SQLiteStore.logCapacity)
      return removed
    }
    waiting -= removed
    return removed
  }

  /// Lets all samples go; their numbers are never used again.
  public func removeAll() throws -> Int {
    try connection.execute("DELETE FROM queue")
    defer { waiting = 0 }
    return waiting
  }

  /// The newest lines of the upload log, newest first.
  public func uploadLog(_ limit: Int) throws -> [UploadLogEntry] {
    try UploadLogRow.newest(max(0, limit), in: connection).map { try readable($0) }
  }

  private func readable<Row>(_ row: Row?) throws(StoreError) -> Row {
    guard let row else { throw .damaged(path: connection.path, detail: "a row cannot be read") }
    return row
  }

  // MARK: The state

  /// A text by its key; nil when never set.
  public func text(_ key: StateKey) throws -> String? {
    let select = try connection.prepare("SELECT value FROM state WHERE key = ?")
    try select.bind(key.rawValue, at: 1)
    return try select.first { $0.text(0) }
  }

  /// Sets or, with nil, forgets.
  public func set(_ key: StateKey, to text: String?) throws {
    let change = try connection.prepare(
      text == nil ? "DELETE FROM state WHERE key = ?1" : "INSERT OR REPLACE INTO state (key, value) VALUES (?1, ?2)")
    try change.bind(key.rawValue, at: 1)
    if let text { try change.bind(text, at: 2) }
    try change.run()
  }
}

/// Makes a missing file, and the folders on the way to it.
private func createFile(_ path: String) throws(StoreError) {
  func fail() -> StoreError {
    let code = errno
    return .unwritable(path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
  for end in path.indices.dropFirst() where path[end] == "/" {
    guard mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST else { throw fail() }
  }
  // Only a file that was not there is opened here: closing any other would also drop the locks that SQLite has on it.
  let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
  guard file >= 0 || errno == EEXIST else { throw fail() }
  if file >= 0 { close(file) }
  // SQLite would open a file that may only be read, and fail later with less to say.
  guard access(path, R_OK | W_OK) == 0 else { throw fail() }
}
