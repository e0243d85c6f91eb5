import Glibc
import SQLite

/// A store's copy in memory, for a board whose disk takes nothing: a file on the memory file system, so that it is a
/// store like any other and outlives the process, though not the power.
enum MemoryCopy {
  /// Where the copy of a file lies: in a folder of this user's alone; nil when there is none to be had.
  static func path(of path: String) -> String? {
    let folder = "/dev/shm/waymark-\(getuid())"
    mkdir(folder, 0o700)
    var status = stat()
    // Everybody may write beside it: a link, or a folder of somebody else's, is not ours.
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o077 == 0
    else { return nil }
    return "\(folder)/\(name(of: path))"
  }

  /// The whole path as one name.
  private static func name(of path: String) -> String {
    let absolute = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    return (absolute ?? path).split(separator: "/").joined(separator: "%")
  }

  static func exists(at copy: String) -> Bool { access(copy, F_OK) == 0 }

  /// Copies a file and its log into memory, unless that was done already.
  static func make(of path: String, at copy: String) throws(StoreError) {
    guard !exists(at: copy) else { return }
    // The log first: with the file there the copy counts as whole.
    for ending in ["-wal", ""] {
      do throws(StoreError) {
        try copyFile(path + ending, to: copy + ending)
      } catch {
        remove(copy)
        throw error
      }
    }
  }

  private static func copyFile(_ path: String, to copy: String) throws(StoreError) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 || errno == ENOENT else { throw .unwritable(path: path, reason: "it cannot be read") }
    defer { if source >= 0 { close(source) } }
    // A file that is not there has an empty copy, which SQLite takes for a new one.
    let target = open(copy, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw .unwritable(path: path, reason: "and there is no memory for a copy") }
    defer { close(target) }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while source >= 0 {
      let count = read(source, &piece, piece.count)
      guard count > 0 else { break }
      guard write(target, piece, count) == count else {
        throw .unwritable(path: path, reason: "and there is no memory for a copy")
      }
    }
  }

  /// Makes a file equal to its copy in one transaction, and removes the copy.
  static func bringBack(from copy: String, into connection: Connection) throws {
    // Closing it folds its log into it.
    do { try Schema.migrate(try Connection(path: copy, mode: .existing)) }
    let attach = try connection.prepare("ATTACH ? AS memory")
    try attach.bind(copy, at: 1)
    try attach.run()
    try connection.transaction {
      for table in ["queue", "upload_log", "set_aside", "state", "sqlite_sequence"] {
        try connection.execute("DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM memory.\(table)")
      }
    }
    try connection.execute("DETACH memory")
    remove(copy)
  }

  private static func remove(_ copy: String) {
    for ending in ["", "-wal"] { unlink(copy + ending) }
  }
}
