import Delivery
import SQLite

/// The part of the queue that is on the disk: the table `queue`, and what is known of it without looking.
struct DiskQueue {
  /// Points that are not settled; nobody else can change the file.
  var waiting = 0
  /// The highest number; what is in memory only has higher ones.
  var last: Int64 = 0

  init() {}

  /// Looks at the file.
  init(_ connection: Connection) throws(SQLiteError) {
    waiting = Int(clamping: try connection.prepare("SELECT count(*) FROM queue").first { $0.integer(0) } ?? 0)
    last = try connection.prepare("SELECT max(sequence) FROM queue").first { $0.integer(0) } ?? 0
  }

  /// The oldest points, at most so many, without those that are not `wanted`.
  ///
  /// - Parameter behind: a number up to which nothing is wanted, if the table begins there.
  static func oldest(
    _ limit: Int, behind settled: ClosedRange<Int64>?, in connection: Connection, where wanted: (Int64) -> Bool
  ) throws -> [QueuedSample] {
    let first = try connection.prepare("SELECT min(sequence) FROM queue").first { $0.integer(0) } ?? 0
    let start = settled.map { $0.contains(first) ? $0.upperBound : 0 } ?? 0
    let select = try connection.prepare(SampleRow.selectBehind)
    defer { select.reset() }
    try select.bind(start, at: 1)
    var found: [QueuedSample] = []
    while found.count < limit, try select.step() {
      let queued = try readable(SampleRow.read(select), connection.path)
      if wanted(queued.sequence) { found.append(queued) }
    }
    return found
  }

  /// Marks the newest point as sent ahead of older ones, on the disk, and gives it; nil when there is none, or none of a
  /// number from `first` on.
  static func markNewest(
    in connection: Connection, from first: Int64, where wanted: (Int64) -> Bool
  ) throws -> QueuedSample? {
    guard let newest = try newest(in: connection, where: wanted), newest.sequence >= first else { return nil }
    let update = try connection.prepare("UPDATE queue SET current_first = 1 WHERE sequence = ?")
    try update.bind(newest.sequence, at: 1)
    try update.run()
    return QueuedSample(sequence: newest.sequence, sample: newest.sample, isCurrentFirst: true)
  }

  private static func newest(in connection: Connection, where wanted: (Int64) -> Bool) throws -> QueuedSample? {
    let select = try connection.prepare(SampleRow.selectNewest)
    defer { select.reset() }
    while try select.step() {
      let queued = try readable(SampleRow.read(select), connection.path)
      if wanted(queued.sequence) { return queued }
    }
    return nil
  }

  /// How many points of a range are there and `wanted`.
  static func count(
    _ range: ClosedRange<Int64>, in connection: Connection, where wanted: (Int64) -> Bool
  ) throws(SQLiteError) -> Int {
    let select = try connection.prepare("SELECT sequence FROM queue WHERE sequence BETWEEN ? AND ?")
    try select.bind(range.lowerBound, at: 1)
    try select.bind(range.upperBound, at: 2)
    var count = 0
    while try select.step() {
      if let sequence = select.integer(0), wanted(sequence) { count += 1 }
    }
    return count
  }

  /// Removes so many of the oldest points, if it is more than none; gives how many there were.
  static func removeOldest(_ number: Int, in connection: Connection) throws(SQLiteError) -> Int {
    guard number > 0 else { return 0 }
    let delete = try connection.prepare(
      "DELETE FROM queue WHERE sequence IN (SELECT sequence FROM queue ORDER BY sequence LIMIT ?)")
    try delete.bind(Int64(number), at: 1)
    try delete.run()
    return connection.changes
  }
}

/// A row that was read, or the error for one that this program never writes.
private func readable(_ row: QueuedSample?, _ path: String) throws(StoreError) -> QueuedSample {
  guard let row else { throw .damaged(path: path, detail: "a row cannot be read") }
  return row
}

extension Pending {
  /// The first settled range, from whose end on the table is read.
  var settledHead: ClosedRange<Int64>? { settled.first?.range }

  /// Writes all of it; part of the transaction that is open.
  ///
  /// - Returns: how many points that were set aside there is no room for any more.
  func write(into connection: Connection) throws(SQLiteError) -> Int {
    for settled in settled { try remove(settled, from: connection) }
    let insert = try connection.prepare(SampleRow.insert)
    for queued in samples {
      try SampleRow.bind(queued, to: insert)
      try insert.run()
    }
    for sample in setAside { try SetAsideTable.insert(sample, into: connection) }
    for line in lines { try UploadLogRow.insert(line, into: connection) }
    if !lines.isEmpty { try UploadLogRow.trim(connection, keeping: SQLiteStore.logCapacity) }
    let isAnyRefused = !setAside.isEmpty || settled.contains { $0.refusal != nil }
    return isAnyRefused ? try SetAsideTable.trim(connection, keeping: SQLiteStore.setAsideCapacity) : 0
  }

  private func remove(_ settled: Settled, from connection: Connection) throws(SQLiteError) {
    if let refusal = settled.refusal { try SetAsideTable.copy(settled.range, refusal, in: connection) }
    let delete = try connection.prepare("DELETE FROM queue WHERE sequence BETWEEN ? AND ?")
    try delete.bind(settled.range.lowerBound, at: 1)
    try delete.bind(settled.range.upperBound, at: 2)
    try delete.run()
  }
}

/// What is remembered between runs, as rows of the table `state`.
enum StateRow {
  static func text(_ key: StateKey, in connection: Connection) throws(SQLiteError) -> String? {
    let select = try connection.prepare("SELECT value FROM state WHERE key = ?")
    try select.bind(key.rawValue, at: 1)
    return try select.first { $0.text(0) }
  }

  static func set(_ key: StateKey, to text: String?, in connection: Connection) throws(SQLiteError) {
    let change = try connection.prepare(
      text == nil ? "DELETE FROM state WHERE key = ?1" : "INSERT OR REPLACE INTO state (key, value) VALUES (?1, ?2)")
    try change.bind(key.rawValue, at: 1)
    if let text { try change.bind(text, at: 2) }
    try change.run()
  }
}
