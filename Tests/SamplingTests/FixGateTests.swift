import GNSS
import Sampling
import Testing

@Suite("The quality gate")
struct FixGateTests {
  @Test(
    "lets no fix through that is not a measured, dated and accurate one",
    arguments: [DropReason.noPosition, .undated, .estimated, .frozen, .jump, .inaccurate])
  func unusable(reason: DropReason) {
    var run = SamplerRun(LocationConfig(.active))
    var bad = fix(0)
    switch reason {
    case .noPosition: bad.coordinate = nil
    case .undated: bad.time = nil
    case .estimated: bad.flags = .estimated
    case .frozen: bad.flags = .frozen
    case .jump: bad.flags = .jump
    case .inaccurate: bad.horizontalErrorMillimetres = 25_001
    default: Issue.record("no such gate")
    }
    run.take([bad])
    #expect(run.dropped == [reason])
    #expect(run.take([fix(1)]) == [Kept(1, .first)])
  }

  @Test("takes a mode's accuracy", arguments: [(TrackingMode.active, 25.0), (.balanced, 50), (.passive, 100)])
  func accuracy(mode: TrackingMode, metres: Double) {
    var run = SamplerRun(LocationConfig(mode))
    run.take((0..<3).map { fix(Double($0), error: metres) })
    #expect(run.kept.count == 1)
    run.take([fix(3, error: metres + 1)])
    #expect(run.dropped.last == .inaccurate)
  }

  @Test("takes the first fix at once when the receiver is sure of it")
  func sureFirst() {
    var run = SamplerRun(LocationConfig(.active))
    #expect(run.take([fix(0, error: 10)]) == [Kept(0, .first)])
  }

  @Test("else takes the first of three that agree", arguments: [nil, 10.001])
  func threeInARow(error: Double?) {
    var run = SamplerRun(LocationConfig(.active))
    #expect(run.take([fix(0, error: error), fix(1, error: error)]) == [])
    #expect(run.take([fix(2, error: error)]) == [Kept(0, .first)])
  }

  @Test("takes an unconfirmed first fix when tracking stops, not when the source is lost", arguments: [true, false])
  func unconfirmedAtTheEnd(isEnd: Bool) {
    var run = SamplerRun(LocationConfig(.active))
    run.take([fix(0, error: nil)])
    #expect(run.flush(isEnd: isEnd) == (isEnd ? [Kept(0, .first)] : []))
  }

  @Test("does not begin with first fixes that contradict each other")
  func wildFirst() {
    var run = SamplerRun(LocationConfig(.active))
    let wild = [0.0, 900, -700, 0].enumerated().map { fix(Double($0), north: $1, error: 20) }
    #expect(run.take(wild) == [])
    #expect(run.dropped == [.unconfirmed, .unconfirmed, .unconfirmed])
    #expect(run.take([fix(4, error: 20), fix(5, error: 20)]) == [Kept(3, .first)])
  }

  @Test("drops an outlier and keeps the track", arguments: [1, 2])
  func outlier(length: Int) {
    var run = SamplerRun(LocationConfig(.active))
    var fixes = drive(from: 0, seconds: 60, speed: 10)
    for second in 30..<30 + length {
      fixes[second].coordinate = place(north: 300, east: 150)
    }
    run.take(fixes)
    #expect(run.dropped.filter { $0 == .jump }.count == length)
    #expect(run.kept.allSatisfy { $0.coordinate.longitudeNanodegrees < 10 })
    #expect(run.kept.map(Kept.init).last == Kept(60, .distance))
  }

  @Test("follows a real jump once three fixes have confirmed it, and loses none of them")
  func realJump() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(drive(from: 0, seconds: 30, speed: 10))
    let there = drive(from: 31, seconds: 9, speed: 10, north: 2000)
    #expect(run.take(Array(there[..<2])) == [])
    #expect(run.take(Array(there[2...])).prefix(3) == [Kept(31, .first), Kept(32, .distance), Kept(33, .distance)])
  }

  @Test("lets a reflection come and go while the vehicle stands")
  func reflectionWhileStanding() {
    var run = SamplerRun(LocationConfig(.active))
    run.take(stand(from: 0, seconds: 60) + stand(from: 60, seconds: 12, north: 80) + stand(from: 72, seconds: 100))
    #expect(run.kept.map(Kept.init) == [Kept(0, .first)])
  }

  @Test("takes no time twice and none that is older, but follows a clock that was set back")
  func order() {
    var run = SamplerRun(LocationConfig(.active))
    run.take([fix(100), fix(100, north: 5), fix(41, north: 5)])
    #expect(run.dropped == [.notNewer, .notNewer])
    #expect(run.take([fix(-5000)]) == [Kept(-5000, .first)])
    run.flush(isEnd: false)
    run.take([fix(-5000)])
    #expect(run.dropped.last == .notNewer, "nor after the source was lost")
  }
}
