import EventLoop
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Hardware in the loop", .timeLimit(.minutes(5)))
struct HardwareInLoopTests {
  @Test("A pseudo-terminal through termios", arguments: Scenario.serial)
  func termios(scenario: Scenario) async throws { try await check(scenario, .termios) }

  @Test(
    "A pseudo-terminal through libserialport", .enabled(if: PseudoSerial.canCompile, "there is no C compiler"),
    arguments: Scenario.serial)
  func libserialport(scenario: Scenario) async throws { try await check(scenario, .libserialport) }

  @Test("A real gpsd", .enabled(if: RealGPSD.isInstalled, "gpsd is not installed"), arguments: Scenario.allCases)
  func gpsd(scenario: Scenario) async throws { try await check(scenario, .gpsd) }

  @Test(
    "A real receiver", .enabled(if: RealReceiver.source != nil, "WAYMARK_HIL_DEVICE names no receiver"))
  func realReceiver() async throws {
    let outcome = try await onThread { try RealReceiver.run() }
    Table.add("fix", "receiver", outcome)
    #expect(outcome.repeated == 0)
  }

  /// Plays a scenario on a thread of its own, since it waits most of the time, and holds it against what is promised.
  private func check(_ scenario: Scenario, _ front: Front) async throws {
    let outcome = try await onThread { try scenario.play(on: Rig(scenario, front)) }
    Table.add(scenario.rawValue, front.rawValue, outcome)
    #expect(outcome.dataBackSeconds <= 30)
    #expect(outcome.percentWhileAbsent ?? 0 < 1)
    #expect(outcome.repeated == 0 && outcome.joined == 0, "\(outcome)")
    #expect(outcome.fixes > 0)
  }

  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try startThread { continuation.resume(with: Result { try body() }) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}

extension Scenario {
  /// Plays the scenario to its end.
  func play(on rig: Rig) throws -> Outcome {
    switch self {
    case .gpsdWithoutDevice: try playWithoutDevice(rig)
    case .gpsdRestart, .halfOpen: try playConnectionLoss(rig)
    default: try playReceiver(rig)
    }
    return try rig.finish()
  }

  private func playReceiver(_ rig: Rig) throws {
    try rig.simulate()
    if rig.front == .gpsd { try rig.startDaemon() }
    try rig.follow()
    try rig.awaitFixes(10)
    switch self {
    case .unplug, .rename:
      try rig.awaitSimulator("unplugged")
      try rig.tellDaemon(isPlugged: false)
      // gpsd keeps its connection, so that only its silence tells.
      try rig.awaitState("receiver lost")
      rig.beginAbsence()
      try rig.awaitSimulator("plugged in")
      rig.endAbsence()
      try rig.tellDaemon(isPlugged: true)
      try rig.awaitFixes(10)
      try rig.awaitState("receiver connected", times: 2)
      #expect(rig.states.count == 3, "one line a change: \(rig.states)")
    case .silence:
      try rig.awaitState("receiver lost")
      rig.beginAbsence()
      try rig.awaitState("receiver connected", times: 2)
      rig.endAbsence()
      try rig.awaitFixes(10)
      try rig.noteReturn(at: 5 + 9)
    case .garble: try rig.awaitFixes(30)
    default: break
    }
  }

  private func playWithoutDevice(_ rig: Rig) throws {
    try rig.startDaemon()
    try rig.follow()
    try rig.awaitState("receiver lost")
    rig.beginAbsence()
    // Two reconnects of a client that hears of no receiver.
    sleep(6)
    rig.endAbsence()
    try rig.simulate()
    try rig.tellDaemon(isPlugged: true)
    try rig.awaitFixes(10)
    #expect(rig.states.filter { $0.contains("receiver lost") }.count == 1, "\(rig.states)")
  }

  private func playConnectionLoss(_ rig: Rig) throws {
    try rig.simulate()
    try rig.startDaemon()
    if self == .halfOpen { try rig.startRelay() }
    try rig.follow()
    try rig.awaitFixes(10)
    if self == .halfOpen { rig.relay?.goDead() } else { rig.stopDaemon() }
    try rig.awaitState("receiver lost")
    rig.beginAbsence()
    if self == .gpsdRestart { sleep(5) }
    rig.endAbsence()
    if self == .gpsdRestart { try rig.startDaemon() }
    try rig.awaitFixes(10)
    try rig.awaitState("receiver connected", times: 2)
  }
}

/// The rows that `scripts/hil` prints.
enum Table {
  static func add(_ scenario: String, _ front: String, _ outcome: Outcome) {
    guard let path = ProcessInfo.processInfo.environment["WAYMARK_HIL_TABLE"] else { return }
    let percent = outcome.percentWhileAbsent.map { "\(($0 * 1000).rounded() / 1000)" } ?? "-"
    let back = (outcome.dataBackSeconds * 10).rounded() / 10
    let row = "\(scenario)|\(front)|\(back)|\(percent)|\(outcome.fixes)|\(outcome.repeated)|\(outcome.joined)\n"
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    _ = write(descriptor, row, row.utf8.count)
    close(descriptor)
  }
}
