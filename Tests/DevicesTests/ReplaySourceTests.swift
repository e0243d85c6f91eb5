import Devices
import EventLoop
import GNSS
import HAL
import TestSupport
import Testing

@Suite("A replayed capture", .timeLimit(.minutes(1)))
struct ReplaySourceTests {
  private func play(_ words: String, until isOver: @escaping (SourceEvent, Int) -> Bool) throws -> [SourceEvent] {
    let loop = try EventLoop()
    let source = try #require(SourceAddress(words).liveSource(on: loop, decoder: DecoderOptions()))
    var events: [SourceEvent] = []
    source.start { event in
      events.append(event)
      if isOver(event, events.count) { loop.stop() }
    }
    try loop.run(within: 30)
    source.stop()
    return events
  }

  private func isEnd(_ event: SourceEvent) -> Bool { if case .ended = event { true } else { false } }

  @Test("takes as long as it took, divided by the speed, and ends")
  func timing() throws {
    let folder = try TemporaryFolder()
    let capture = try folder.file("a.nmea", holding: (10...30).map { epoch("1000\($0)") }.joined())
    let start = bootNanoseconds()
    let events = try play("replay://\(capture)?speed=40") { event, _ in isEnd(event) }
    #expect(bootNanoseconds() - start >= 500_000_000, "20 s of capture, 40 times faster")
    #expect(events.compactMap(\.fix).compactMap(\.timeOfDayMilliseconds) == (10...30).map { 36_000_000 + $0 * 1000 })
    #expect(events.first?.name == "connected" && events.last?.name == "ended")
  }

  @Test("starts anew at its end when it loops, and joins nothing over the seam")
  func loops() throws {
    let folder = try TemporaryFolder()
    let capture = try folder.file("a.nmea", holding: epoch("100010") + epoch("100011"))
    let events = try play("replay://\(capture)?speed=100&loop") { _, count in count >= 12 }
    let times = events.compactMap(\.fix).compactMap(\.timeOfDayMilliseconds)
    #expect(times.prefix(4) == [36_010_000, 36_011_000, 36_010_000, 36_011_000])
  }

  @Test("that is not there says so and ends")
  func absent() throws {
    let events = try play("replay:///nowhere/a.nmea") { event, _ in isEnd(event) }
    #expect(events.map(\.name) == ["lost", "ended"])
    #expect(events.first?.error?.description.contains("there is no file") == true)
  }
}
