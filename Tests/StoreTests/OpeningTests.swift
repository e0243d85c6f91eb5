import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite("Opening a store")
struct OpeningTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("queue.db")
  }

  @Test("makes missing folders and the file for their owner alone")
  func folders() throws {
    _ = try SQLiteStore(path: folder.file("a/b/queue.db"))
    #expect(permissions("a") == 0o700 && permissions("a/b") == 0o700)
    #expect(permissions("a/b/queue.db") == 0o600)
  }

  @Test("refuses a file that another holds, until that one has closed it")
  func lock() throws {
    do {
      let holder = try SQLiteStore(path: path)
      #expect(throws: StoreError.inUse(path: path)) { try SQLiteStore(path: path, lockTimeoutMilliseconds: 0) }
      #expect(try holder.append([try sample(1)]) == 0)
    }
    #expect(try SQLiteStore(path: path, lockTimeoutMilliseconds: 0).count() == 1)
  }

  @Test("leaves a file that is no database alone", arguments: [4, 25_000])
  func noDatabase(size: Int) throws {
    let text = Data(repeating: UInt8(ascii: "x"), count: size)
    try folder.write(text, to: "queue.db")
    #expect(throws: StoreError.foreign(path: path)) { try SQLiteStore(path: path) }
    #expect(try folder.bytes("queue.db") == text)
  }

  @Test("leaves another program's database alone", arguments: ["CREATE TABLE t (x)", "PRAGMA user_version = 1"])
  func otherProgram(sql: String) throws {
    try Connection(path: path).execute(sql)
    let before = try folder.bytes("queue.db")
    #expect(throws: StoreError.foreign(path: path)) { try SQLiteStore(path: path) }
    #expect(try folder.bytes("queue.db") == before)
  }

  @Test("leaves a store of a newer version alone, and says which versions")
  func newer() throws {
    do { _ = try SQLiteStore(path: path).append([try sample(1)]) }
    try Connection(path: path, mode: .existing).setUserVersion(7)
    let before = try folder.bytes("queue.db")
    let expected = StoreError.newer(path: path, version: 7)
    #expect(throws: expected) { try SQLiteStore(path: path) }
    #expect(expected.description.contains("version 7") && expected.description.contains("knows 1"))
    #expect(try folder.bytes("queue.db") == before)
  }

  @Test("takes an empty file, which a power cut in the first second leaves")
  func emptyFile() throws {
    try folder.write(Data(), to: "queue.db")
    #expect(try SQLiteStore(path: path).count() == 0)
  }

  @Test("says why the file cannot be made", arguments: ["file/queue.db", "file/more/queue.db", ""])
  func unwritable(name: String) throws {
    try folder.write(Data(), to: "file")
    let path = folder.file(name)
    do {
      _ = try SQLiteStore(path: path)
      Issue.record("opened")
    } catch StoreError.unwritable(let named, let reason) {
      #expect(named == path && !reason.isEmpty)
    }
  }

  @Test(
    "a row that cannot be read is an error and no trap",
    arguments: [
      "UPDATE queue SET reason = 'x'", "UPDATE queue SET flags = 256", "UPDATE queue SET eph_mm = 2147483648",
      "UPDATE queue SET fix_mode = 0", "UPDATE queue SET battery_percent = -1", "UPDATE upload_log SET state = ''",
      "UPDATE upload_log SET first_sequence = 9", "UPDATE upload_log SET last_time_ms = 0",
    ])
  func damaged(sql: String) throws {
    do {
      let store = try SQLiteStore(path: path)
      _ = try store.append(try samples(1...2))
      try store.settle(try entry(try store.oldest(1)))
    }
    try Connection(path: path, mode: .existing).execute(sql)
    let store = try SQLiteStore(path: path)
    #expect(throws: StoreError.self) {
      _ = try store.oldest(9)
      _ = try store.uploadLog(9)
    }
  }

  private func permissions(_ name: String) -> mode_t {
    var status = stat()
    #expect(stat(folder.file(name), &status) == 0)
    return status.st_mode & 0o777
  }
}
