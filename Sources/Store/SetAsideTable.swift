import Delivery
import SQLite

/// The table `set_aside`: points that a server refused for good, with its answer.
enum SetAsideTable {
  private static let columns = "sequence, \(SampleRow.columns), asset_id, answer"

  /// Writes a point that never was in the queue's table.
  static func insert(_ sample: SetAsideSample, into connection: Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      "INSERT OR REPLACE INTO set_aside (\(columns)) VALUES (\(SampleRow.places), ?25, ?26)")
    try SampleRow.bind(sample.queued, to: insert)
    try insert.bind(sample.assetID, at: 25)
    try insert.bind(sample.reason, at: 26)
    try insert.run()
  }

  /// Copies the points of a range out of the queue's table.
  static func copy(
    _ range: ClosedRange<Int64>, _ refusal: Pending.Refusal, in connection: Connection
  ) throws(SQLiteError) {
    let copy = try connection.prepare(
      """
      INSERT OR REPLACE INTO set_aside (\(columns))
      SELECT sequence, \(SampleRow.columns), ?3, ?4 FROM queue WHERE sequence BETWEEN ?1 AND ?2
      """)
    try copy.bind(range.lowerBound, at: 1)
    try copy.bind(range.upperBound, at: 2)
    try copy.bind(refusal.assetID, at: 3)
    try copy.bind(refusal.answer, at: 4)
    try copy.run()
  }

  /// How many there are.
  static func count(in connection: Connection) throws(SQLiteError) -> Int {
    Int(clamping: try connection.prepare("SELECT count(*) FROM set_aside").first { $0.integer(0) } ?? 0)
  }

  /// The newest, newest first; nil stands for a row that this program never writes.
  static func newest(_ limit: Int, in connection: Connection) throws(SQLiteError) -> [SetAsideSample?] {
    let select = try connection.prepare("SELECT \(columns) FROM set_aside ORDER BY sequence DESC LIMIT ?")
    try select.bind(Int64(limit), at: 1)
    return try select.all { statement in
      var row = RowReader(statement)
      guard let queued = SampleRow.read(&row) else { return nil }
      let assetID = row.text()
      return row.text().map { SetAsideSample(queued, assetID: assetID, reason: $0) }
    }
  }

  /// Drops all but the newest; gives how many those were.
  static func trim(_ connection: Connection, keeping limit: Int) throws(SQLiteError) -> Int {
    let trim = try connection.prepare(
      "DELETE FROM set_aside WHERE sequence <= (SELECT sequence FROM set_aside ORDER BY sequence DESC LIMIT 1 OFFSET ?)"
    )
    try trim.bind(Int64(limit), at: 1)
    try trim.run()
    return connection.changes
  }

  /// Moves an asset's oldest points back into the queue's table, at most so many; gives how many.
  static func moveBack(_ limit: Int, assetID: String, in connection: Connection) throws(SQLiteError) -> Int {
    let some = "SELECT sequence FROM set_aside WHERE asset_id = ?1 ORDER BY sequence LIMIT ?2"
    var moved = 0
    for sql in [
      """
      INSERT OR IGNORE INTO queue (sequence, \(SampleRow.columns))
      SELECT sequence, \(SampleRow.columns) FROM set_aside WHERE sequence IN (\(some))
      """, "DELETE FROM set_aside WHERE sequence IN (\(some))",
    ] {
      let statement = try connection.prepare(sql)
      try statement.bind(assetID, at: 1)
      try statement.bind(Int64(limit), at: 2)
      try statement.run()
      moved = connection.changes
    }
    return moved
  }
}
