import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A tracker, a server and a simulated receiver, as real processes with real files between them.
private final class Rig {
  let folder: TemporaryFolder
  let collector: CollectorProgram
  private(set) var receiver: Program?
  let link: String

  init() throws {
    folder = try TemporaryFolder()
    link = folder.file("gps0")
    collector = try CollectorProgram(database: folder.file("collector.db"))
    try collector.createAsset("van")
  }

  /// Plays the city drive on a pseudo-terminal, so many epochs a second.
  func simulate(rate: Int) throws {
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    let receiver = try Program.waymark(["simulate", capture, "--link", link, "--rate", "\(rate)"])
    self.receiver = receiver
    _ = try #require(receiver.awaitErrorLine("simulating", seconds: 20), "\(receiver.errors)")
  }

  /// Starts the tracker on a source.
  func track(_ source: String, durability: String = "batch") throws -> Program {
    let configuration = """
      source = "\(source)"
      not_before = "2026-01-01"
      [server]
      url = "\(collector.url)"
      key = "k"
      [asset]
      id = "van"
      [tracking]
      least_time = "0 s"
      [upload]
      batch_window = "1 s"
      [store]
      path = "\(folder.file("queue.db"))"
      durability = "\(durability)"
      """
    let file = folder.file("waymark.toml")
    try Data(configuration.utf8).write(to: URL(filePath: file))
    let tracker = try Program.waymark(["run", "-c", file])
    _ = try #require(tracker.awaitErrorLine("tracking asset van", seconds: 20), "\(tracker.errors)")
    return tracker
  }

  /// Ends the tracker with SIGTERM, which it must obey within 5 s.
  func end(_ tracker: Program) {
    tracker.signal(SIGTERM)
    #expect(tracker.wait(seconds: 5.5) == 0, "\(tracker.errors)")
    #expect(tracker.errors.contains("tracking is off"), "\(tracker.errors)")
  }
}

@Suite("The live tracker", .serialized)
struct LiveTests {
  @Test("tracks a receiver on a pseudo-terminal, uploads, and sends the rest at SIGTERM")
  func pseudoTerminal() throws {
    let rig = try Rig()
    try rig.simulate(rate: 50)
    let tracker = try rig.track("serial://\(rig.link)?baud=9600")
    #expect(try poll(60) { try rig.collector.storedPoints() >= 20 }, "\(tracker.errors)")
    rig.end(tracker)
    #expect(tracker.errors.contains("; 0 points wait for the next start"), "\(tracker.errors)")
  }

  @Test("sends after kill -9 what was stored and not acknowledged, each point once")
  func killed() throws {
    let rig = try Rig()
    try rig.simulate(rate: 50)
    let first = try rig.track("serial://\(rig.link)?baud=9600", durability: "each")
    #expect(try poll(60) { try rig.collector.storedPoints() >= 5 }, "\(first.errors)")
    rig.collector.stop()
    let delivered = try rig.collector.storedPoints()
    // The server is down: what comes now can only be in the queue.
    _ = try #require(first.awaitErrorLine("upload failed", seconds: 30), "\(first.errors)")
    first.end(SIGKILL)
    rig.receiver?.end(SIGTERM)

    try rig.collector.restart()
    let second = try rig.track("serial://\(rig.link)?baud=9600")
    let line = try #require(second.awaitErrorLine("tracking asset van", seconds: 5))
    let waiting = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    #expect(waiting > 0, "nothing was waiting: \(first.errors)")
    #expect(try poll(60) { try rig.collector.storedPoints() >= delivered + waiting }, "\(second.errors)")
    rig.end(second)
    #expect(try rig.collector.storedPoints() == delivered + waiting)
  }

  @Test("goes on when the receiver is unplugged and comes back")
  func unplugged() throws {
    let rig = try Rig()
    try rig.simulate(rate: 50)
    let tracker = try rig.track("serial://\(rig.link)?baud=9600")
    _ = try #require(tracker.awaitErrorLine("receiver connected", seconds: 20), "\(tracker.errors)")
    rig.receiver?.end(SIGKILL)
    _ = try #require(tracker.awaitErrorLine("receiver lost", seconds: 20), "\(tracker.errors)")
    try rig.simulate(rate: 50)
    #expect(try poll(60) { try rig.collector.storedPoints() >= 20 }, "\(tracker.errors)")
    rig.end(tracker)
  }

  @Test("tracks through a real gpsd", .enabled(if: RealGPSD.isInstalled))
  func realGPSD() throws {
    let rig = try Rig()
    try rig.simulate(rate: 20)
    let terminal = try FileManager.default.destinationOfSymbolicLink(atPath: rig.link)
    let gpsd = try RealGPSD(device: terminal)
    defer { gpsd.end() }
    let tracker = try rig.track("gpsd://127.0.0.1:\(gpsd.port)")
    #expect(try poll(60) { try rig.collector.storedPoints() >= 20 }, "\(tracker.errors)")
    rig.end(tracker)
  }
}
