import GNSS
import Sampling
import Testing

/// A fix so many seconds after a start, so many metres north and east of a place on the equator.
private func fix(
  _ seconds: Double, north: Double = 0, east: Double = 0, speed: Double? = 0, track: Double? = nil, error: Double? = 3
) -> Fix {
  var fix = Fix()
  fix.time = UTCInstant(millisecondsSince1970: 1_780_000_000_000 + Int64(seconds * 1000))
  fix.mode = .threeD
  fix.coordinate = Coordinate(
    latitudeNanodegrees: Int64(north / 110_574 * 1e9), longitudeNanodegrees: Int64(east / 111_320 * 1e9))
  fix.speedMillimetresPerSecond = speed.map { Int32($0 * 1000) }
  fix.trackMillidegrees = track.map { Int32($0 * 1000) }
  fix.horizontalErrorMillimetres = error.map { Int32($0 * 1000) }
  return fix
}

private func at(_ seconds: Double) -> BootInstant { BootInstant(nanoseconds: 0).adding(seconds: seconds) }

/// Runs fixes whose time of arrival is their own time; gives what was kept and why.
private func kept(_ sampler: inout Sampler, _ fixes: [Fix]) -> [(seconds: Double, reason: KeepReason)] {
  fixes.compactMap { fix in
    let seconds = Double((fix.time?.millisecondsSince1970 ?? 0) - 1_780_000_000_000) / 1000
    guard case .keep(let sample) = sampler.decide(fix, now: at(seconds)) else { return nil }
    return (seconds, sample.reason)
  }
}

/// A drive north at a steady speed, one fix a second, from standing.
private func drive(from start: Double, seconds: Int, speed: Double, north: Double = 0) -> [Fix] {
  (0...seconds).map { second in
    fix(start + Double(second), north: north + speed * Double(second), speed: speed, track: 0)
  }
}

@Suite("The sampler")
struct SamplerTests {
  @Test(
    "keeps no fix that is not a good one",
    arguments: [DropReason.noPosition, .undated, .estimated, .frozen, .jump, .inaccurate])
  func gate(reason: DropReason) {
    var sampler = Sampler(LocationConfig(.active))
    var bad = fix(0)
    switch reason {
    case .noPosition: bad.coordinate = nil
    case .undated: bad.time = nil
    case .estimated: bad.flags = .estimated
    case .frozen: bad.flags = .frozen
    case .jump: bad.flags = .jump
    case .inaccurate: bad.horizontalErrorMillimetres = 25_001
    case .notNewer, .standing, .notDue: Issue.record("no gate")
    }
    #expect(sampler.decide(bad, now: at(0)) == .drop(reason))
    let good = fix(1)
    #expect(Sample(good, mode: .active, reason: .first).map { .keep($0) } == sampler.decide(good, now: at(1)))
  }

  @Test("in active mode keeps each five metres, never two in a second")
  func activeDistance() {
    var sampler = Sampler(LocationConfig(.active))
    let reasons = kept(&sampler, drive(from: 0, seconds: 60, speed: 10))
    // The first, the departure once it is sure, then every second.
    #expect(reasons.first?.reason == .first)
    #expect(reasons.count { $0.reason == .departure } == 1)
    #expect(reasons.dropFirst(2).allSatisfy { $0.reason == .distance })
    #expect(zip(reasons.dropFirst(), reasons.dropFirst(2)).allSatisfy { $1.seconds - $0.seconds == 1 })
    #expect(reasons.last?.seconds == 60)
  }

  @Test("keeps the least time of the mode", arguments: [(TrackingMode.active, 1.0), (.balanced, 10), (.passive, 60)])
  func leastTime(mode: TrackingMode, seconds: Double) {
    var sampler = Sampler(LocationConfig(mode))
    let times = kept(&sampler, drive(from: 0, seconds: 900, speed: 30)).map(\.seconds)
    #expect(times.count > 10)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= seconds })
  }

  @Test("keeps a turn that comes before the distance, also across north")
  func turn() {
    var sampler = Sampler(LocationConfig(.balanced))
    _ = kept(&sampler, drive(from: 0, seconds: 30, speed: 5))
    let last = kept(&sampler, drive(from: 31, seconds: 60, speed: 1.6, north: 155)).last?.seconds ?? 0
    let north = 155 + 1.6 * 60
    var turning = fix(last + 10, north: north, speed: 1.6, track: 331)
    #expect(sampler.decide(turning, now: at(last + 10)) == .drop(.notDue), "29 degrees are not 30")
    turning = fix(last + 11, north: north, speed: 1.6, track: 330)
    guard case .keep(let sample) = sampler.decide(turning, now: at(last + 11)) else {
      Issue.record("a turn of 30 degrees was not kept")
      return
    }
    #expect(sample.reason == .turn)
  }

  @Test("a standing vehicle gives heartbeats only, however it drifts")
  func parkedDrift() {
    var sampler = Sampler(LocationConfig(.active))
    // Wanders within 12 m with the small speeds that parked receivers report.
    let fixes = (0..<3600).map { second -> Fix in
      let angle = Double(second) / 97
      let radius = 4.0 + 8 * Double(second % 601) / 601
      return fix(
        Double(second), north: radius * Double(second % 7 - 3) / 3, east: radius * (angle - angle.rounded()),
        speed: Double(second % 11) / 20)
    }
    let reasons = kept(&sampler, fixes)
    #expect(reasons.map(\.reason) == [.first] + Array(repeating: .heartbeat, count: 11))
  }

  @Test("a speed that stays up while the place is left is a departure; a lone spike is none")
  func departure() {
    var sampler = Sampler(LocationConfig(.active))
    #expect(kept(&sampler, [fix(0), fix(1, north: 1, speed: 2.4), fix(2, speed: 0.1)]).count == 1)
    let leaving = drive(from: 10, seconds: 10, speed: 3)
    let reasons = kept(&sampler, leaving)
    #expect(reasons.first?.reason == .departure)
    #expect((reasons.first?.seconds ?? 99) <= 16)
  }

  @Test("says once where a vehicle came to a stop")
  func stop() {
    var sampler = Sampler(LocationConfig(.active))
    _ = kept(&sampler, drive(from: 0, seconds: 30, speed: 10))
    let standing = (31...200).map { fix(Double($0), north: 300, speed: 0.1) }
    let reasons = kept(&sampler, standing)
    #expect(reasons.map(\.reason) == [.stop])
  }

  @Test("takes no time twice and none that is older, but follows a clock that was set back")
  func order() {
    var sampler = Sampler(LocationConfig(.active))
    #expect(kept(&sampler, [fix(100)]).count == 1)
    #expect(sampler.decide(fix(100, north: 50), now: at(101)) == .drop(.notNewer))
    #expect(sampler.decide(fix(41, north: 50), now: at(102)) == .drop(.notNewer))
    guard case .keep(let sample) = sampler.decide(fix(-5000), now: at(103)) else {
      Issue.record("stuck behind a time in the future")
      return
    }
    #expect(sample.reason == .first)
  }

  @Test("after a gap the next good fix is a first one")
  func gap() {
    var sampler = Sampler(LocationConfig(.passive))
    #expect(kept(&sampler, [fix(0)]).count == 1)
    sampler.gap()
    #expect(kept(&sampler, [fix(1)]).map(\.reason) == [.first])
  }
}
