import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("A tracker that drives its receiver")
struct DrivenReceiverTests {
  /// What the simulated receiver said last of what it does.
  private func state(_ receiver: Program) -> String? {
    let lines = receiver.errors.split(separator: "\n").filter { $0.hasPrefix("the receiver ") }
    return lines.last.map { String($0.dropFirst("the receiver ".count)) }
  }

  @Test("wakes one that a killed process left asleep, slows it down in balanced mode, and restores it at SIGTERM")
  func course() throws {
    let folder = try TemporaryFolder()
    let link = folder.file("gps0")
    let collector = try CollectorProgram(database: folder.file("collector.db"))
    try collector.createAsset("van")
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    let receiver = try Program.waymark(["simulate", capture, "--link", link])
    _ = try #require(receiver.awaitErrorLine("simulating", seconds: 20), "\(receiver.errors)")
    let port = open(link, O_RDWR | O_NOCTTY | O_CLOEXEC)
    let standby = "$PMTK161,0*28\r\n"
    #expect(write(port, standby, standby.utf8.count) == standby.utf8.count)
    #expect(poll(20) { state(receiver) == "sleeps until it hears a byte" }, "\(receiver.errors)")
    close(port)

    let configuration = """
      source = "serial://\(link)?baud=9600"
      not_before = "2026-01-01"
      [receiver]
      family = "mtk"
      control = true
      [server]
      url = "\(collector.url)"
      key = "k"
      [asset]
      id = "van"
      [tracking]
      mode = "balanced"
      [store]
      path = "\(folder.file("queue.db"))"
      """
    try Data(configuration.utf8).write(to: URL(filePath: folder.file("waymark.toml")))
    let tracker = try Program.waymark(["run", "-c", folder.file("waymark.toml")])
    #expect(poll(20) { state(receiver) == "sends each 1000 ms" }, "\(receiver.errors)")
    // It hears the satellites' orbits for 20 s first.
    #expect(poll(60) { state(receiver) == "sends each 2000 ms" }, "\(receiver.errors)")
    tracker.signal(SIGTERM)
    #expect(tracker.wait(seconds: 5.5) == 0, "\(tracker.errors)")
    #expect(poll(5) { state(receiver) == "sends each 1000 ms" }, "\(receiver.errors)")
    receiver.end(SIGTERM)
  }
}
