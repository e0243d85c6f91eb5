import GNSS
import Sampling
import TestSupport
import Testing

@Suite("Thinning by shape")
struct ShapeTests {
  private func config(_ shape: ShapeTolerance) -> LocationConfig {
    var config = LocationConfig(.balanced)
    config.shape = shape
    return config
  }

  @Test(
    "needs two points for a straight minute, and tells the second one at the end of the delay", arguments: [20.0, 60])
  func straight(delay: Double) {
    var run = SamplerRun(config(ShapeTolerance(metres: 10, delaySeconds: delay)))
    let kept = run.take(drive(from: 0, seconds: Int(delay) + 1, speed: 10))
    #expect(kept == [Kept(0, .first), Kept(delay + 1, .interval)])
  }

  @Test("keeps the corner")
  func corner() {
    var run = SamplerRun(config(ShapeTolerance(metres: 3)))
    run.take(drive(from: 0, seconds: 20, speed: 10))
    run.take((1...20).map { fix(20 + Double($0), north: 200, east: 10 * Double($0), speed: 10, track: 90) })
    run.flush()
    #expect(run.kept.map(Kept.init) == [Kept(0, .first), Kept(20, .shape), Kept(40, .last)])
  }

  @Test("keeps the far end of a way that comes back on the same line")
  func thereAndBack() {
    var run = SamplerRun(config(ShapeTolerance(metres: 3)))
    run.take(drive(from: 0, seconds: 20, speed: 10))
    run.take((1...15).map { fix(20 + Double($0), north: 200 - 10 * Double($0), speed: 10, track: 180) })
    run.flush()
    #expect(run.kept.map(Kept.init) == [Kept(0, .first), Kept(20, .shape), Kept(35, .last)])
  }

  @Test("with a tolerance in time keeps the wait that a line does not show")
  func wait() {
    let fixes =
      drive(from: 0, seconds: 20, speed: 10) + stand(from: 21, seconds: 15, north: 200)
      + drive(from: 36, seconds: 10, speed: 10, north: 200)
    var drawn = SamplerRun(config(ShapeTolerance(metres: 3)))
    drawn.take(fixes)
    drawn.flush()
    #expect(drawn.kept.count == 2)
    var timed = SamplerRun(config(ShapeTolerance(metres: 3, synchronisedMetres: 3)))
    timed.take(fixes)
    timed.flush()
    #expect(timed.kept.count == 4)
  }

  @Test("keeps the newest place of a moving vehicle when the source is lost", arguments: 1...5)
  func newest(seconds: Int) {
    var run = SamplerRun(LocationConfig(.passive))
    run.take(drive(from: 0, seconds: seconds, speed: 10))
    #expect(run.flush(isEnd: false) == [Kept(Double(seconds), .last)])
    #expect(run.flush() == [])
  }

  @Test("keeps it too when nothing more comes, at the deadline")
  func silence() throws {
    var run = SamplerRun(LocationConfig(.balanced))
    run.take(drive(from: 0, seconds: 10, speed: 10))
    let deadline = try #require(run.sampler.deadline)
    #expect(deadline == at(61))
    #expect(run.take([fix(200, north: 3000, speed: 10)]) == [Kept(10, .interval), Kept(200, .first)])
  }

  @Test("holds back so many fixes at most, whatever their rate")
  func bounded() {
    var sampler = Sampler(config(ShapeTolerance(metres: 50, delaySeconds: 3600)))
    var waiting = 0
    for number in 0..<20_000 {
      let seconds = Double(number) / 20
      waiting += 1 - sampler.decide(fix(seconds, north: seconds * 30, speed: 30), now: at(seconds)).count
      #expect(waiting <= 1024)
    }
  }

  @Test("keeps no fix waiting longer than the delay", arguments: [TrackingMode.balanced, .passive])
  func delay(mode: TrackingMode) throws {
    let delay = try #require(LocationConfig(mode).shape).delaySeconds
    var sampler = Sampler(LocationConfig(mode))
    var arrivals: [Double] = []
    for epoch in RecordedTrack(.roundabouts).epochs {
      guard let time = epoch.time else { continue }
      let now = Double(time.millisecondsSince1970 % 1_000_000_000) / 1000
      arrivals.append(now)
      arrivals.removeFirst(sampler.decide(epoch, now: at(now)).count)
      // A slow vehicle's fixes may have waited some seconds more, to see whether it stops.
      #expect(arrivals.first.map { now - $0 <= delay + 20 } ?? true)
    }
  }
}
