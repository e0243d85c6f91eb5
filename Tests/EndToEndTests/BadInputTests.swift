import FoundationEssentials
import TestSupport
import Testing

@Suite("Bad input to the command")
struct BadInputTests {
  /// What a user may get wrong: the words, the exit status, and what the one sentence must say. `%` is a scratch folder.
  static let faults: [(words: [String], status: Int32, says: String)] = [
    ([], 2, "usage: waymark COMMAND"),
    (["fly"], 2, "no command 'fly'"),
    (["decode"], 2, ""),
    (["decode", "--fast", "x"], 2, "unknown option --fast"),
    (["decode", "--not-before", "yesterday", "-"], 2, "--not-before"),
    (["decode", "--not-before"], 2, "--not-before needs a value"),
    (["decode", "%/missing.nmea"], 1, "%/missing.nmea"),
    (["decode", "%"], 1, "directory"),
    (["decode", "%/empty"], 1, "%/empty"),
    (["decode", "%/binary"], 1, "no NMEA sentence"),
    (["decode", "/dev/null"], 1, "/dev/null"),
    (["decode", "usb://x"], 2, "usb://"),
    (["decode", "serial:///dev/ttyNONE9"], 1, "/dev/ttyNONE9"),
    (["decode", "serial:///dev/null"], 1, "/dev/null"),
    (["decode", "serial:///dev/ttyS0?baud=97"], 2, "97"),
    (["decode", "gpsd://127.0.0.1:1"], 1, "gpsd"),
    (["decode", "gpsd://127.0.0.1:99999"], 2, "99999"),
    (["replay"], 2, "give at least one capture"),
    (["replay", "%/missing.nmea"], 1, "%/missing.nmea"),
    (["replay", "%"], 1, "directory"),
    (["replay", "%/empty"], 1, "%/empty is empty"),
    (["replay", "%/binary"], 1, "no NMEA sentence"),
    (["replay", "--mode", "fast", "%/drive"], 2, "--mode takes active, balanced or passive"),
    (["replay", "--server", "ftp://x", "%/drive"], 1, "ftp"),
    (["replay", "--server", "http://127.0.0.1:1", "--asset", "van", "%/drive"], 1, "not acknowledged"),
    (["replay", "--gpx", "%/no/such/folder.gpx", "%/drive"], 1, "cannot write %/no/such/folder.gpx"),
    (["replay", "--database", "%/binary", "%/drive"], 1, "%/binary"),
    (["run"], 2, "-c FILE is missing"),
    (["run", "-c", "%/missing.toml"], 2, "cannot read %/missing.toml"),
    (["run", "-c", "%"], 2, "directory"),
    (["run", "-c", "%/broken.toml"], 2, "%/broken.toml:2:"),
    (["run", "-c", "%/unknown.toml"], 2, "%/unknown.toml:3:1: unknown key server.kez"),
    (["config", "--check", "%/broken.toml"], 2, "%/broken.toml:2:"),
    (["status", "--socket", "%/none.sock"], 3, "no tracker runs at %/none.sock"),
    (["start", "now"], 2, "one word too many"),
    (["asset", "--socket", "%/none.sock"], 2, "say what to do"),
    (["asset", "fly", "--socket", "%/none.sock"], 2, "'fly' is none of"),
    (["asset", "bind", "--socket", "%/none.sock"], 2, "ID"),
    (["asset", "create", "--socket", "%/none.sock"], 2, "--name TEXT is missing"),
    (["asset", "create", "--name", "x", "--attributes", "red", "--socket", "%/none.sock"], 2, "--attributes takes"),
    (["log", "--limit", "0", "--socket", "%/none.sock"], 2, "--limit takes a number from 1 to 1000"),
    (["trip", "summary", "--socket", "%/none.sock"], 2, "ID is missing"),
    (["trip", "delete", "a/b", "--socket", "%/none.sock"], 2, "no trip's id"),
    (["mode", "--distance", "far", "--socket", "%/none.sock"], 3, "no tracker"),
    (["config", "--check"], 2, "--check needs one FILE"),
    (["simulate", "%/missing.nmea", "--link", "%/gps"], 1, "%/missing.nmea"),
    (["simulate", "%/drive"], 2, "--link"),
    (["simulate", "%/drive", "--link", "%/empty"], 1, "%/empty"),
    (["collector", "--listen", "nonsense", "--database", "%/c.db"], 2, "nonsense"),
    (["collector", "--database", "%"], 1, "%"),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let files: [(String, [UInt8])] = [
      ("empty", []),
      ("binary", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3) }),
      ("drive", Array("$GPRMC,120000.00,A,4700.0000,N,00800.0000,E,0.1,,301126,,,A*7E\r\n".utf8)),
      ("broken.toml", Array("[server]\nkey = \n".utf8)),
      ("unknown.toml", Array("[server]\nkey = \"k\"\nkez = \"k\"\n".utf8)),
    ]
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: folder.file(name))) }
  }

  @Test("gives one clear sentence, the right exit status and no trap", arguments: faults)
  func fault(words: [String], status: Int32, says: String) throws {
    func inFolder(_ text: String) -> String {
      text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: folder.path)
    }
    let program = try Program.waymark(words.map(inFolder))
    #expect(program.wait(seconds: 20) == status, "\(program.errors)")
    #expect(program.errors.contains(inFolder(says)), "\(program.errors)")
    let lines = program.errors.split(separator: "\n")
    #expect(lines.count <= (words.isEmpty ? 20 : 2), "\(program.errors)")
    #expect(!program.errors.contains("Fatal error"))
  }

  @Test(
    "every command explains itself with an example",
    arguments: [
      "run", "asset", "start", "stop", "mode", "status", "log", "trip", "replay", "decode", "simulate", "collector",
      "config",
    ])
  func help(command: String) throws {
    let program = try Program.waymark([command, "--help"])
    #expect(program.wait(seconds: 20) == 0)
    #expect(program.output.hasPrefix("usage: waymark \(command)"))
    #expect(program.output.contains("example"))
    #expect(program.output.contains("waymark \(command) "))
    #expect(program.errors.isEmpty)
  }
}
