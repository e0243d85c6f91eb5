import GNSS
import Sampling
import Testing

@Suite("The rules of distance, time, turn and speed")
struct TrackRulesTests {
  private func config(_ change: (inout LocationConfig) -> Void) -> LocationConfig {
    var config = LocationConfig(.custom)
    change(&config)
    return config
  }

  @Test("in active mode keep each five metres, never two in a second", arguments: [(2.0, 3.0), (10, 1), (40, 1)])
  func activeDistance(speed: Double, every: Double) {
    var run = SamplerRun(LocationConfig(.active))
    let kept = run.take(drive(from: 0, seconds: 60, speed: speed)).filter { $0.reason == .distance }
    #expect(kept.count > 15)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $1.seconds - $0.seconds == every })
  }

  @Test("keep the least time", arguments: [0.0, 4, 10, 60])
  func leastTime(seconds: Double) {
    var run = SamplerRun(config { $0.leastTimeSeconds = seconds })
    let times = run.take(drive(from: 0, seconds: 900, speed: 30)).map(\.seconds)
    #expect(times.count >= 15)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= max(1, seconds) })
  }

  @Test(
    "keep a turn that comes before the distance, also across north",
    arguments: [
      (10.0, 39.9, false), (10, 40, true), (350, 20, true), (350, 19.9, false), (20, 350, true), (170, 200, true),
    ])
  func turn(from: Double, to: Double, isKept: Bool) {
    var run = SamplerRun(
      config {
        $0.distanceMetres = 1000
        $0.turnDegrees = 30
      })
    run.take([fix(0, speed: 5, track: from), fix(2, north: 10, speed: 5, track: to)])
    #expect(run.kept.map(\.reason) == (isKept ? [.first, .turn] : [.first]))
  }

  @Test("believe no course at a crawl")
  func crawl() {
    var run = SamplerRun(config { $0.distanceMetres = 1000 })
    run.take([fix(0, speed: 5, track: 10), fix(2, north: 10, speed: 1.4, track: 100)])
    #expect(run.kept.map(\.reason) == [.first])
  }

  @Test("keep a change of speed, up or down", arguments: [(12.7, false), (12.8, true), (7.3, false), (7.2, true)])
  func speedChange(to: Double, isKept: Bool) {
    var run = SamplerRun(
      config {
        $0.distanceMetres = 1000
        $0.speedChangeMetresPerSecond = 2.8
      })
    run.take([fix(0, speed: 10, track: 0), fix(1, north: 10, speed: to, track: 0)])
    #expect(run.kept.map(\.reason) == (isKept ? [.first, .speed] : [.first]))
  }

  @Test("give a sign of life when nothing else asks for a point")
  func heartbeat() {
    var run = SamplerRun(config { $0.distanceMetres = 100_000 })
    let kept = run.take(drive(from: 0, seconds: 700, speed: 10))
    #expect(kept == [Kept(0, .first), Kept(300, .heartbeat), Kept(600, .heartbeat)])
  }
}
