import Delivery
import GNSS
import SQLite

/// A line of the upload log as a row of the table `upload_log`.
enum UploadLogRow {
  private static let columns = """
    asset_id, first_sequence, last_sequence, points, first_time_ms, last_time_ms, state, tries, answer
    """

  /// Writes a line.
  static func insert(_ entry: UploadLogEntry, into connection: Connection) throws(SQLiteError) {
    let insert = try connection.prepare("INSERT INTO upload_log (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try insert.bind(entry.assetID, at: 1)
    try insert.bind(entry.sequences.lowerBound, at: 2)
    try insert.bind(entry.sequences.upperBound, at: 3)
    try insert.bind(Int64(entry.points), at: 4)
    try insert.bind(entry.times.lowerBound.millisecondsSince1970, at: 5)
    try insert.bind(entry.times.upperBound.millisecondsSince1970, at: 6)
    try insert.bind(entry.state.rawValue, at: 7)
    try insert.bind(Int64(entry.tries), at: 8)
    try insert.bind(entry.answer, at: 9)
    try insert.run()
  }

  /// Drops all but the newest `limit` lines.
  static func trim(_ connection: Connection, keeping limit: Int) throws(SQLiteError) {
    let trim = try connection.prepare("DELETE FROM upload_log WHERE id <= (SELECT max(id) FROM upload_log) - ?")
    try trim.bind(Int64(limit), at: 1)
    try trim.run()
  }

  /// The newest lines, newest first; nil stands for one that holds what this program never writes.
  static func newest(_ limit: Int, in connection: Connection) throws(SQLiteError) -> [UploadLogEntry?] {
    let select = try connection.prepare("SELECT \(columns) FROM upload_log ORDER BY id DESC LIMIT ?")
    try select.bind(Int64(limit), at: 1)
    return try select.all(read)
  }

  private static func read(_ statement: Statement) -> UploadLogEntry? {
    var row = RowReader(statement)
    guard
      let assetID = row.text(), let first = row.next(Int64.self), let last = row.next(Int64.self), first <= last,
      let points = row.next(Int.self), let start = row.next(Int64.self), let end = row.next(Int64.self), start <= end,
      let state = row.text().flatMap(UploadLogEntry.State.init), let tries = row.next(Int.self), let answer = row.text()
    else { return nil }
    return UploadLogEntry(
      assetID: assetID, sequences: first...last, points: points,
      times: UTCInstant(millisecondsSince1970: start)...UTCInstant(millisecondsSince1970: end), state: state,
      tries: tries, answer: answer)
  }
}
