import Delivery
import GNSS
import Sampling
import TestSupport
import Testing

@testable import Store

@Suite("The queue on the disk")
struct QueueTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("queue.db")
  }

  @Test("gives back exactly what was stored, unknown stays unknown")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    let written = try (0..<1_000).map { _ in try randomSample(&random) }
    do {
      let store = try SQLiteStore(path: path)
      try store.save(written)
      #expect(try store.oldest(2_000).map(\.sample) == written)
    }
    let reopened = try SQLiteStore(path: path)
    #expect(reopened.state.waiting == 1_000)
    #expect(try reopened.oldest(2_000).map(\.sample) == written)
  }

  @Test("gives the oldest first, again and again until they are settled")
  func order() throws {
    let store = try SQLiteStore(path: path)
    try store.save(try samples(1...5))
    try store.save(try samples(6...7))
    let batch = try store.oldest(3)
    #expect(batch.map(\.sequence) == [1, 2, 3])
    #expect(try store.oldest(3) == batch)
    try store.settle(try entry(batch))
    #expect(try store.oldest(10).map(\.sample) == samples(4...7))
    #expect(store.state.waiting == 4)
    #expect(try store.oldest(0).isEmpty && store.oldest(-1).isEmpty)
  }

  @Test("numbers never restart, not even when the emptied queue is opened again")
  func numbers() throws {
    do {
      let store = try SQLiteStore(path: path)
      try store.save(try samples(1...3))
      try store.settle(try entry(try store.oldest(3)))
    }
    let store = try SQLiteStore(path: path)
    #expect(store.state.waiting == 0)
    try store.save([try sample(4)])
    #expect(try store.oldest(9).map(\.sequence) == [4])
  }

  @Test("over its capacity lets the oldest go and says how many")
  func capacity() throws {
    do {
      let store = try SQLiteStore(path: path, capacity: 5)
      try store.save(try samples(1...5))
      try store.save(try samples(6...7))
      #expect(store.state.overflowed == 2)
      #expect(try store.oldest(9).map(\.sequence) == [3, 4, 5, 6, 7])
      try store.save(try samples(8...20))
      #expect(store.state.overflowed == 15)
      #expect(try store.oldest(99).map(\.sequence) == [16, 17, 18, 19, 20])
    }
    let smaller = try SQLiteStore(path: path, capacity: 2)
    try smaller.save(try samples(21...21))
    #expect(smaller.state.overflowed == 4)
    #expect(try smaller.oldest(9).map(\.sequence) == [20, 21])
    #expect(smaller.state.waiting == 2)
  }

  @Test("a batch whose head was pushed out while it was on its way takes only its own with it")
  func settleAfterOverflow() throws {
    let store = try SQLiteStore(path: path, capacity: 4)
    try store.save(try samples(1...4))
    let batch = try store.oldest(3)
    try store.save(try samples(5...6))
    #expect(store.state.overflowed == 2)
    try store.settle(try entry(batch))
    #expect(try store.oldest(9).map(\.sequence) == [4, 5, 6])
    #expect(store.state.waiting == 3)
  }

  @Test("writes a line of the log for each settled batch, newest first, and keeps the newest thousand")
  func log() throws {
    let store = try SQLiteStore(path: path)
    try store.save(try samples(1...2))
    let first = try entry(try store.oldest(1))
    try store.settle(first)
    let second = try entry(try store.oldest(1), state: .refused, tries: 7)
    try store.settle(second)
    #expect(try store.uploadLog(9) == [second, first])
    #expect(try store.uploadLog(1) == [second])
    for _ in 0..<SQLiteStore.logCapacity - 1 { try store.settle(second) }
    let lines = try store.uploadLog(5_000)
    #expect(lines.count == SQLiteStore.logCapacity && !lines.contains(first))
    #expect(try store.uploadLog(-1).isEmpty)
  }

  @Test("remembers texts by key, also after it was closed")
  func state() throws {
    do {
      let store = try SQLiteStore(path: path)
      #expect(try store.text(.deviceID) == nil)
      try store.set(.deviceID, to: "a")
      try store.set(.deviceID, to: "böard '\"\n")
      try store.set(.boundAsset, to: "")
    }
    let store = try SQLiteStore(path: path)
    #expect(try store.text(.deviceID) == "böard '\"\n")
    #expect(try store.text(.boundAsset)?.isEmpty == true)
    try store.set(.boundAsset, to: nil)
    #expect(try store.text(.boundAsset) == nil)
  }
}

@Suite("The queue after a sudden end")
struct CrashTests {
  @Test("a kill at any moment loses nothing that was appended, settled or set before it")
  func killed() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("live.db"))
    try store.set(.boundAsset, to: "van")
    try store.save(try samples(1...100))
    let batch = try store.oldest(30)
    try store.settle(try entry(batch))
    // What is on the disk while the store is open is what a killed process leaves.
    try folder.write(try folder.bytes("live.db"), to: "copy.db")
    try folder.write(try folder.bytes("live.db-wal"), to: "copy.db-wal")
    let copy = try SQLiteStore(path: folder.file("copy.db"))
    #expect(try copy.oldest(200).map(\.sample) == samples(31...100))
    #expect(try copy.uploadLog(9) == [entry(batch)])
    #expect(try copy.text(.boundAsset) == "van")
    try copy.save([try sample(101)])
    let last = try #require(try copy.oldest(200).last)
    #expect(last.sequence > 100, "numbers may be left out, but none is given twice")
  }

  @Test("a power cut in the middle of a write leaves whole appends, all but the last ones")
  func tornLog() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("live.db"))
    for start in stride(from: Int64(1), to: 31, by: 3) { try store.save(try samples(start...start + 2)) }
    let all = try store.oldest(99)
    let database = try folder.bytes("live.db")
    let log = try folder.bytes("live.db-wal")
    var counts: Set<Int> = []
    for length in [log.count] + stride(from: 0, to: log.count, by: 1_000) {
      try folder.write(database, to: "copy.db")
      try folder.write(log.prefix(length), to: "copy.db-wal")
      let copy = try SQLiteStore(path: folder.file("copy.db"))
      let kept = try copy.oldest(99)
      #expect(kept == Array(all.prefix(kept.count)) && kept.count % 3 == 0)
      counts.insert(kept.count)
    }
    #expect(counts == Set(stride(from: 0, through: 30, by: 3)))
  }
}
