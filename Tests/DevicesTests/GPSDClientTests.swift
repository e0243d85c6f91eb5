import Devices
import EventLoop
import FoundationEssentials
import GNSS
import HAL
import TestSupport
import Testing

private func tpv(_ time: String, _ latitude: String) -> String {
  #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-30T\#(time).000Z","#
    + #""lat":\#(latitude),"lon":-66.9,"altMSL":10.0,"speed":0.1}"# + "\r\n"
}

@Suite("The gpsd client", .timeLimit(.minutes(2)))
struct GPSDClientTests {
  @Test("subscribes once, and outlives a restart of gpsd and a line cut in two by it (open case O25)")
  func restart() throws {
    let loop = try EventLoop()
    let gpsd = try FakeGPSD(loop)
    let client = GPSDClient(loop, host: "127.0.0.1", port: gpsd.port, random: SystemRandomNumberGenerator())
    gpsd.onWatch = {
      guard gpsd.requests.count > 1 else { return gpsd.say(tpv("12:00:00", "10.5")) }
      gpsd.say(#"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"# + "\r\n" + tpv("12:00:08", "10.50001"))
    }
    var events: [SourceEvent] = []
    client.start { event in
      events.append(event)
      switch event {
      case .fix(let fix) where fix.coordinate != nil && gpsd.requests.count == 1:
        gpsd.say(#"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"ti"#)
        gpsd.shutDown()
      case .lost:
        // Refused at first; back after the first try in vain.
        loop.timer(after: 2_500_000_000) { try? gpsd.listen() }
      case .drained where gpsd.requests.count == 2: loop.stop()
      default: break
      }
    }
    try loop.run(within: 30)
    client.stop()
    #expect(gpsd.requests == Array(repeating: "?WATCH={\"enable\":true,\"json\":true};\n", count: 2))
    #expect(events.map(\.name) == ["connected", "fix", "drained", "lost", "connected", "fix", "fix", "drained"])
    let fixes = events.compactMap(\.fix)
    #expect(fixes.map { $0.coordinate?.latitudeNanodegrees } == [10_500_000_000, nil, 10_500_010_000])
    #expect(fixes.map(\.timeOfDayMilliseconds) == [43_200_000, nil, 43_208_000])
    #expect(events.compactMap(\.error).map(\.kind) == [.gone])
  }

  @Test("asks for one receiver when one is named, and takes what gpsd refuses as a loss")
  func namedDevice() throws {
    let loop = try EventLoop()
    let gpsd = try FakeGPSD(loop)
    let client = GPSDClient(loop, host: "localhost", port: gpsd.port, device: "/dev/gps7", reconnects: false)
    gpsd.onWatch = { gpsd.say(#"{"class":"ERROR","message":"No such device as /dev/gps7"}"# + "\n") }
    var events: [SourceEvent] = []
    client.start { event in
      events.append(event)
      if case .ended = event { loop.stop() }
    }
    try loop.run(within: 30)
    #expect(gpsd.requests == ["?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/gps7\"};\n"])
    #expect(events.map(\.name) == ["connected", "lost", "ended"])
    #expect(events.compactMap(\.error).first?.description.contains("No such device as /dev/gps7") == true)
  }

  @Test(
    "says why there is no connection",
    arguments: [
      ("127.0.0.1", 1, "nobody listens at 127.0.0.1:1"), ("::1", 1, "[::1]:1"),
      ("no-such-host.invalid", 2947, "no-such-host.invalid is not found"),
    ] as [(String, UInt16, String)])
  func noConnection(host: String, port: UInt16, words: String) throws {
    let loop = try EventLoop()
    let client = GPSDClient(loop, host: host, port: port, reconnects: false)
    var events: [SourceEvent] = []
    client.start { event in
      events.append(event)
      if case .ended = event { loop.stop() }
    }
    try loop.run(within: 60)
    #expect(events.map(\.name) == ["lost", "ended"])
    #expect(events.compactMap(\.error).first?.kind == .absent)
    #expect(events.compactMap(\.error).first?.description.contains(words) == true, "\(events)")
  }

  @Test("hears nothing after it is stopped, from the middle of an event or while it connects")
  func stops() throws {
    let loop = try EventLoop()
    let gpsd = try FakeGPSD(loop)
    gpsd.onWatch = { gpsd.say(tpv("12:00:00", "10.5") + tpv("12:00:01", "10.6")) }
    let client = GPSDClient(loop, host: "127.0.0.1", port: gpsd.port)
    let other = try FakeGPSD(loop)
    let stopped = GPSDClient(loop, host: "127.0.0.1", port: other.port)
    stopped.start { event in Issue.record("\(event) after stop") }
    loop.timer(after: 0) { stopped.stop() }
    var events: [SourceEvent] = []
    client.start { event in
      events.append(event)
      guard case .fix = event else { return }
      client.stop()
      loop.timer(after: 100_000_000) { loop.stop() }
    }
    try loop.run(within: 30)
    #expect(events.map(\.name) == ["connected", "fix"])
  }

  @Test("an incomplete fix comes out when gpsd falls quiet")
  func quiet() throws {
    let loop = try EventLoop()
    let gpsd = try FakeGPSD(loop)
    gpsd.onWatch = { gpsd.say(#"{"class":"TPV","mode":2,"time":"2026-11-30T12:00:00.000Z","lat":1,"lon":2}"# + "\n") }
    let client = GPSDClient(loop, host: "127.0.0.1", port: gpsd.port)
    var events: [SourceEvent] = []
    client.start { event in
      events.append(event)
      if case .drained = event { loop.stop() }
    }
    try loop.run(within: 30)
    client.stop()
    #expect(events.map(\.name) == ["connected", "fix", "drained"])
    #expect(events.compactMap(\.fix).map(\.mode) == [.twoD])
  }

  @Test("gets one fix an epoch from a real gpsd", .enabled(if: RealGPSD.isInstalled, "gpsd is not installed"))
  func realDaemon() throws {
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let gpsd = try RealGPSD(device: terminal.name)
    defer { gpsd.end() }
    let client = GPSDClient(loop, host: "127.0.0.1", port: gpsd.port, device: terminal.name)
    var sent = 0
    func sendEpoch() {
      terminal.write(epoch("1200\(sent < 10 ? "0" : "")\(sent)"))
      sent += 1
      loop.timer(after: 200_000_000) { if sent < 60 { sendEpoch() } }
    }
    var fixes: [Fix] = []
    client.start { event in
      if case .connected = event, sent == 0 { sendEpoch() }
      if let fix = event.fix, fix.coordinate != nil { fixes.append(fix) }
      if fixes.count == 8 { loop.stop() }
    }
    try loop.run(within: 60)
    client.stop()
    let times = fixes.compactMap { $0.timeOfDayMilliseconds }
    #expect(times.count == 8)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1000 }, "\(times)")
    #expect(fixes.allSatisfy { $0.coordinate?.latitudeNanodegrees == 40_001_666_667 })
    #expect(fixes.suffix(6).allSatisfy { $0.mode == .threeD && $0.altitudeMSLMillimetres == 1_600_000 })
    #expect(fixes.suffix(6).allSatisfy { $0.speedMillimetresPerSecond == 514 })
  }
}
