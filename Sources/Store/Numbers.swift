import SQLite

/// The numbers of points: each is given once, over power cuts too.
///
/// Points can be sent before they are on the disk, so the file says ahead of time which numbers may be in use; after a
/// power cut counting goes on behind those.
struct Numbers {
  /// How many numbers the file is ahead, at most.
  static let ahead: Int64 = 10_000

  /// The next to be given.
  private(set) var next: Int64 = 1
  /// The file says that all numbers up to this one are taken.
  var reserved: Int64 = 0

  /// Counts on behind what a file says, never back.
  mutating func continueBehind(_ taken: Int64) {
    reserved = taken
    next = max(next, taken &+ 1)
  }

  /// Gives a number.
  mutating func take() -> Int64 {
    defer { next &+= 1 }
    return next
  }

  /// Whether numbers have been given that the file knows nothing of.
  var areUnreserved: Bool { next > reserved &+ 1 }

  /// What the next commit should reserve: now and then as far ahead as is usual, and when closing no more than is given.
  func wanted(isClosing: Bool) -> Int64 {
    if isClosing { return next &- 1 }
    return reserved &- next < Self.ahead / 2 ? next &+ Self.ahead : reserved
  }

  /// Writes into the file that all numbers up to this one are taken. The place is AUTOINCREMENT's own.
  static func reserve(_ number: Int64, in connection: Connection) throws(SQLiteError) {
    let update = try connection.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'queue'")
    try update.bind(number, at: 1)
    try update.run()
    guard connection.changes == 0 else { return }
    let insert = try connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('queue', ?)")
    try insert.bind(number, at: 1)
    try insert.run()
  }
}
