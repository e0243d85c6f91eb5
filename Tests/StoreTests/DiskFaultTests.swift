import Delivery
import FoundationEssentials
import Sampling
import TestSupport
import Testing

@testable import Store

@Suite("A store on a bad disk")
struct DiskFaultTests {
  @Test("a power cut at any sync, with unsynced writes torn, lost and reordered, costs nothing that was committed")
  func powerCut() throws {
    let live = try TemporaryFolder()
    let disk = try FaultyDisk(live.path)
    var store: SQLiteStore? = try SQLiteStore(path: live.file("queue.db"), capacity: 10_000)
    // After so many events so many points were committed, and settled up to a number.
    var promises: [(events: Int, committed: Int64, settled: Int64)] = []
    var (next, settled) = (Int64(1), Int64(0))
    for round in 0..<24 {
      store?.append(try samples(next...next + 6))
      next += 7
      try store?.commit()
      promises.append((disk.eventCount, next - 1, settled))
      if round % 3 == 2, let batch = try store?.oldest(15), let last = batch.last {
        try store?.settle(try entry(batch))
        settled = last.sequence
        promises.append((disk.eventCount, next - 1, settled))
      }
    }
    store = nil

    var random = Delivery.SplitMix64(seed: 5)
    for cut in 1...disk.eventCount where disk.isSync(cut - 1) || cut % 7 == 0 {
      let folder = try TemporaryFolder()
      try disk.leaveAfterPowerCut(cut, in: folder.path, using: &random)
      var notices: [StoreNotice] = []
      let left = try SQLiteStore(path: folder.file("queue.db")) { notices.append($0) }
      let found = try left.oldest(10_000)
      #expect(notices.isEmpty, "after \(cut): \(notices)")
      #expect(try found.allSatisfy { try $0.sample == sample($0.sequence) })
      guard let promise = promises.last(where: { $0.events <= cut }) else { continue }
      let missing = Set(promise.settled + 1..<promise.committed + 1).subtracting(found.map(\.sequence))
      let later = promises.first { $0.events > cut }?.settled ?? promise.settled
      #expect(missing.allSatisfy { $0 <= later }, "after \(cut) of \(disk.eventCount) events: \(missing.sorted())")
    }
  }

  @Test("a full disk fails commits and settlements, loses nothing, and takes all once there is room")
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(folder.path)
    let path = folder.file("queue.db")
    do {
      let store = try SQLiteStore(path: path)
      try store.save(try samples(1...100))
      disk.limit(bytes: 2_000)
      store.append(try samples(101...150))
      #expect(throws: (any Error).self) { try store.commit() }
      #expect(store.state.waiting == 150 && store.state.unsaved == 50)
      let batch = try store.oldest(30)
      #expect(batch.map(\.sequence) == Array(1...30))
      #expect(throws: (any Error).self) { try store.settle(try entry(batch)) }
      #expect(store.state.isBehind && store.state.waiting == 120)
      #expect(try store.oldest(10).map(\.sequence) == Array(31...40), "what is settled is not read again")
      try store.settleQuietly(try entry(try store.oldest(90)))
      #expect(try store.oldest(99).map(\.sequence) == Array(121...150))
      #expect(try store.uploadLog(9).count == 2)
      disk.limit(bytes: nil)
      try store.commit()
      #expect(!store.state.isBehind && store.state.unsaved == 0 && store.state.waiting == 30)
    }
    let reopened = try SQLiteStore(path: path)
    #expect(try reopened.oldest(99).map(\.sequence) == Array(121...150))
    #expect(try reopened.uploadLog(9).count == 2)
  }

  @Test("memory keeps the newest points while the disk takes none, and counts the others")
  func memoryOverflow() throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(folder.path)
    let store = try SQLiteStore(path: folder.file("queue.db"))
    try store.save(try samples(1...5))
    disk.setBroken(true)
    let most = Int64(SQLiteStore.memoryCapacity)
    for start in stride(from: Int64(6), to: 6 + most + 50, by: 50) {
      store.append(try samples(start...start + 49))
    }
    #expect(throws: (any Error).self) { try store.commit() }
    #expect(store.state.unsaved == Int(most))
    #expect(store.state.overflowed == 50)
    #expect(try store.oldest(7).map(\.sequence) == [1, 2, 3, 4, 5, 56, 57])
    disk.setBroken(false)
    try store.commit()
    #expect(store.state.unsaved == 0 && store.state.waiting == 5 + Int(most))
  }

  @Test("nothing is written when nothing has happened, nor for what a server takes from memory")
  func quiet() throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(folder.path)
    let store = try SQLiteStore(path: folder.file("queue.db"))
    let before = disk.eventCount
    try store.commit()
    store.append(try samples(1...20))
    try store.settle(try entry(try store.oldest(20)))
    #expect(
      store.state
        == {
          var state = QueueState(); state.unsavedLines = 1; return state
        }())
    #expect(disk.eventCount == before)
    #expect(try store.uploadLog(9).map(\.points) == [20])
  }

  @Test("numbers are not given twice, whenever the power goes", arguments: [0, 1, 29, 12_000])
  func numbers(points: Int64) throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(folder.path)
    let store = try SQLiteStore(path: folder.file("queue.db"))
    var given: Int64 = 0
    for number in 0..<points {
      store.append([try sample(number)])
      let sent = try store.oldest(1)
      given = try #require(sent.first).sequence
      try store.settle(try entry(sent))
    }
    let left = try TemporaryFolder()
    var random = Delivery.SplitMix64(seed: 1)
    try disk.leaveAfterPowerCut(disk.eventCount, in: left.path, using: &random)
    let after = try SQLiteStore(path: left.file("queue.db"))
    after.append([try sample(1)])
    #expect(try #require(try after.oldest(1).first).sequence > given)
  }

  @Test("refused points are set aside on the disk with the server's answer, the newest thousand of them")
  func setAside() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("queue.db")
    do {
      let store = try SQLiteStore(path: path)
      try store.save([try sample(1)])
      store.append([try sample(2), try sample(3)])
      for _ in 0..<2 {
        try store.settle(try entry(try store.oldest(1), state: .refused))
        #expect(!store.state.isBehind, "from the disk as from memory they are there at once")
      }
      #expect(try store.oldest(9).map(\.sequence) == [3])
      #expect(try store.setAside(9).map(\.queued.sample) == [sample(2), sample(1)])
    }
    let store = try SQLiteStore(path: path)
    #expect(try store.setAside(9).map(\.reason) == ["200", "200"])
    store.append(try samples(4...1_100))
    try store.settle(try entry(try store.oldest(2_000), state: .refused))
    let kept = try store.setAside(5_000)
    #expect(kept.count == SQLiteStore.setAsideCapacity)
    let oldestKept = try sample(1_100)
    #expect(kept.first?.queued.sample == oldestKept)
    #expect(try store.setAside(-1).isEmpty)
  }

  @Test("the newest point can go ahead; it is marked for good and stays in its place until it is settled")
  func newest() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"))
    #expect(try store.read(.newest).isEmpty)
    try store.save(try samples(1...3))
    let fromDisk = try store.read(.newest)
    #expect(fromDisk.map(\.sequence) == [3] && fromDisk.allSatisfy(\.isCurrentFirst))
    store.append(try samples(4...5))
    try store.settle(try entry(try store.read(.newest)))
    #expect(try store.oldest(9).map(\.sequence) == [1, 2, 3, 4])
    #expect(try store.oldest(9).map(\.isCurrentFirst) == [false, false, true, false])
    _ = try store.read(.newest)
    try store.commit()
    #expect(try store.oldest(9).map(\.isCurrentFirst) == [false, false, true, true])
    #expect(try store.read(.oldest(1, skipping: 1)).map(\.sequence) == [2])
    #expect(try store.read(.oldest(5, skipping: 9)).isEmpty)
  }

  @Test("a point of an earlier run does not go ahead, for it may have been sent without the mark")
  func newestOfEarlier() throws {
    let folder = try TemporaryFolder()
    do { try SQLiteStore(path: folder.file("queue.db")).save(try samples(1...3)) }
    let store = try SQLiteStore(path: folder.file("queue.db"))
    #expect(try store.read(.newest).isEmpty)
    try store.save([try sample(4)])
    #expect(try store.read(.newest).map(\.sequence) == [4])
  }
}

extension SQLiteStore {
  /// Settles on a disk that is known to fail.
  fileprivate func settleQuietly(_ entry: UploadLogEntry) throws { try? settle(entry) }
}
