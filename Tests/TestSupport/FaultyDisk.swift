import CFaultyDisk
import FoundationEssentials
import Glibc

/// The disk beneath SQLite, for the files of one folder: fails on demand, and tells what a power cut would have left.
public final class FaultyDisk {
  private let disk: OpaquePointer
  /// What the files held at the beginning.
  private let base: [String: [UInt8]]

  /// Watches a folder.
  public init(_ folder: String) throws {
    var base: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      base[name] = Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
    }
    self.base = base
    disk = waymark_disk_watch(folder)
  }

  deinit { waymark_disk_forget(disk) }

  /// How many writes, cuts and syncs there have been.
  public var eventCount: Int { waymark_disk_count(disk) }

  /// How many bytes have been written.
  public var bytesWritten: Int {
    (0..<eventCount).reduce(0) {
      $0 + (waymark_disk_at(disk, $1).kind == WAYMARK_DISK_WRITE ? waymark_disk_at(disk, $1).count : 0)
    }
  }

  /// Whether an event is a sync.
  public func isSync(_ index: Int) -> Bool { waymark_disk_at(disk, index).kind == WAYMARK_DISK_SYNC }

  /// From now on so many bytes fit; nil for no limit.
  public func limit(bytes: Int?) { waymark_disk_limit(disk, bytes.map(Int64.init) ?? -1) }

  /// From now on each write and sync fails, or works again.
  public func setBroken(_ isBroken: Bool) { waymark_disk_break(disk, isBroken ? 1 : 0) }

  /// Writes into another folder what is left when the process is killed after the first `events` events: all of them.
  public func leaveAfterKill(_ events: Int, in other: String) throws {
    var files = base
    for index in 0..<events { apply(waymark_disk_at(disk, index), to: &files) }
    try write(files, to: other)
  }

  /// Writes into another folder what may be left when the power goes after the first `events` events: what was synced,
  /// and of the rest any part in any order, with writes torn between sectors.
  public func leaveAfterPowerCut(_ events: Int, in other: String, using random: inout some RandomNumberGenerator) throws
  {
    var files = base
    var unsynced: [String: [waymark_disk_event]] = [:]
    for index in 0..<events {
      let event = waymark_disk_at(disk, index)
      let name = String(cString: event.name)
      if event.kind == WAYMARK_DISK_SYNC {
        // The first sync of a new log syncs its folder too, by which earlier removals are there for good.
        for (name, events) in unsynced where events.contains(where: { $0.kind == WAYMARK_DISK_DELETE }) {
          for earlier in events { apply(earlier, to: &files) }
          unsynced[name] = nil
        }
        for earlier in unsynced.removeValue(forKey: name) ?? [] { apply(earlier, to: &files) }
      } else {
        unsynced[name, default: []].append(event)
      }
    }
    let fate = Int.random(in: 0..<4, using: &random)
    for (name, events) in unsynced.sorted(by: { $0.key < $1.key }) {
      if files[name] == nil { files[name] = [] }
      for event in fate == 0 ? events : events.shuffled(using: &random) {
        switch fate {
        case 0, 1: if Bool.random(using: &random) { apply(event, to: &files) }
        case 2: applyTorn(event, to: &files, using: &random)
        default: break
        }
      }
    }
    try write(files, to: other)
  }

  private func apply(_ event: waymark_disk_event, to files: inout [String: [UInt8]]) {
    let name = String(cString: event.name)
    switch event.kind {
    case WAYMARK_DISK_WRITE:
      // Safety: the record keeps its bytes as long as the disk is watched.
      put(UnsafeBufferPointer(start: event.bytes, count: event.count), at: Int(event.offset), of: name, in: &files)
    case WAYMARK_DISK_TRUNCATE:
      let length = Int(event.offset)
      files[name] = Array((files[name] ?? []).prefix(length))
    case WAYMARK_DISK_DELETE: files[name] = nil
    default: break
    }
  }

  /// Sectors of 512 bytes arrive whole or not at all.
  private func applyTorn(
    _ event: waymark_disk_event, to files: inout [String: [UInt8]], using random: inout some RandomNumberGenerator
  ) {
    guard event.kind == WAYMARK_DISK_WRITE else { return apply(event, to: &files) }
    let bytes = UnsafeBufferPointer(start: event.bytes, count: event.count)
    for start in stride(from: 0, to: bytes.count, by: 512) where Bool.random(using: &random) {
      let sector = UnsafeBufferPointer(rebasing: bytes[start..<min(start + 512, bytes.count)])
      put(sector, at: Int(event.offset) + start, of: String(cString: event.name), in: &files)
    }
  }

  private func put(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, of name: String, in files: inout [String: [UInt8]]
  ) {
    let end = offset + bytes.count
    let missing = max(0, end - (files[name] ?? []).count)
    files[name, default: []].append(contentsOf: repeatElement(0, count: missing))
    files[name]?.replaceSubrange(offset..<end, with: bytes)
  }

  private func write(_ files: [String: [UInt8]], to other: String) throws {
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: other + "/" + name)) }
  }
}
