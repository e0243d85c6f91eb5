import Delivery
import Glibc
import SQLite

/// Damaged files: which are ours, where they go, and what can still be read of them.
enum Damage {
  /// Whether a file whose first page is no database's is a store of ours that lost it, as a cut in power leaves: it
  /// still bears our mark, or it begins with nothing but zeros or ones, which no text and no picture does.
  static func isOurs(_ path: String) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 1, count: 512)
    let count = read(file, &head, head.count)
    guard count == head.count else { return false }
    // The application id stands at 68 in SQLite's header, the most significant byte first.
    let mark = head[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return mark == Schema.applicationID || head.allSatisfy { $0 == 0 } || head.allSatisfy { $0 == 0xFF }
  }

  /// Renames a file and its log to the next of a few names; gives the name.
  static func setAside(_ path: String, keeping limit: Int) throws(StoreError) -> String {
    let names = (1...limit).map { "\(path).damaged-\($0)" }
    let name: String = names.first { access($0, F_OK) != 0 } ?? oldest(names)
    for ending in ["", "-wal", "-journal"] {
      unlink(name + ending)
      guard rename(path + ending, name + ending) == 0 || errno == ENOENT else {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        throw .damaged(path: path, detail: "and it cannot be renamed: \(reason)")
      }
    }
    syncFolder(of: path)
    return name
  }

  private static func oldest(_ names: [String]) -> String {
    func time(_ name: String) -> Int {
      var status = stat()
      return stat(name, &status) == 0 ? status.st_mtim.tv_sec : 0
    }
    return names.min { time($0) < time($1) } ?? ""
  }

  /// Brings over what can be read of a damaged file; gives how many points that were. Whatever fails is left behind.
  static func rescue(from path: String, into connection: Connection) -> Int {
    guard let damaged = try? Connection(path: path, mode: .existing) else { return 0 }
    for key in StateKey.allCases {
      guard let text = try? StateRow.text(key, in: damaged) else { continue }
      try? StateRow.set(key, to: text, in: connection)
    }
    let taken = try? damaged.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'queue'").first { $0.integer(0) }
    if let taken { try? Numbers.reserve(taken, in: connection) }
    let aside = (try? SetAsideTable.newest(SQLiteStore.setAsideCapacity, in: damaged)) ?? []
    for case let sample? in aside { try? SetAsideTable.insert(sample, into: connection) }
    // From the front up to the damage, and from the back down to it.
    return rescue(SampleRow.selectBehind, damaged, connection) + rescue(SampleRow.selectNewest, damaged, connection)
  }

  private static func rescue(_ sql: String, _ damaged: Connection, _ connection: Connection) -> Int {
    var rescued = 0
    try? connection.transaction {
      let insert = try connection.prepare(SampleRow.insertIfMissing)
      guard let select = try? damaged.prepare(sql) else { return }
      // The statement from the front has a number to begin behind, the one from the back has none.
      try? select.bind(Int64(0), at: 1)
      while (try? select.step()) == true {
        guard let queued = SampleRow.read(select) else { continue }
        try SampleRow.bind(queued, to: insert)
        try insert.run()
        rescued += connection.changes
      }
    }
    return rescued
  }
}
