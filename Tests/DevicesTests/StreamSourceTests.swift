import Devices
import EventLoop
import FoundationEssentials
import GNSS
import Glibc
import HAL
import TestSupport
import Testing

@Suite("A receiver on a port", .timeLimit(.minutes(2)))
struct StreamSourceTests {
  @Test("that is unplugged and comes back renamed gives its fixes, none joined over the gap (open case O26)")
  func unplugged() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let link = folder.path + "/by-id"
    let first = try PseudoTerminal()
    // Holds the number of the first terminal while the second is made, as a stale opener would.
    let second = try PseudoTerminal()
    #expect(first.name != second.name)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first.name)
    let address = try SourceAddress("serial://\(link)?baud=9600")
    let source = try #require(address.liveSource(on: loop, decoder: DecoderOptions()))
    var events: [SourceEvent] = []
    source.start { event in
      events.append(event)
      switch event {
      case .connected where events.count == 1:
        first.write(epoch("100000"))
      case .fix where events.count < 4:
        first.write("$GNRMC,100001.00,A,4000.1000,N,")
        first.hangUp()
      case .lost:
        try? FileManager.default.removeItem(atPath: link)
        // Missing at the first try after 1 s, back before the second.
        loop.timer(after: 1_500_000_000) {
          try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: second.name)
        }
      case .connected:
        second.write("10500.2000,W,1.00,90.0,301126,,,A*5F\r\n" + epoch("100020"))
      case .fix: loop.stop()
      default: break
      }
    }
    try loop.run(within: 30)
    source.stop()
    let fixes = events.compactMap(\.fix)
    #expect(fixes.map(\.timeOfDayMilliseconds) == [36_000_000, 36_020_000])
    #expect(fixes.allSatisfy { $0.coordinate?.latitudeNanodegrees == 40_001_666_667 })
    #expect(events.filter { $0.name != "drained" }.map(\.name) == ["connected", "fix", "lost", "connected", "fix"])
    #expect(events.compactMap(\.error).map(\.kind) == [.gone])
  }

  @Test("ends at its first loss when it is not to reconnect, with the epoch that was open")
  func ends() throws {
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let source = StreamSource(loop, name: terminal.name, decoder: DecoderOptions(), reconnects: false) {
      baud throws(DeviceError) in try SerialDevice.open(terminal.name, baud: baud)
    }
    var events: [SourceEvent] = []
    source.start { event in
      events.append(event)
      switch event {
      case .connected: terminal.write(epoch("100000"))
      case .drained where events.count == 2: terminal.hangUp()
      case .ended: loop.stop()
      default: break
      }
    }
    try loop.run(within: 30)
    #expect(events.compactMap(\.fix).count == 1)
    #expect(events.suffix(2).map(\.name) == ["lost", "ended"])
  }

  @Test("tells of several epochs at once where they may wait, and without delay when they may no longer")
  func unhurried() throws {
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let source = StreamSource(loop, name: terminal.name, decoder: DecoderOptions()) {
      baud throws(DeviceError) in try SerialDevice.open(terminal.name, baud: baud)
    }
    source.allow(delay: 1_000_000_000)
    var names: [String] = []
    source.start { event in
      names.append(event.name)
      switch names.filter({ $0 == "drained" }).count {
      case 0 where event.name == "connected": terminal.write(epoch("100000"))
      case 1 where event.name == "drained": terminal.write(epoch("100001") + epoch("100002") + epoch("100003"))
      case 2 where event.name == "drained":
        source.allow(delay: 3_600_000_000_000)
        source.allow(delay: 0)
        terminal.write(epoch("100004"))
      case 3 where event.name == "drained": loop.stop()
      default: break
      }
    }
    try loop.run(within: 30)
    source.stop()
    // The first fix waits too: nothing shows yet that its epoch is over.
    #expect(names.prefix(7) == ["connected", "drained", "fix", "fix", "fix", "fix", "drained"])
  }

  @Test("that cannot be opened says why, once, and goes on trying")
  func absent() throws {
    let loop = try EventLoop()
    var tries = 0
    let source = StreamSource(loop, name: "/dev/gps9", decoder: DecoderOptions()) { baud throws(DeviceError) in
      tries += 1
      if tries == 2 { loop.stop() }
      return try SerialDevice.open("/dev/gps9", baud: baud)
    }
    var events: [SourceEvent] = []
    source.start { events.append($0) }
    try loop.run(within: 30)
    source.stop()
    #expect(events.map(\.name) == ["lost"])
    #expect(events.first?.error?.description.contains("there is no device at /dev/gps9") == true)
  }

  @Test("whose speed is not known is found by listening, and its speed told to be remembered")
  func findsSpeed() throws {
    let loop = try EventLoop()
    let folder = try TemporaryFolder()
    let capture = try folder.file("a.nmea", holding: (10...59).map { epoch("1000\($0)") }.joined())
    var options = Simulator.Options()
    options.pace = .rate(hertz: 20)
    options.isLooping = true
    options.baud = 4800
    let simulator = try Simulator(loop, capture: capture, link: folder.file("gps"), options)
    simulator.start { _ in }
    let link = folder.file("gps")
    var rates: [Int] = []
    let found = Locked<[Int]>([])
    let memory = BaudMemory(remembered: 115_200) { baud in found.withLock { $0.append(baud) } }
    let source = StreamSource(loop, name: link, decoder: DecoderOptions(), baud: .automatic, memory: memory) {
      baud throws(DeviceError) in
      rates.append(baud)
      // The window of a speed is 2.5 s: the wrong ones are left out here.
      return try SerialDevice.open(link, baud: rates.count == 1 ? baud : 4800)
    }
    var events: [SourceEvent] = []
    source.start { event in
      events.append(event)
      if found.withLock({ !$0.isEmpty }), event.fix != nil { loop.stop() }
    }
    try loop.run(within: 30)
    source.stop()
    simulator.stop()
    #expect(rates == [115_200, 9600])
    #expect(found.withLock { $0 } == [9600])
    #expect(Set(events.map(\.name)) == ["connected", "fix", "drained"], "the search is no loss")
    #expect(events.compactMap(\.fix).allSatisfy { $0.coordinate?.latitudeNanodegrees == 40_001_666_667 })
  }

  @Test("that sends noise is not taken for one that speaks")
  func noise() throws {
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let source = StreamSource(loop, name: terminal.name, decoder: DecoderOptions(), silence: 2) {
      baud throws(DeviceError) in try SerialDevice.open(terminal.name, baud: baud)
    }
    var events: [SourceEvent] = []
    func sendNoise() {
      terminal.write("\u{7f}x\u{1}$GNRMC,,,\n")
      loop.timer(after: 200_000_000) { if events.count < 2 { sendNoise() } }
    }
    source.start { event in
      if case .drained = event { return }
      events.append(event)
      if case .connected = event { sendNoise() }
      if case .lost = event { loop.stop() }
    }
    try loop.run(within: 30)
    source.stop()
    #expect(events.map(\.name) == ["connected", "lost"])
    #expect(events.compactMap(\.error).first?.description.contains("no sentence for 2 s") == true, "\(events)")
    #expect(events.compactMap(\.error).first?.description.contains("baud=auto") == true, "\(events)")
  }

  @Test("that is plugged in and pulled a thousand times leaves no descriptor and no memory behind")
  func plugCycles() throws {
    final class Reference {
      weak var stream: (any ByteStream)?
      init(_ stream: any ByteStream) { self.stream = stream }
    }
    let loop = try EventLoop()
    var terminal = try PseudoTerminal()
    var streams: [Reference] = []
    let source = StreamSource(loop, name: "gps", decoder: DecoderOptions()) { baud throws(DeviceError) in
      let stream = try SerialDevice.open(terminal.name, baud: baud)
      streams.append(Reference(stream))
      return stream
    }
    var fixes = 0
    func plugIn() {
      source.start { event in
        switch event {
        case .connected: terminal.write(epoch("100000"))
        case .drained: terminal.hangUp()
        case .fix: fixes += 1
        case .lost: loop.timer(after: 0) { pull() }
        default: break
        }
      }
    }
    func pull() {
      source.stop()
      guard streams.count < 1000, let next = try? PseudoTerminal() else { return loop.stop() }
      terminal = next
      plugIn()
    }
    plugIn()
    try loop.run(within: 60)
    #expect(fixes == 1000)
    #expect(streams.count == 1000 && streams.allSatisfy { $0.stream == nil })
    // The lowest free number: other tests of this process hold some, but not a thousand.
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    #expect(descriptor >= 0 && descriptor < 700)
    close(descriptor)
  }
}
