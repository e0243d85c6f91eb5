import GNSS
import Sampling
import TestSupport
import Testing

@Suite("A standing vehicle")
struct StationaryTests {
  /// Wanders within 12 m with the small speeds that parked receivers report.
  private func drift(seconds: Int) -> [Fix] {
    (0..<seconds).map { second in
      let radius = 4.0 + 8 * Double(second % 601) / 601
      let angle = Double(second) / 97
      return fix(
        Double(second), north: radius * Double(second % 7 - 3) / 3, east: radius * (angle - angle.rounded()),
        speed: Double(second % 11) / 20)
    }
  }

  @Test(
    "gives heartbeats only, at one place, however it drifts", arguments: [TrackingMode.active, .balanced, .passive])
  func drifting(mode: TrackingMode) {
    var run = SamplerRun(LocationConfig(mode))
    run.take(drift(seconds: 7300))
    run.flush()
    let beats = Int(7299 / LocationConfig(mode).heartbeatSeconds)
    #expect(run.kept.map(\.reason) == [.first] + Array(repeating: .heartbeat, count: beats))
    #expect(Set(run.kept.map(\.coordinate)).count == 1)
    #expect(run.sampler.odometerMetres == 0)
  }

  @Test("is not moved by a lone spike of speed or place")
  func spikes() {
    var run = SamplerRun(LocationConfig(.active))
    run.take([fix(0), fix(1, north: 1, speed: 2.4), fix(2, speed: 0.1), fix(3, north: 24), fix(4)])
    run.take(stand(from: 5, seconds: 100))
    #expect(run.kept.map(Kept.init) == [Kept(0, .first)])
    #expect(run.sampler.isStanding)
  }

  @Test("leaves with the first metres of the departure, told once it is sure")
  func departure() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(stand(from: 0, seconds: 100))
    #expect(run.take(drive(from: 100, seconds: 2, speed: 2)) == [])
    let told = run.take(drive(from: 103, seconds: 7, speed: 2, north: 6))
    #expect(told.first == Kept(100, .departure))
    #expect(told.dropFirst().map(\.reason) == [.distance, .distance, .distance])
    #expect(told[1] == Kept(103, .distance), "six metres from the start")
  }

  @Test("leaves by distance alone where the receiver gives no speed")
  func departureWithoutSpeed() {
    var run = SamplerRun(LocationConfig(.active))
    run.take((0..<100).map { fix(Double($0), speed: nil) })
    run.take((0..<60).map { fix(100 + Double($0), north: 2 * Double($0), speed: nil) })
    let departure = run.kept.first { $0.reason == .departure }
    #expect((departure.map { Kept($0).seconds } ?? 0) <= 106)
    #expect(run.kept.last?.reason == .distance)
  }

  @Test("stops where and when it came to rest, told twenty seconds later, once")
  func stop() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(drive(from: 0, seconds: 30, speed: 10))
    #expect(run.take(stand(from: 31, seconds: 20, north: 303)) == [])
    #expect(run.take(stand(from: 51, seconds: 150, north: 303)) == [Kept(31, .stop)])
  }

  @Test("moves on after a short wait as if nothing had been")
  func shortWait() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(drive(from: 0, seconds: 30, speed: 10) + stand(from: 31, seconds: 15, north: 300))
    run.take(drive(from: 46, seconds: 20, speed: 10, north: 300))
    #expect(run.kept.allSatisfy { [.first, .departure, .distance].contains($0.reason) })
    #expect(run.kept.count { $0.reason == .departure } == 0, "at 10 m/s from the first fix on it did not stand")
  }

  @Test("that creeps away, however slowly, has left")
  func creeping() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(stand(from: 0, seconds: 600))
    run.take((0..<3600).map { fix(600 + Double($0), north: 0.02 * Double($0), speed: 0.02) })
    #expect(run.kept.contains { $0.reason == .departure })
  }

  @Test("is still the same one after a silence and after the source was lost")
  func silence() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(stand(from: 0, seconds: 60))
    run.flush(isEnd: false)
    run.take(stand(from: 70, seconds: 60))
    run.take(stand(from: 800, seconds: 10))
    #expect(run.kept.map(Kept.init) == [Kept(0, .first), Kept(800, .heartbeat)])
  }

  @Test("is elsewhere after a silence: a first fix again, and the way between counts")
  func carried() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(stand(from: 0, seconds: 60) + stand(from: 900, seconds: 60, north: 5000))
    #expect(run.kept.map(Kept.init) == [Kept(0, .first), Kept(900, .first)])
    #expect(abs(run.sampler.odometerMetres - 5000) < 5)
  }

  @Test("that reports once a minute by RMC alone, as in a field report, stays where it is")
  func onceAMinute() {
    var decoder = NMEADecoder()
    var run = SamplerRun(LocationConfig(.active))
    var random = SystemRandomNumberGenerator()
    for minute in 0...20 {
      let north = 120 + Int.random(in: 0...400, using: &random)
      let east = 300 + Int.random(in: 0...700, using: &random)
      let speed = Int.random(in: 0...540, using: &random)
      let body =
        "GNRMC,13\(minute < 10 ? "0" : "")\(minute)00.00,A,4812.48\(north),N,01622.42\(east),E,0.\(speed),,301126,,,A,V"
      let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
      let line = Array("$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
      line.withUnsafeBytes { bytes in decoder.decode(bytes) { run.take([$0]) } }
    }
    decoder.finish { run.take([$0]) }
    run.flush()
    #expect(run.kept.map(\.reason) == [.first, .heartbeat, .heartbeat, .heartbeat, .heartbeat])
    #expect(run.sampler.odometerMetres == 0)
    #expect(run.sampler.isStanding)
  }
}
