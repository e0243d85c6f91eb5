import Glibc
import SQLite

/// The file of a store: finds out in what state it is, and comes up with one that can be used.
final class StoreFile {
  /// How many damaged files are kept beside a store; then the oldest of them is overwritten.
  static let damagedFilesKept = 3

  private let path: String
  private let lockTimeoutMilliseconds: Int32
  private let report: (StoreNotice) -> Void
  /// Whether the store lies in memory because nothing can be written at `path`.
  private var isInMemory = false

  init(path: String, lockTimeoutMilliseconds: Int32, report: @escaping (StoreNotice) -> Void) {
    self.path = path
    self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    self.report = report
  }

  /// A checked connection to the file, to the new one that took the place of a damaged one, or to its copy in memory.
  func open() throws -> Connection {
    do {
      try createFile(path)
      let connection = try openOrReplace()
      try bringBack(into: connection)
      return connection
    } catch StoreError.readOnly(_, let reason) {
      return try openInMemory(reason)
    } catch let error as SQLiteError where error.primaryCode == 13 {  // SQLITE_FULL, before the tables were made
      return try openInMemory(error.message)
    }
  }

  private func openOrReplace() throws -> Connection {
    do {
      return try connect(path)
    } catch let error where StoreError.isDamage(error) {
      return try replaceDamaged("\(error)")
    } catch StoreError.foreign where Damage.isOurs(path) {
      return try replaceDamaged("its first page cannot be read")
    }
  }

  private func connect(_ path: String) throws -> Connection {
    do {
      let connection = try Connection(path: path, mode: .existing, busyTimeoutMilliseconds: lockTimeoutMilliseconds)
      // Before the first look at the file, so that SQLite does without shared memory and never lets the lock go.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try Schema.check(connection)
      let words = try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) }
      guard words == "ok" else { throw StoreError.damaged(path: path, detail: words ?? "it cannot be checked") }
      // The log is cut after it has grown large, for a backlog that is gone should not fill the card.
      try connection.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
      try Schema.migrate(connection)
      return connection
    } catch let error as SQLiteError {
      throw StoreError(opening: error) ?? error
    }
  }

  // MARK: Damage

  /// Gives the damaged file another name, begins a new one, and brings over what can be read. No connection is open.
  func replaceDamaged(_ reason: String) throws -> Connection {
    let name = try Damage.setAside(path, keeping: Self.damagedFilesKept)
    try createFile(path)
    let connection = try connect(path)
    let rescued = Damage.rescue(from: name, into: connection)
    report(.damagedFileSetAside(path: path, newName: name, reason: reason, rescued: rescued))
    return connection
  }

  // MARK: Nothing can be written

  private var copy: String? { MemoryCopy.path(of: path) }

  private func openInMemory(_ reason: String) throws -> Connection {
    guard let copy else { throw StoreError.unwritable(path: path, reason: reason) }
    try MemoryCopy.make(of: path, at: copy)
    let connection = try connect(copy)
    if !isInMemory { report(.runsFromMemory(path: path, reason: reason)) }
    isInMemory = true
    return connection
  }

  /// Whether the store lies in memory although its file could be written now.
  var canReturnToDisk: Bool { isInMemory && isWritable(path) }

  /// Takes what is in memory back to the disk. No connection is open.
  func returnToDisk() throws -> Connection {
    let connection = try open()
    if !isInMemory { report(.returnedToDisk(path: path)) }
    return connection
  }

  /// Takes over what an earlier time without a writable disk has left in memory.
  private func bringBack(into connection: Connection) throws {
    if let copy, MemoryCopy.exists(at: copy) {
      try MemoryCopy.bringBack(from: copy, into: connection)
    }
    isInMemory = false
  }
}

/// Whether the folder of a path takes new files; a read-only file system says no to root as well.
private func isWritable(_ path: String) -> Bool {
  let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
  return access(folder.isEmpty ? "/" : String(folder), W_OK) == 0
}

/// Makes a missing file, and the folders on the way to it, so that they are there after a power cut.
func createFile(_ path: String) throws(StoreError) {
  func fail(_ code: Int32 = errno) -> StoreError {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return code == EROFS || code == ENOSPC
      ? .readOnly(path: path, reason: reason) : .unwritable(path: path, reason: reason)
  }
  for end in path.indices.dropFirst() where path[end] == "/" {
    let folder = String(path[..<end])
    if mkdir(folder, 0o700) == 0 {
      syncFolder(of: folder)
      continue
    }
    // A read-only file system says so even of a folder that is there.
    let code = errno
    guard code == EEXIST || access(folder, F_OK) == 0 else { throw fail(code) }
  }
  // Only a file that was not there is opened here: closing any other would also drop the locks that SQLite has on it.
  let file = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
  let code = errno
  guard file >= 0 || code == EEXIST || access(path, F_OK) == 0 else { throw fail(code) }
  if file >= 0 {
    close(file)
    syncFolder(of: path)
  }
  // SQLite would open a file that may only be read, and fail later with less to say.
  guard access(path, R_OK | W_OK) == 0 else { throw fail() }
}

/// Makes the entry of a new file or folder survive a power cut.
func syncFolder(of path: String) {
  let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  let descriptor = Glibc.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}
