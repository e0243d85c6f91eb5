import FoundationEssentials
import TestSupport
import Testing

/// A shell in a network of its own, which containers forbid at times.
private func inOwnNetwork(_ script: String, _ words: [String]) throws -> Program {
  try Program(
    "/usr/bin/unshare",
    ["-r", "-n", "/bin/sh", "-c", "PATH=$PATH:/usr/sbin; ip link set lo up && \(script)", "sh"] + words)
}

private let dropOne =
  "iptables -A INPUT -p tcp -m statistic --mode random --probability 0.1 -j DROP"

private let canLosePackets: Bool = {
  guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else { return false }
  return (try? inOwnNetwork(dropOne, []).wait(seconds: 10)) == 0
}()

@Suite("A network that loses packets", .enabled(if: canLosePackets, "iptables may not be used here"))
struct PacketLossTests {
  @Test("loses one packet in ten, at random, and no point")
  func oneInTen() throws {
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    let program = try inOwnNetwork(
      "\(dropOne) && exec \"$1\" replay \"$2\" --json", [Program.waymarkPath(), capture])
    #expect(program.wait(seconds: 300) == 0, "\(program.errors)")
    let report = try JSONDecoder().decode(ReplayReport.self, from: Data(program.output.utf8))
    #expect(report.kept > 0 && report.acknowledged == report.kept && report.stored == report.kept)
  }
}
