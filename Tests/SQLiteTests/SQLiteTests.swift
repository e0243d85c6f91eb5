import FoundationEssentials
import SQLite
import Testing

@Suite("A database connection")
struct ConnectionTests {
  @Test("gives back what was bound, NULL as nil, empty values as empty")
  func roundTrip() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB)")
    let rows: [(Int64?, Double?, String?, [UInt8]?)] = [
      (.min, -0.1, "Zürich\u{0}🚚", [0, 255]), (0, 0, "", []), (nil, nil, nil, nil),
    ]
    for (i, r, s, b) in rows {
      let insert = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
      try insert.bind(i, at: 1)
      try insert.bind(r, at: 2)
      try insert.bind(s, at: 3)
      try insert.bind(b, at: 4)
      try insert.run()
    }
    #expect(connection.changes == 1)
    #expect(connection.lastInsertedRow == 3)
    let read = try connection.prepare("SELECT i, r, s, b FROM t ORDER BY rowid").all {
      ($0.integer(0), $0.real(1), $0.text(2), $0.blob(3))
    }
    #expect(read.map(\.0) == rows.map(\.0))
    #expect(read.map(\.1) == rows.map(\.1))
    #expect(read.map(\.2) == rows.map(\.2))
    #expect(read.map(\.3) == rows.map(\.3))
  }

  @Test("hands a statement out again without its old values")
  func cachedStatement() throws {
    let connection = try Connection(path: ":memory:")
    let first = try connection.prepare("SELECT ?")
    try first.bind("old", at: 1)
    #expect(try first.step())
    #expect(first.text(0) == "old")
    let second = try connection.prepare("SELECT ?")
    #expect(first === second)
    #expect(try second.step())
    #expect(second.text(0) == nil)
  }

  @Test("a column or a position that does not exist is nil or an error")
  func outOfRange() throws {
    let statement = try Connection(path: ":memory:").prepare("SELECT ?")
    #expect(throws: SQLiteError.self) { try statement.bind(Int64(1), at: 2) }
    #expect(try statement.first { $0.integer(7) } == nil)
  }

  @Test("a transaction that throws leaves nothing behind, and the next one works")
  func rollback() throws {
    struct Refusal: Error {}
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (i INTEGER UNIQUE)")
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.setUserVersion(9)
        throw Refusal()
      }
    }
    #expect(try connection.userVersion() == 0)
    try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      try connection.setUserVersion(3)
    }
    #expect(try connection.userVersion() == 3)
    #expect(try connection.prepare("SELECT count(*) FROM t").first { $0.integer(0) } == 1)
    let error = failure { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == 2067)
    #expect(error?.primaryCode == 19)
  }

  @Test("names the file and the reason when it cannot be opened")
  func cannotOpen() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appending(path: "no/such/folder.db").path
    let error = failure { _ = try Connection(path: missing) }
    #expect(error?.description.contains(missing) == true)
    #expect(error?.message == "No such file or directory")
    #expect(failure { _ = try Connection(path: folder.path) }?.message == "Is a directory")
    let absent = folder.appending(path: "x.db").path
    for mode in [Connection.Mode.existing, .readOnly] {
      #expect(failure { _ = try Connection(path: absent, mode: mode) }?.message == "No such file or directory")
    }
    #expect(!FileManager.default.fileExists(atPath: absent))
  }

  @Test("keeps a file's rows between connections, and says when a file is no database")
  func files() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a b.db").path
    try Connection(path: path).execute("PRAGMA journal_mode = WAL; CREATE TABLE t AS SELECT 7 AS i")
    #expect(try Connection(path: path, mode: .readOnly).prepare("SELECT i FROM t").first { $0.integer(0) } == 7)
    let other = folder.appending(path: "notes.txt")
    try Data(repeating: 65, count: 4096).write(to: other)
    let error = failure { try Connection(path: other.path).execute("CREATE TABLE t (i)") }
    #expect(error?.message == "file is not a database")
  }

  private func failure(_ body: () throws -> Void) -> SQLiteError? {
    do {
      try body()
      return nil
    } catch {
      return error as? SQLiteError
    }
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
