import Delivery
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite("Points that are set aside")
struct SetAsideTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("queue.db")
  }

  /// Refuses so many of the oldest points, one after the other.
  private func refuse(_ count: Int, _ store: SQLiteStore, assetID: String = "van") throws {
    for _ in 0..<count {
      let batch = Batch(assetID: assetID, deviceID: "d", samples: try store.oldest(1))
      try store.settle(try #require(UploadLogEntry(batch, .refused, tries: 1, answer: "400")))
    }
  }

  @Test("are counted, from memory as from the disk, and after a restart")
  func counted() throws {
    do {
      let store = try SQLiteStore(path: path)
      #expect(store.state.setAside == 0)
      try store.save([try sample(1), try sample(2)])
      store.append([try sample(3)])
      for count in 1...3 {
        try refuse(1, store)
        #expect(store.state.setAside == count && store.state.waiting == 3 - count)
      }
    }
    #expect(try SQLiteStore(path: path).state.setAside == 3)
  }

  @Test("are counted on a full disk too")
  func fullDisk() throws {
    let disk = try FaultyDisk(folder.path)
    let store = try SQLiteStore(path: path)
    try store.save(try samples(1...3))
    store.append([try sample(4)])
    disk.limit(bytes: 0)
    for count in 1...4 {
      try? refuse(1, store)
      #expect(store.state.setAside == count && store.state.waiting == 4 - count)
    }
    disk.limit(bytes: nil)
    try store.commit()
    #expect(store.state.setAside == 4)
  }

  @Test("go back to their places under their numbers, those of the asset only")
  func sendAgain() throws {
    let store = try SQLiteStore(path: path)
    try store.save(try samples(1...6))
    let all = try store.oldest(9)
    try refuse(1, store, assetID: "bus")
    try refuse(2, store)
    store.append([try sample(7)])
    #expect(try store.sendAgain(assetID: "van") == 2)
    #expect(try store.oldest(9).map(\.sequence) == all.dropFirst().map(\.sequence) + [7])
    #expect(Array(try store.oldest(9).prefix(5)) == Array(all.dropFirst()))
    #expect(store.state.waiting == 6 && store.state.setAside == 1)
    #expect(try store.setAside(9).map(\.assetID) == ["bus"])
    #expect(try store.sendAgain(assetID: "van") == 0)
    try store.settle(try entry(try store.oldest(9)))
    #expect(store.state.waiting == 0)
    store.append([try sample(8)])
    #expect(try store.oldest(1).first?.sequence == 8, "no number is given twice")
  }

  @Test("stay where they are as far as the queue has no room for them")
  func noRoom() throws {
    let store = try SQLiteStore(path: path, capacity: 4)
    try store.save(try samples(1...4))
    try refuse(3, store)
    try store.save(try samples(5...6))
    #expect(try store.sendAgain(assetID: "van") == 1)
    #expect(try store.oldest(9).map(\.sequence) == [1, 4, 5, 6])
    #expect(store.state.setAside == 2 && store.state.overflowed == 0)
  }

  @Test("never go ahead of older ones afterwards, for they were sent without the mark")
  func noMark() throws {
    let store = try SQLiteStore(path: path)
    store.append([try sample(1)])
    try refuse(1, store)
    #expect(try store.sendAgain(assetID: "van") == 1)
    #expect(try store.read(.newest).isEmpty)
    store.append([try sample(2)])
    #expect(try store.read(.newest).map(\.sequence) == [2])
  }

  @Test("can be let go, and what waits stays")
  func remove() throws {
    do {
      let store = try SQLiteStore(path: path)
      try store.save(try samples(1...3))
      try refuse(1, store)
      store.append([try sample(4)])
      #expect(try store.removeSetAside() == 1)
      #expect(store.state.setAside == 0 && store.state.waiting == 3)
    }
    #expect(try SQLiteStore(path: path).setAside(9).isEmpty)
  }

  @Test("more than there is room for are counted as lost")
  func overflow() throws {
    let store = try SQLiteStore(path: path)
    let room = SQLiteStore.setAsideCapacity
    try store.save(try samples(1...Int64(room) + 2))
    try store.settle(try entry(try store.oldest(room + 1), state: .refused))
    #expect(store.state.setAside == room && store.state.overflowed == 1)
    store.append([try sample(1_003)])
    try refuse(2, store)
    #expect(store.state.setAside == room && store.state.overflowed == 3)
  }

  @Test("those of an older file get their asset from the upload log, as far as it reaches back")
  func migration() throws {
    do {
      let old = try Connection(path: path)
      try old.execute(Schema.migrations[0] + Schema.migrations[1] + "; PRAGMA user_version = 2")
      for number in 1...2 {
        try old.execute(
          """
          INSERT INTO set_aside (sequence, time_ms, latitude_nd, longitude_nd, tracking_mode, reason, fix_mode, flags,
            current_first, answer) VALUES (\(number), 5, 6, 7, 'active', 'distance', 3, 0, 0, '400')
          """)
      }
      try old.execute("INSERT INTO upload_log VALUES (1, 'van', 2, 2, 1, 5, 5, 'refused', 1, '400')")
    }
    let store = try SQLiteStore(path: path)
    #expect(try store.setAside(9).map(\.assetID) == ["van", nil])
    #expect(try store.sendAgain(assetID: "van") == 1)
  }
}
