import EventLoop
import FoundationEssentials
import GNSS
import Glibc
import HAL
import TestSupport
import Testing

@testable import Devices

private let second: Int64 = 1_000_000_000

@Suite("A capture's pace")
struct CapturePacerTests {
  /// The pauses in milliseconds before each line.
  private func pauses(_ lines: [String], _ pace: CapturePacer.Pace = .recorded(speed: 1)) -> [Int64] {
    var pacer = CapturePacer(pace)
    return lines.map { pacer.pause(before: Array($0.utf8)) / 1_000_000 }
  }

  @Test(
    "sends the lines of one time together, and waits as long as the times differ",
    arguments: [
      (["$GPRMC,100000.00,A", "$GPGGA,100000.00,40", "$GPGSV,1", "$GPRMC,100001.00,A"], [0, 0, 0, 1000]),
      (["$GPGLL,4,N,5,W,100000.00,A", "$GPGLL,4,N,5,W,100000.20,A"], [0, 200]),
      (["$GPZDA,100000,30,11", "$GNGNS,100000.5,4", "$GPGST,100001.25,1"], [0, 500, 750]),
      (["$GPRMC,235959.00,A", "$GPRMC,000000.00,A"], [0, 1000]),
      (["$GPRMC,100000.00,A", "$GPRMC,100200.00,A", "$GPRMC,100201.00,A"], [0, 120_000, 1000]),
      // Another recording follows, or the clock was set: the step before counts.
      (["$GPRMC,100000.00,A", "$GPRMC,100000.50,A", "$GPRMC,180000.00,A", "$GPRMC,180000.50,A"], [0, 500, 500, 500]),
      // A sentence with the time of the epoch before.
      (["$GPRMC,100000.00,A", "$GPRMC,100001.00,A", "$GPGGA,100000.00,4", "$GPRMC,100002.00,A"], [0, 1000, 0, 1000]),
      // No times at all, or none that can be read.
      (
        ["$GPGSV,1", "$GPRMC,,V", "$GPRMC", "$GPRMC,1000xx.00,A", "$GPRMC,250000.00,A", "", "!AIVDM,1"],
        [0, 0, 0, 0, 0, 0, 0]
      ),
    ] as [([String], [Int64])])
  func recorded(lines: [String], expected: [Int64]) {
    #expect(pauses(lines) == expected)
  }

  @Test("may be faster or slower, or a fixed rate")
  func otherPaces() {
    let lines = ["$GPRMC,100000.00,A", "$GPRMC,100001.00,A", "$GPGGA,100001.00,4", "$GPRMC,100005.00,A"]
    #expect(pauses(lines, .recorded(speed: 10)) == [0, 100, 0, 400])
    #expect(pauses(lines, .recorded(speed: 0.5)) == [0, 2000, 0, 8000])
    #expect(pauses(lines, .rate(hertz: 4)) == [0, 250, 0, 250])
  }

  @Test("has a pause at the seam of a loop, and in what carries no time")
  func neverPours() {
    var pacer = CapturePacer(.recorded(speed: 1))
    let line = Array("$GPRMC,100000.00,A".utf8)
    for _ in 0..<3 {
      let first = pacer.pause(before: line)
      let seam = pacer.restart()
      #expect(first == 0 && seam == second)
    }
    #expect(pacer.epochs == 3)
    #expect(pauses(Array(repeating: "$GPGSV,1", count: 1000)).reduce(0, +) == 4000)
  }
}

@Suite("A simulated receiver", .timeLimit(.minutes(2)))
struct SimulatorTests {
  @Test("sends its capture byte for byte to a reader it waited for, and removes its link")
  func playsAll() throws {
    let folder = try TemporaryFolder()
    let epochs = (10...39).map { epoch("1000\($0)") }
    let text = "# Name: made up\n" + epochs.joined()
    let link = folder.path + "/gps"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/pts/none")
    let loop = try EventLoop()
    var options = Simulator.Options()
    options.pace = .rate(hertz: 200)
    options.waitsForReader = true
    let simulator = try Simulator(loop, capture: folder.file("a.nmea", holding: text), link: link, options)
    simulator.start { error in
      #expect(error == nil)
      loop.stop()
    }
    let source = StreamSource(loop, name: link, decoder: DecoderOptions()) { baud throws(DeviceError) in
      try SerialDevice.open(link, baud: baud)
    }
    var fixes: [Fix] = []
    source.start { if let fix = $0.fix { fixes.append(fix) } }
    try loop.run(within: 30)
    source.stop()
    #expect(simulator.statistics.epochs == 30)
    #expect(simulator.statistics.sentBytes == epochs.joined().utf8.count)
    #expect(simulator.statistics.lostBytes == 0)
    #expect(fixes.count >= 29)
    var status = stat()
    #expect(lstat(link, &status) != 0, "the link is gone")
  }

  @Test("goes on without a reader, never blocks on one that does not read, and counts what is lost")
  func losesBytes() throws {
    let folder = try TemporaryFolder()
    let text = (0..<2000).map { epoch("10\($0 / 600 % 60 + 10)\($0 % 60 < 10 ? "0" : "")\($0 % 60)") }.joined()
    let capture = try folder.file("a.nmea", holding: text)
    for holdsPort in [false, true] {
      let loop = try EventLoop()
      var options = Simulator.Options()
      options.pace = .rate(hertz: 5000)
      let simulator = try Simulator(loop, capture: capture, link: folder.path + "/gps", options)
      let descriptor = holdsPort ? open(folder.path + "/gps", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
      simulator.start { _ in loop.stop() }
      try loop.run(within: 60)
      if descriptor >= 0 { close(descriptor) }
      let statistics = simulator.statistics
      #expect(statistics.sentBytes + statistics.lostBytes == text.utf8.count)
      #expect(holdsPort ? statistics.sentBytes > 1000 : statistics.sentBytes == 0)
      #expect(statistics.lostBytes > 100_000)
    }
  }

  @Test("takes no name that belongs to a file, and leaves a link that was given away")
  func links() throws {
    let folder = try TemporaryFolder()
    let taken = try folder.file("taken", holding: "")
    #expect(failure { try DeviceLink(taken, to: "/dev/pts/1") }?.description.contains("is not a link") == true)
    #expect(failure { try DeviceLink(folder.path + "/none/x", to: "/dev/pts/1") }?.kind == .unusable)
    let first = try DeviceLink(folder.path + "/gps", to: "/dev/pts/1")
    let second = try DeviceLink(folder.path + "/gps", to: "/dev/pts/2")
    first.remove()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/gps") == "/dev/pts/2")
    second.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
  }
}
