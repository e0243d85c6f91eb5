import Delivery
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
      try holder.save([try sample(1)])
    }
    #expect(try SQLiteStore(path: path, lockTimeoutMilliseconds: 0).state.waiting == 1)
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
    do { try SQLiteStore(path: path).save([try sample(1)]) }
    try Connection(path: path, mode: .existing).setUserVersion(7)
    let before = try folder.bytes("queue.db")
    let expected = StoreError.newer(path: path, version: 7)
    #expect(throws: expected) { try SQLiteStore(path: path) }
    #expect(expected.description.contains("version 7") && expected.description.contains("knows 3"))
    #expect(try folder.bytes("queue.db") == before)
  }

  @Test("takes an empty file, which a power cut in the first second leaves")
  func emptyFile() throws {
    try folder.write(Data(), to: "queue.db")
    #expect(try SQLiteStore(path: path).state.waiting == 0)
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
    "a row that cannot be read costs that row: the file is set aside, and the others go on in a new one",
    arguments: [
      "UPDATE queue SET reason = 'x' WHERE sequence = 3", "UPDATE queue SET flags = 256 WHERE sequence = 3",
      "UPDATE queue SET eph_mm = 2147483648 WHERE sequence = 3", "UPDATE queue SET fix_mode = 0 WHERE sequence = 3",
      "UPDATE queue SET battery_percent = -1 WHERE sequence = 3",
    ])
  func damagedRow(sql: String) throws {
    try make { store in
      try store.save(try samples(1...5))
      try store.set(.deviceID, to: "board")
    }
    try Connection(path: path, mode: .existing).execute(sql)
    let notices = Notices()
    do {
      let store = try SQLiteStore(path: path, report: notices.take)
      #expect(try store.oldest(9).map(\.sequence) == [1, 2, 4, 5])
      #expect(try store.text(.deviceID) == "board")
      #expect(store.state.waiting == 4)
      try store.save([try sample(6)])
      #expect(try store.oldest(9).last?.sample == sample(6))
    }
    guard case .damagedFileSetAside(path, let name, _, rescued: 4) = try #require(notices.all.first) else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(try folder.bytes(String(name.dropFirst(folder.path.count + 1))).count > 0)
    #expect(try SQLiteStore(path: path).state.waiting == 5, "the new file is a sound one")
  }

  @Test(
    "a line of the log that cannot be read costs that line",
    arguments: [
      "UPDATE upload_log SET state = ''", "UPDATE upload_log SET first_sequence = 9",
      "UPDATE upload_log SET last_time_ms = 0",
    ])
  func damagedLine(sql: String) throws {
    try make { store in
      try store.save(try samples(1...2))
      try store.settle(try entry(try store.oldest(1)))
    }
    try Connection(path: path, mode: .existing).execute(sql)
    let store = try SQLiteStore(path: path)
    #expect(try store.uploadLog(9).isEmpty)
    #expect(try store.oldest(9).map(\.sequence) == [2])
  }

  @Test(
    "a page that is damaged costs the points on it and few others", arguments: 1...21)
  func damagedPage(page: Int) throws {
    try make { store in
      try store.save(try samples(1...1_000))
      try store.set(.deviceID, to: "board")
    }
    var bytes = try folder.bytes("queue.db")
    let start = page * 4096
    try #require(start + 4096 <= bytes.count)
    for index in start..<start + 4096 { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "queue.db")
    let store = try SQLiteStore(path: path, report: { _ in })
    let found = try store.oldest(2_000)
    #expect(found.count > 850 || page < 8, "only \(found.count) of 1000")
    #expect(try found.allSatisfy { try $0.sample == sample($0.sequence) })
    try store.save([try sample(2_000)])
    #expect(try store.oldest(2_000).last?.sample == sample(2_000))
  }

  @Test(
    "a store whose first page a power cut has erased is set aside; three such files are kept", arguments: [0, 0xFF])
  func erased(byte: UInt8) throws {
    for round in 1...5 {
      try make { try $0.save(try samples(1...3)) }
      var bytes = try folder.bytes("queue.db")
      for index in 0..<4096 { bytes[index] = byte }
      try folder.write(bytes, to: "queue.db")
      let notices = Notices()
      let store = try SQLiteStore(path: path, report: notices.take)
      #expect(store.state.waiting == 0)
      #expect(notices.all.count == 1)
      let kept = (1...5).filter { access("\(path).damaged-\($0)", F_OK) == 0 }
      #expect(kept == Array(1...min(3, round)))
    }
  }

  @Test("a store of the first version is brought up, with its points under their numbers")
  func migration() throws {
    let old = try Connection(path: path)
    try old.execute(Schema.migrations[0] + "; PRAGMA user_version = 1")
    try old.execute(
      """
      INSERT INTO queue (sequence, time_ms, latitude_nd, longitude_nd, tracking_mode, reason, fix_mode, flags)
      VALUES (41, 1796000041000, 48000000041, 16000000000, 'active', 'distance', 1, 0);
      INSERT INTO state VALUES ('device_id', 'board')
      """)
    let store = try SQLiteStore(path: path)
    #expect(try store.oldest(9) == [QueuedSample(sequence: 41, sample: sample(41))])
    #expect(try store.text(.deviceID) == "board")
    try store.save([try sample(42)])
    #expect(try store.oldest(9).map(\.sequence) == [41, 42])
  }

  /// Makes a store and closes it.
  private func make(_ fill: (SQLiteStore) throws -> Void) throws {
    try fill(try SQLiteStore(path: path))
  }

  private func permissions(_ name: String) -> mode_t {
    var status = stat()
    #expect(stat(folder.file(name), &status) == 0)
    return status.st_mode & 0o777
  }
}
