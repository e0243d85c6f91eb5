import GNSS
import Testing

@testable import Devices

@Suite("A simulated receiver's faults")
struct FaultTests {
  private let lines = (0..<2000).map { MTK.sentence("GPGLL,\($0)") }

  private func play(_ plan: FaultPlan) -> [[UInt8]] {
    var faults = LineFaults(plan)
    return lines.map { faults.line($0) }
  }

  @Test("come by chance as often as asked, and the same with the same seed", arguments: [1, 2, 99] as [UInt64])
  func repeats(seed: UInt64) {
    var plan = FaultPlan()
    plan.drop = 0.1
    plan.garble = 0.2
    plan.seed = seed
    let first = play(plan)
    #expect(first == play(plan))
    #expect((140...260).contains(first.filter(\.isEmpty).count))
    let changed = zip(first, lines).filter { !$0.isEmpty && $0 != $1 }
    #expect((270...460).contains(changed.count))
    #expect(changed.allSatisfy { sentenceBody($0.0) == nil && $0.0.suffix(2) == $0.1.suffix(2) })
    plan.seed += 1
    #expect(first != play(plan))
  }

  @Test("leave everything alone when there are none, and take everything when certain")
  func extremes() {
    #expect(play(FaultPlan()) == lines)
    var plan = FaultPlan()
    plan.drop = 1
    #expect(play(plan).joined().isEmpty)
    plan.drop = 0
    plan.garble = 1
    #expect(zip(play(plan), lines).allSatisfy { $0 != $1 })
  }

  @Test("the plug and the silence follow the plan")
  func plan() {
    var plan = FaultPlan()
    #expect(plan.isPlugged(at: 0) && !plan.isSilent(at: 1e6) && plan.nextPlugChange(after: 0) == nil)
    plan.unplugAt = 4
    plan.silenceAt = 2
    #expect(plan.nextPlugChange(after: 0) == 4 && plan.nextPlugChange(after: 4) == nil)
    #expect(!plan.isPlugged(at: 1e6) && plan.isSilent(at: 1e6) && !plan.isSilent(at: 1.9))
    plan.replugAfter = 3
    plan.silenceFor = 1
    #expect(plan.nextPlugChange(after: 4) == 7 && plan.nextPlugChange(after: 7) == nil)
    #expect([3.9, 4, 6.9, 7].map { plan.isPlugged(at: $0) } == [true, false, false, true])
    #expect([1.9, 2, 2.9, 3].map { plan.isSilent(at: $0) } == [false, true, true, false])
  }

  @Test(
    "a cold start keeps the time and nothing else",
    arguments: [
      (
        "GNRMC,134000.20,A,3411.99982,S,06417.99910,W,0.128,1.0,130526,,,A,V",
        "GNRMC,134000.20,V,,,,,,,130526,,,N,"
      ),
      (
        "GNGGA,134000.20,3411.99982,S,06417.99910,W,1,19,0.67,118.0,M,20.1,M,,", "GNGGA,134000.20,,,,,0,00,,,,,,,"
      ),
      ("GNGSA,A,3,15,24,,,,,,,,,,,1.20,0.67,1.00,1", "GNGSA,A,1,,,,,,,,,,,,,,,,"),
      ("GNVTG,,T,,M,0.128,N,0.238,K,A", "GNVTG,,,,,,,,,N"),
      ("GPGLL,4000.1,N,10500.2,W,100000,A,A", "GPGLL,,,,,100000,V,N"),
      ("GPZDA,100000,30,11,2026,00,00", "GPZDA,100000,30,11,2026,00,00"),
    ])
  func coldStart(whole: String, void: String) {
    #expect(
      String(decoding: ColdStart.void(MTK.sentence(whole)), as: UTF8.self)
        == String(decoding: MTK.sentence(void), as: UTF8.self))
  }

  @Test("a cold start gives no position to any decoder")
  func coldStartHasNoPosition() {
    var decoder = NMEADecoder(DecoderOptions())
    var positions = 0
    let text = (10...59).map { epoch("1000\($0)") }.joined()
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      ColdStart.void(Array(line) + [UInt8(ascii: "\n")]).withUnsafeBytes { bytes in
        decoder.decode(bytes) { if $0.coordinate != nil { positions += 1 } }
      }
    }
    #expect(positions == 0 && decoder.statistics.good == 100)
  }

  @Test(
    "a longer interval leaves epochs out, a shorter one plays faster",
    arguments: [
      (1_000, nil, "1000 1000 1000 1000"), (1_000, 2_000, "1000 -1000 1000 -1000"), (1_000, 500, "500 500 500 500"),
      (200, 1_000, "200 -200 -200 -200"),
    ] as [(Int64, Int?, String)])
  func interval(step: Int64, interval: Int?, expected: String) {
    var epochs = EpochInterval()
    let steps = (0..<4).map { _ in
      let next = epochs.next(after: step * 1_000_000, interval: interval)
      return "\(next.isSent ? "" : "-")\(next.pause / 1_000_000)"
    }
    #expect(steps.joined(separator: " ") == expected)
  }

  @Test(
    "a line carries what its speed allows, in order, and loses what does not fit", arguments: [4800, 9600, 921_600])
  func line(baud: Int) {
    var line = SimulatedLine(baud: baud)
    let bytes = (0..<70_000).map { UInt8($0 & 0xFF) }
    #expect(line.append(bytes) == SimulatedLine.capacity)
    var (received, time): ([UInt8], Int64) = ([], 0)
    while !line.isEmpty {
      received += line.next()
      time += line.period
    }
    #expect(received == Array(bytes.prefix(SimulatedLine.capacity)))
    let expected = Double(SimulatedLine.capacity) * 10 / Double(baud)
    #expect(abs(Double(time) / 1e9 - expected) < expected / 20)
  }
}

@Suite("A simulated receiver's answers")
struct ReceiverModelTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "to PMTK are acknowledgements with the command's number and result",
    arguments: [
      ("PMTK220,1000", "PMTK001,220,3"), ("PMTK220,20", "PMTK001,220,2"), ("PMTK314,0,1,0,1", "PMTK001,314,3"),
      ("PMTK161,0", "PMTK001,161,3"), ("PMTK999", "PMTK001,999,1"), ("PMTK000", "PMTK001,000,3"),
      ("PMTK605", "PMTK705,SIMULATED_1.00,0000,Waymark,1.0"), ("PMTK220", "PMTK001,220,2"),
    ])
  func pmtk(command: String, answer: String) {
    var model = ReceiverModel()
    #expect(text(model.receive(MTK.sentence(command))) == text(MTK.sentence(answer)))
  }

  @Test("to the known bytes of a manual are right")
  func knownBytes() {
    var model = ReceiverModel(baud: 9600)
    let pmtk = model.receive(Array("$PMTK220,1000*1F\r\n".utf8))
    #expect(text(pmtk) == "$PMTK001,220,3*30\r\n")
    // UBX-CFG-RATE to 5 Hz, as u-center sends it; UBX-ACK-ACK.
    let ubx = model.receive([0xB5, 0x62, 0x06, 0x08, 0x06, 0x00, 0xC8, 0x00, 0x01, 0x00, 0x01, 0x00, 0xDE, 0x6A])
    #expect(ubx == [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x08, 0x16, 0x3F])
    #expect(model.interval == 200 && model.obeyed == 2)
  }

  @Test("set speed and interval, by every way there is")
  func settings() {
    var model = ReceiverModel(baud: 9600)
    var port = [UInt8](repeating: 0, count: 20)
    port.replaceSubrange(8..<12, with: [0x00, 0x96, 0x00, 0x00])
    _ = model.receive(UBX.frame(0x06, 0x00, port))
    #expect(model.baud == 38400)
    _ = model.receive(MTK.sentence("PMTK251,115200"))
    #expect(model.baud == 115_200)
    let values: [UInt8] =
      [0, 1, 0, 0] + [0x01, 0x00, 0x21, 0x30, 0xE8, 0x03] + [0x01, 0x00, 0x52, 0x40, 0x80, 0x25, 0x00, 0x00]
    let answer = model.receive(UBX.frame(0x06, 0x8A, values))
    #expect(answer == UBX.frame(0x05, 0x01, [0x06, 0x8A]))
    #expect(model.interval == 1000 && model.baud == 9600)
  }

  @Test("refuse what is unknown or out of range, and change nothing then")
  func refusals() {
    var model = ReceiverModel(baud: 9600)
    let refused: [(UInt8, [UInt8])] = [
      (0x08, [0, 0, 1, 0, 1, 0]), (0x08, [1]), (0x00, [UInt8](repeating: 0, count: 20)), (0x99, [1]),
      (0x8A, [0, 1, 0, 0, 1, 0, 0x21]), (0x8A, [0, 1, 0, 0, 1, 0, 0x21, 0x30, 1]), (0x11, []),
    ]
    for (id, payload) in refused {
      #expect(model.receive(UBX.frame(0x06, id, payload)) == UBX.frame(0x05, 0x00, [0x06, id]), "\(id) \(payload)")
    }
    #expect(model.baud == 9600 && model.interval == nil && model.obeyed == 0)
  }

  @Test("sleep until a byte, or their time, wakes them; the waking byte is lost")
  func sleeps() {
    var model = ReceiverModel()
    #expect(model.receive(UBX.frame(0x02, 0x41, [0xE8, 3, 0, 0, 2, 0, 0, 0])).isEmpty)
    #expect(model.isAsleep && model.sleepFor == 1000)
    #expect(model.receive(MTK.sentence("PMTK000")).isEmpty && !model.isAsleep)
    #expect(text(model.receive(MTK.sentence("PMTK161,0"))) == text(MTK.sentence("PMTK001,161,3")))
    #expect(model.isAsleep && model.sleepFor == nil)
    model.wake()
    #expect(!model.isAsleep)
  }

  @Test("are the same however the commands are cut, and noise between them does no harm", arguments: 1...9)
  func cuts(size: Int) {
    let noise: [UInt8] = [0xB5, 0x00, 0xB5, UInt8(ascii: "$"), 0x0A, 0xFF]
    let commands = noise + MTK.sentence("PMTK220,200") + noise + UBX.frame(0x0A, 0x04, []) + MTK.sentence("GPTXT,x")
    var model = ReceiverModel()
    let whole = model.receive(commands)
    var other = ReceiverModel()
    var rest = commands[...]
    var answers: [UInt8] = []
    while !rest.isEmpty {
      answers += other.receive(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    #expect(answers == whole && whole.count > 60)
    #expect(other.interval == 200)
  }

  @Test("take every command that the tracker gives")
  func trackersCommands() {
    var model = ReceiverModel(baud: 9600)
    let configurations = [
      (UBX.rate(milliseconds: 200), 200, false), (UBX.powerSetup(.balanced), 200, true),
      (UBX.cyclicTracking(milliseconds: 5000), 200, true), (UBX.receiveMode(savesPower: true), 5000, true),
      (UBX.receiveMode(savesPower: false), 200, false),
      (UBX.values([.operateMode(.cyclicTracking), .rate(milliseconds: 2000)]), 2000, true),
    ]
    for (command, interval, savesPower) in configurations {
      #expect(model.receive(command) == UBX.frame(0x05, 0x01, [command[2], command[3]]), "\(command)")
      #expect(model.interval == interval && model.savesPower == savesPower, "\(command)")
    }
    for command in [MTK.interval(milliseconds: 500), MTK.positionSentences, MTK.usualSentences, MTK.normalPower] {
      let number = String(text(command).dropFirst(5).prefix(3))
      #expect(text(model.receive(command)) == text(MTK.sentence("PMTK001,\(number),3")))
    }
    #expect(model.interval == 500 && model.obeyed == 10)
    for command in [UBX.sleep(milliseconds: 60_000), UBX.sleepUntilHeard(milliseconds: 60_000)] {
      _ = model.receive(command)
      #expect(model.isAsleep && model.sleepFor == 60_000)
      model.wake()
    }
    model.powerUp()
    #expect(model.interval == nil && !model.savesPower && model.obeyed == 12)
  }

  @Test("never grow what they keep of an endless command")
  func bounded() {
    var model = ReceiverModel()
    for _ in 0..<100 { #expect(model.receive([UInt8](repeating: UInt8(ascii: "$"), count: 500)).isEmpty) }
    #expect(text(model.receive(Array("\r\n".utf8) + MTK.sentence("PMTK000"))) == text(MTK.sentence("PMTK001,000,3")))
  }
}
