public import Delivery
import SQLite
public import Sampling

/// The queue, the upload log and the remembered state in one SQLite file, with the newest part of the queue in memory.
///
/// A commit is one transaction that is on the disk when the call returns (write-ahead log, `synchronous=FULL`), so a
/// power cut costs nothing that was committed. What the server confirms while it is in memory only is never written.
/// The file belongs to one process at a time: SQLite's exclusive lock is held from opening to closing, and the kernel
/// releases it whatever way the process ends. Calls block, and belong to the thread that opened the store.
public final class SQLiteStore: LocationQueue, StateStore {
  /// Points kept when the configuration says nothing: 5,000 batches of 30.
  public static let defaultCapacity = 150_000
  /// Points that fit into memory while the disk takes none; then the oldest of them go.
  public static let memoryCapacity = 10_000
  /// Lines kept in the upload log; older ones go.
  public static let logCapacity = 1_000
  /// Refused points that are kept; older ones go.
  public static let setAsideCapacity = 1_000

  private let file: StoreFile
  private let capacity: Int
  private var connection: Connection
  private var pending: Pending
  private var numbers = Numbers()
  private var onDisk = DiskQueue()
  /// Points that the file holds, or will hold after the next commit, apart from the queue.
  private var setAsideOnDisk = 0
  private var pushedOut = 0
  /// The first number that was given since the opening.
  private var firstNew: Int64 = 0

  /// Opens a store, or makes one; folders that are missing on the way are made for the owner alone (mode 0700), and so
  /// is the file (0600). A damaged file is set aside, and what can be read of it is brought over. Where nothing can be
  /// written the store runs from memory.
  ///
  /// - Parameters:
  ///   - path: the file; SQLite keeps a second one with the ending `-wal` beside it.
  ///   - capacity: the most points that wait, at least 1; when more come, the oldest go.
  ///   - lockTimeoutMilliseconds: how long a process that is just ending is waited for.
  ///   - report: told what the owner must know; it is called on the thread that calls the store.
  /// - Throws: `StoreError`, or `SQLiteError` when the disk fails.
  public init(
    path: String, capacity: Int = defaultCapacity, lockTimeoutMilliseconds: Int32 = 2_000,
    report: @escaping (StoreNotice) -> Void = { _ in }
  ) throws {
    self.capacity = max(1, capacity)
    file = StoreFile(path: path, lockTimeoutMilliseconds: lockTimeoutMilliseconds, report: report)
    pending = Pending(
      capacity: min(Self.memoryCapacity, self.capacity), mostLines: Self.logCapacity,
      mostSetAside: Self.setAsideCapacity)
    connection = try file.open()
    try lookAtFile()
    firstNew = numbers.next
    // The numbers given from now on must not be given again after a power cut. A full disk can be told later.
    try? write(isClosing: false)
  }

  /// Writes what is in memory only, if the disk takes it, and closes the file.
  deinit { try? write(isClosing: true) }

  private func lookAtFile() throws {
    let last = try connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").first { $0.integer(0) }
    numbers.continueBehind(last ?? 0)
    onDisk = try DiskQueue(connection)
    setAsideOnDisk = try SetAsideTable.count(in: connection)
    for settled in pending.settled {
      onDisk.waiting -= try DiskQueue.count(settled.range, in: connection) { _ in true }
    }
  }

  // MARK: The queue

  /// How full it is.
  public var state: QueueState {
    var state = QueueState()
    state.waiting = onDisk.waiting + pending.samples.count
    state.unsaved = pending.samples.count
    state.unsavedLines = pending.lines.count
    state.isBehind = !pending.settled.isEmpty || !pending.setAside.isEmpty
    state.setAside = setAsideOnDisk + pending.setAside.count
    state.overflowed = pending.overflowed + pushedOut
    return state
  }

  /// Puts samples behind all others, in memory; see `LocationQueue`.
  public func append(_ samples: [Sample]) {
    pending.append(samples.map { QueuedSample(sequence: numbers.take(), sample: $0) })
    // Not for long: with that many in memory the disk takes nothing, and is asked again at the next commit.
    if numbers.areUnreserved, pending.samples.count < 1_000 { try? write(isClosing: false) }
  }

  /// Writes everything that is in memory only; see `LocationQueue`.
  public func commit() throws {
    if file.canReturnToDisk { try replaceFile { try $0.returnToDisk() } }
    try mending { try write(isClosing: false) }
  }

  private func write(isClosing: Bool) throws {
    let reserved = numbers.wanted(isClosing: isClosing)
    guard !pending.isEmpty || reserved != numbers.reserved else { return }
    let (lost, forgotten, aside) = try connection.transaction {
      let forgotten = try pending.write(into: connection)
      try Numbers.reserve(reserved, in: connection)
      let lost = try DiskQueue.removeOldest(onDisk.waiting + pending.samples.count - capacity, in: connection)
      return (lost, forgotten, try SetAsideTable.count(in: connection))
    }
    numbers.reserved = reserved
    pushedOut += lost + forgotten
    setAsideOnDisk = aside
    onDisk.waiting += pending.samples.count - lost
    onDisk.last = pending.samples.last?.sequence ?? onDisk.last
    pending.written()
  }

  /// The points of a selection, oldest first; see `LocationQueue`.
  public func read(_ selection: Selection) throws -> [QueuedSample] {
    switch selection {
    case .newest:
      try mending { try markNewest().map { [$0] } ?? [] }
    case .oldest(let limit, let skipping):
      try mending { try oldest(max(0, limit), skipping: max(0, skipping)) }
    }
  }

  private func oldest(_ limit: Int, skipping: Int) throws -> [QueuedSample] {
    var found = try DiskQueue.oldest(limit + skipping, behind: pending.settledHead, in: connection) {
      !pending.isSettled($0)
    }
    found += pending.samples.prefix(limit + skipping - found.count)
    return Array(found.dropFirst(skipping))
  }

  private func markNewest() throws -> QueuedSample? {
    if let newest = pending.markNewest() { return newest }
    return try DiskQueue.markNewest(in: connection, from: firstNew) { !pending.isSettled($0) }
  }

  /// Removes what a batch held and adds its line to the log; see `LocationQueue`.
  public func settle(_ entry: UploadLogEntry) throws {
    let isOnDisk = entry.sequences.lowerBound <= onDisk.last
    if isOnDisk {
      let points = try mending { try DiskQueue.count(entry.sequences, in: connection) { !pending.isSettled($0) } }
      onDisk.waiting -= points
      if entry.state == .refused { setAsideOnDisk += points }
    }
    pending.settle(entry, isOnDisk: isOnDisk)
    if state.isBehind { try commit() }
  }

  /// Lets all points go; see `LocationQueue`. Their numbers are never used again.
  public func removeAll() throws -> Int {
    let count = state.waiting
    // Written first, so that what was refused is set aside and the log has its lines.
    try mending {
      try write(isClosing: false)
      try connection.execute("DELETE FROM queue")
    }
    onDisk.waiting = 0
    return count
  }

  /// The newest lines of the upload log, newest first, without those that cannot be read.
  public func uploadLog(_ limit: Int) throws -> [UploadLogEntry] {
    let limit = max(0, min(limit, Self.logCapacity))
    let unsaved = Array(pending.lines.suffix(limit).reversed())
    let saved = try mending { try UploadLogRow.newest(limit - unsaved.count, in: connection) }
    return unsaved + saved.compactMap { $0 }
  }

  /// The newest points that the server refused for good, newest first, without those that cannot be read.
  public func setAside(_ limit: Int) throws -> [SetAsideSample] {
    let limit = max(0, min(limit, Self.setAsideCapacity))
    let unsaved = Array(pending.setAside.suffix(limit).reversed())
    let saved = try mending { try SetAsideTable.newest(limit - unsaved.count, in: connection) }
    return unsaved + saved.compactMap { $0 }
  }

  /// Puts those of an asset back into the queue; see `LocationQueue`.
  public func sendAgain(assetID: String) throws -> Int {
    let moved = try mending {
      // Written first, so that all that waits and all that is set aside is in the file.
      try write(isClosing: false)
      let room = max(0, capacity - onDisk.waiting)
      return try connection.transaction { try SetAsideTable.moveBack(room, assetID: assetID, in: connection) }
    }
    onDisk = try DiskQueue(connection)
    setAsideOnDisk -= moved
    // They were sent without a mark before, and must not bear one now.
    firstNew = numbers.next
    return moved
  }

  /// Lets all of them go; see `LocationQueue`.
  public func removeSetAside() throws -> Int {
    let count = state.setAside
    try mending {
      try write(isClosing: false)
      try connection.execute("DELETE FROM set_aside")
    }
    setAsideOnDisk = 0
    return count
  }

  // MARK: The state

  /// A text by its key; nil when never set.
  public func text(_ key: StateKey) throws -> String? {
    try mending { try StateRow.text(key, in: connection) }
  }

  /// Sets or, with nil, forgets.
  public func set(_ key: StateKey, to text: String?) throws {
    try mending { try StateRow.set(key, to: text, in: connection) }
  }

  // MARK: A file that fails

  /// Does `work`, and once more with a new file when the old one turns out to be damaged.
  private func mending<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error where StoreError.isDamage(error) {
      try replaceFile { try $0.replaceDamaged("\(error)") }
      return try work()
    }
  }

  /// Goes on with another file. The connection in use is closed first, for it holds the lock of its file.
  private func replaceFile(_ open: (StoreFile) throws -> Connection) throws {
    connection = try Connection(path: ":memory:")
    do {
      connection = try open(file)
    } catch {
      connection = try file.open()
      try lookAtFile()
      throw error
    }
    try lookAtFile()
  }
}
