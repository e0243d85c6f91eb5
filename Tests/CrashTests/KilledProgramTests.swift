import Delivery
import FoundationEssentials
import Store
import TestSupport
import Testing

/// Whether programs may be traced here, which containers forbid at times.
private let canTrace: Bool = {
  let path = "/usr/bin/strace"
  guard FileManager.default.isExecutableFile(atPath: path) else { return false }
  return (try? Program(path, ["-o", "/dev/null", "/bin/true"]).wait(seconds: 10)) == 0
}()

/// The built command, killed at an exact system call while it stores (its server is down), and again while it sends
/// what it has stored. A third run ends well. Each part of a drive is its own capture.
private struct KilledProgram {
  let server: CrashServer
  let asset: String
  /// The three captures.
  let parts: [String]
  let folder: TemporaryFolder

  init(_ server: CrashServer, asset: String, parts: [String]) throws {
    (self.server, self.asset, self.parts) = (server, asset, parts)
    folder = try TemporaryFolder()
    try server.createAsset(asset)
  }

  private var url: String { "http://127.0.0.1:\(server.port)" }

  /// Replays a part; killed at the `when`th call of that name, if it comes to that.
  private func replay(_ part: Int, to url: String, killedAt call: String? = nil, when: Int = 0) throws -> Int32? {
    let words = ["replay", parts[part], "--server", url, "--asset", asset, "--database", folder.file("queue.db")]
    guard let call else { return try Program.waymark(words).wait(seconds: 60) }
    // What a killed run leaves of its own scratch folder goes with this one.
    let trace = [
      "-f", "-o", "/dev/null", "-E", "TMPDIR=\(folder.path)", "-e", "trace=\(call)", "-e",
      "inject=\(call):signal=SIGKILL:when=\(when)",
    ]
    return try Program("/usr/bin/strace", trace + [Program.waymarkPath()] + words).wait(seconds: 60)
  }

  /// What lies in the queue's file, as seen in a copy of it.
  private func stored() throws -> Set<Int64> {
    let copy = try TemporaryFolder()
    for ending in ["", "-wal", "-journal"] {
      try? FileManager.default.copyItem(
        atPath: folder.file("queue.db" + ending), toPath: copy.file("queue.db" + ending))
    }
    return Set(
      try SQLiteStore(path: copy.file("queue.db")).read(.oldest(10_000)).map {
        $0.sample.time.millisecondsSince1970
      })
  }

  /// The promises of two killed runs, kept or not by the third.
  mutating func run(storing: (call: String, when: Int), sending: (call: String, when: Int)) throws -> CrashTally {
    var tally = CrashTally(runs: 1)
    if try replay(0, to: "http://127.0.0.1:1", killedAt: storing.call, when: storing.when) == 128 + 9 {
      tally.cuts += 1
    }
    var promised = try stored()
    if try replay(1, to: url, killedAt: sending.call, when: sending.when) == 128 + 9 { tally.cuts += 1 }
    promised.formUnion(try stored())
    promised.formUnion(try server.places(of: asset).keys)
    #expect(try replay(2, to: url) == 0)

    let places = try server.places(of: asset)
    tally.confirmed = promised.count
    tally.lost = promised.filter { places[$0] == nil }.count
    tally.twoKeys = places.values.filter { $0 > 1 }.count
    return tally
  }
}

@Suite("The command, killed by system-call injection", .enabled(if: canTrace, "strace may not trace programs here"))
struct KilledProgramTests {
  /// `scripts/crash N` asks for more.
  private static let runs =
    ProcessInfo.processInfo.environment["WAYMARK_CRASH_RUNS"].flatMap(Int.init).map { max(8, $0 / 20) } ?? 8

  /// The calls by which it changes its disk and talks to its server.
  private static let storing = ["pwrite64", "fdatasync", "openat", "unlink"]
  private static let sending = ["sendto", "recvfrom", "pwrite64", "fdatasync", "poll"]

  @Test("keeps every point that was on its disk, and sends it once under its name")
  func killed() throws {
    let server = try CrashServer()
    let folder = try TemporaryFolder()
    let parts = try Self.parts(in: folder)
    var random = SplitMix64(seed: 11)
    var tally = CrashTally()
    for run in 0..<Self.runs {
      var killed = try KilledProgram(server, asset: "killed-\(run)", parts: parts)
      let storing = (Self.storing[run % Self.storing.count], Int.random(in: 1...80, using: &random))
      let sending = (Self.sending[run % Self.sending.count], Int.random(in: 1...30, using: &random))
      let result = try killed.run(storing: storing, sending: sending)
      #expect(result.lost == 0 && result.twoKeys == 0, "\(storing), \(sending): \(result)")
      tally.add(result)
    }
    #expect(tally.cuts > tally.runs / 2, "hardly anything was killed: \(tally)")
    print(
      "crash: of these programs killed at a system call: runs \(tally.runs), kills \(tally.cuts), "
        + "points confirmed \(tally.confirmed), lost \(tally.lost), sent under two keys \(tally.twoKeys)")
  }

  /// The city drive in three captures.
  private static func parts(in folder: TemporaryFolder) throws -> [String] {
    let capture = try Data(contentsOf: TestFiles.fixtures.appending(path: "nmea/city-drive.nmea"))
    let lines = capture.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let third = lines.count / 3
    return try (0..<3).map { part in
      let path = folder.file("part-\(part).nmea")
      let some = lines[part * third..<(part == 2 ? lines.count : (part + 1) * third)]
      try Data(some.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: path))
      return path
    }
  }
}
