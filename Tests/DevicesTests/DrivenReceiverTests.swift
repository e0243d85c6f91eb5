import EventLoop
import GNSS
import Glibc
import HAL
import TestSupport
import Testing

@testable import Devices

/// A simulated receiver of ten epochs a second, and a source that drives it through a list of steps.
private final class Rig {
  enum Step {
    case bring(ReceiverState)
    /// Opens the source after having asked for that state, and goes on when it is reached.
    case start(ReceiverState)
    case stop
    /// Writes what another process would have written before it was killed, while the source is closed.
    case tellFromOutside([UInt8])
    case wait(seconds: Double)
    /// Holds what the receiver does against these words of its model.
    case expect(String)
  }

  let simulator: Simulator
  private(set) var events: [SourceEvent] = []
  private let loop: EventLoop
  private let source: StreamSource
  private let folder: TemporaryFolder
  private let link: String

  init(
    _ family: ReceiverFamily, baud: BaudRate = .fixed(9600), _ change: (inout Simulator.Options) -> Void = { _ in }
  ) throws {
    loop = try EventLoop()
    folder = try TemporaryFolder()
    let capture = try folder.file("a.nmea", holding: (10...59).map { epoch("1000\($0)") }.joined())
    var options = Simulator.Options()
    options.pace = .rate(hertz: 10)
    options.isLooping = true
    options.baud = 9600
    change(&options)
    let link = folder.file("gps")
    self.link = link
    simulator = try Simulator(loop, capture: capture, link: link, options)
    source = StreamSource(loop, name: link, decoder: DecoderOptions(), baud: baud, family: family) {
      baud throws(DeviceError) in try SerialDevice.open(link, baud: baud)
    }
  }

  var eventNames: Set<String> { Set(events.map(\.name)) }

  func run(_ steps: [Step]) throws {
    simulator.start { _ in }
    perform(steps[...])
    try loop.run(within: 40)
    source.stop()
    simulator.stop()
  }

  private func perform(_ steps: ArraySlice<Step>) {
    guard let step = steps.first else { return loop.stop() }
    let next = { [self] in perform(steps.dropFirst()) }
    switch step {
    case .bring(let state): source.control?.bring(to: state, next)
    case .start(let state):
      source.control?.bring(to: state, next)
      source.start { [unowned self] in events.append($0) }
    case .stop:
      source.stop()
      next()
    case .tellFromOutside(let bytes):
      let port = try? SerialDevice.open(link, baud: 9600)
      _ = try? bytes.withUnsafeBytes { try port?.write($0) }
      loop.timer(after: 100_000_000) {
        port?.close()
        next()
      }
    case .wait(let seconds): loop.timer(after: Int64(seconds * 1e9), next)
    case .expect(let words):
      #expect(simulator.model.summary == words)
      next()
    }
  }
}

@Suite("A driven receiver", .timeLimit(.minutes(2)))
struct DrivenReceiverTests {
  @Test("slows down, sleeps with its port closed, is woken and restored", arguments: ReceiverFamily.allCases)
  func course(family: ReceiverFamily) throws {
    let isMTK = family == .mtk
    let rig = try Rig(family)
    try rig.run([
      .start(.full), .expect("sends each 1000 ms"),
      .bring(.slow(milliseconds: 2000)), .expect(isMTK ? "sends each 2000 ms" : "sends each 2000 ms, saving power"),
      .bring(.asleep(milliseconds: 60_000)), .stop,
      .expect(isMTK ? "sleeps until it hears a byte" : "sleeps for 60000 ms"),
      .start(.full), .expect("sends each 1000 ms"),
    ])
    #expect(rig.eventNames.isSubset(of: ["connected", "fix", "drained"]), "\(rig.eventNames)")
  }

  @Test(
    "that a killed process left asleep or slow works again after the next start", arguments: ReceiverFamily.allCases)
  func killed(family: ReceiverFamily) throws {
    for left in [ReceiverState.asleep(milliseconds: 3_600_000), .slow(milliseconds: 10_000)] {
      let rig = try Rig(family)
      let orders = family.commands(for: left).orders
      try rig.run([.tellFromOutside(Array(orders.joined())), .start(.full), .expect("sends each 1000 ms")])
      #expect(rig.simulator.statistics.commands > orders.count)
    }
  }

  @Test("that sleeps at a speed which is not known is woken, found, and then told")
  func unknownSpeed() throws {
    let rig = try Rig(.mtk, baud: .automatic)
    try rig.run([
      .tellFromOutside(MTK.standby), .expect("sleeps until it hears a byte"), .start(.full),
      .wait(seconds: 2), .expect("sends each 1000 ms"),
    ])
  }

  @Test("that was unplugged, and has its defaults, is brought to what is wanted now")
  func replugged() throws {
    let rig = try Rig(.ublox8) { options in
      options.faults.unplugAt = 2
      options.faults.replugAfter = 0.5
    }
    try rig.run([
      .start(.slow(milliseconds: 2000)), .expect("sends each 2000 ms, saving power"), .wait(seconds: 5),
      .expect("sends each 2000 ms, saving power"),
    ])
    #expect(rig.simulator.statistics.commands == 4)
    #expect(rig.eventNames.contains("lost"))
  }

  @Test("that is not there is not waited for")
  func absent() throws {
    let loop = try EventLoop()
    let source = StreamSource(loop, name: "/dev/gps9", decoder: DecoderOptions(), family: .mtk) {
      baud throws(DeviceError) in try SerialDevice.open("/dev/gps9", baud: baud)
    }
    var names: [String] = []
    source.control?.bring(to: .full) {
      names.append("answered")
      source.stop()
      loop.timer(after: 0) { loop.stop() }
    }
    source.start { names.append($0.name) }
    try loop.run(within: 20)
    #expect(names == ["answered"])
  }

  /// A port that can be read and takes no byte.
  private final class ReadOnly: ByteStream {
    private let port: any ByteStream
    private let error: DeviceError?
    init(_ port: any ByteStream, _ error: DeviceError?) { (self.port, self.error) = (port, error) }
    var descriptor: Int32 { port.descriptor }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(DeviceError) -> Int { try port.read(into: buffer) }
    func write(_ bytes: UnsafeRawBufferPointer) throws(DeviceError) -> Int {
      if let error { throw error }
      return 0
    }
    func close() { port.close() }
  }

  private static let refusals: [DeviceError?] = [nil, DeviceError(.gone, "no")]

  @Test("that takes nothing is read as it is, and that is said once", arguments: refusals)
  func readOnly(error: DeviceError?) throws {
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let source = StreamSource(loop, name: "gps", decoder: DecoderOptions(), family: .ublox8) {
      baud throws(DeviceError) in ReadOnly(try SerialDevice.open(terminal.name, baud: baud), error)
    }
    var names: [String] = []
    source.control?.bring(to: .full) {
      source.control?.bring(to: .slow(milliseconds: 2000)) {
        names.append("answered")
        terminal.write(epoch("100000"))
      }
    }
    source.start { event in
      names.append(event.name)
      if event.fix != nil { loop.stop() }
    }
    try loop.run(within: 20)
    #expect(names.filter { $0 != "drained" } == ["connected", "uncontrolled", "answered", "fix"])
    source.stop()
  }
}
