import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A simulated receiver, what stands in front of it, and the tracker's reading end, as real processes.
///
/// The reading end is `waymark decode --follow`: it opens, loses and reopens its source by the code that `waymark run`
/// uses, and tells each fix as a line.
final class Rig {
  /// No source comes back later than this, and nothing is waited for longer.
  static let patience = 45.0
  /// Seconds of silence that the tracker bears here; 60 by default, which would make a test long.
  static let silence = 4

  let scenario: Scenario
  let front: Front
  private let folder: TemporaryFolder
  private var simulator: Program?
  private var follower: Program?
  private var daemon: RealGPSD?
  private(set) var relay: Relay?
  private(set) var outcome = Outcome()
  private var absence: (since: ContinuousClock.Instant, used: Double)?

  init(_ scenario: Scenario, _ front: Front) throws {
    self.scenario = scenario
    self.front = front
    folder = try TemporaryFolder()
    // gpsd looks for its device after it has given up root's rights.
    chmod(folder.path, 0o755)
  }

  private var link: String { folder.file("gps0") }

  // MARK: Parts

  /// Plugs the receiver in; it begins when its port is first opened.
  func simulate() throws {
    let recording = TestFiles.fixtures.appending(path: "nmea/motorway.nmea").path
    let program = try Program.waymark(["simulate", recording, "--link", link, "--wait"] + scenario.faults)
    _ = try #require(program.awaitErrorLine("simulating", seconds: Self.patience), "\(program.errors)")
    simulator = program
  }

  func startDaemon() throws {
    daemon = try RealGPSD(device: scenario == .gpsdWithoutDevice ? nil : link, port: daemon?.port)
  }

  /// What the board's udev rule does when a receiver is plugged in or pulled.
  func tellDaemon(isPlugged: Bool) throws { try daemon?.tell(link, isPlugged: isPlugged) }

  func stopDaemon() { daemon?.end() }

  /// Puts something between tracker and gpsd that can go dead.
  func startRelay() throws { relay = try Relay(to: try #require(daemon?.port)) }

  /// Starts the reading end on a serial port (nil), or on a gpsd at this port.
  func follow() throws {
    let source: String
    if front == .gpsd {
      let port = try relay?.port ?? #require(daemon?.port)
      source = "gpsd://127.0.0.1:\(port)?silence=\(Self.silence)"
    } else {
      source = "serial://\(link)?baud=\(scenario == .wrongBaud ? "auto" : "115200")&silence=\(Self.silence)"
    }
    let preload = try front == .libserialport ? ["LD_PRELOAD=\(PseudoSerial.library())"] : []
    follower = try Program.waymark(["decode", "--follow", source], environment: preload)
  }

  // MARK: Waiting

  /// Waits for the simulator to say so.
  func awaitSimulator(_ words: String) throws {
    let simulator = try #require(simulator)
    _ = try #require(simulator.awaitErrorLine(words, seconds: Self.patience), "\(simulator.errors)")
  }

  /// Waits until the reading end has said `words` so many times: its state.
  func awaitState(_ words: String, times: Int = 1) throws {
    let follower = try #require(follower)
    let isThere = poll(Self.patience) {
      follower.errors.split(separator: "\n").filter { $0.contains(words) }.count >= times
    }
    try #require(isThere, "'\(words)' was not said \(times) times: \(follower.errors)")
  }

  var states: [String] { (follower?.errors ?? "").split(separator: "\n").map(String.init) }

  /// Waits for so many fixes later than the last one now; gives how long the first took.
  func awaitFixes(_ count: Int) throws {
    let start = ContinuousClock.now
    let before = lines().count
    var first: ContinuousClock.Instant?
    let areThere = poll(Self.patience) {
      let new = self.lines().count - before
      if new > 0, first == nil { first = .now }
      return new >= count
    }
    let words = "\(scenario.rawValue), \(front.rawValue)"
    try #require(areThere, "\(words): \(lines().count - before) of \(count) fixes came; \(follower?.errors ?? "")")
    outcome.dataBackSeconds = first.map { seconds($0 - start) } ?? 0
  }

  /// For a source that is back unseen, so many seconds after the recording began: how much later the first fix is.
  func noteReturn(at seconds: Int) throws {
    let times = try lines().map { try RecordedFix($0).secondsIntoRecording }
    outcome.dataBackSeconds = try #require(times.first { $0 >= Double(seconds) }) - Double(seconds)
  }

  // MARK: Absence

  /// The source is away from now on.
  func beginAbsence() { absence = (.now, processorSeconds()) }

  /// It is back: takes what the reading end used meanwhile.
  func endAbsence() {
    guard let absence else { return }
    outcome.percentWhileAbsent = 100 * (processorSeconds() - absence.used) / seconds(.now - absence.since)
  }

  private func processorSeconds() -> Double {
    guard let process = follower?.process else { return 0 }
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/schedstat", encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  // MARK: Judgement

  private func lines() -> [Substring] {
    let output = follower?.output ?? ""
    // A line without its end is still being written.
    return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().filter { !$0.isEmpty }
  }

  /// Ends all parts and holds what came against the recording.
  func finish() throws -> Outcome {
    follower?.end(SIGTERM)
    let fixes = try lines().map { try RecordedFix($0) }
    simulator?.end(SIGTERM)
    daemon?.end()
    relay?.stop()
    let recording = try RecordedFix.recording()
    outcome.fixes = fixes.count
    outcome.repeated = fixes.count - Set(fixes.map(\.time)).count
    outcome.joined = fixes.filter { !$0.isIn(recording) }.count
    return outcome
  }
}

/// A fix as `waymark decode` and the recording's golden output tell it.
struct RecordedFix: Decodable {
  let time: String
  let lat: Double
  let lon: Double

  init(_ line: some StringProtocol) throws { self = try JSONDecoder().decode(Self.self, from: Data(line.utf8)) }

  /// The recording begins at 13:40:00.
  var secondsIntoRecording: Double {
    let parts = time.dropFirst("2026-05-13T".count).dropLast().split(separator: ":").compactMap { Double($0) }
    return parts.reduce(0) { $0 * 60 + $1 } - (13 * 60 + 40) * 60
  }

  /// What is true of the motorway recording, by time.
  static func recording() throws -> [String: RecordedFix] {
    let file = TestFiles.fixtures.appending(path: "nmea/motorway.decode.jsonl")
    let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
    let fixes = try lines.map { try RecordedFix($0) }
    return Dictionary(fixes.map { ($0.time, $0) }) { first, _ in first }
  }

  /// Within what gpsd rounds; two epochs lie seven metres apart.
  func isIn(_ recording: [String: RecordedFix]) -> Bool {
    guard let other = recording[time] else { return false }
    return abs(other.lat - lat) < 2e-7 && abs(other.lon - lon) < 2e-7
  }
}
