import GNSS
import Testing

/// A fix so many seconds after noon, so many metres north of a place.
private func fix(_ seconds: Double, north metres: Double, speed: Double? = nil, error: Double? = nil) -> Fix {
  var fix = Fix()
  fix.time = UTCInstant(iso8601: "2026-11-30T12:00:00Z").map {
    UTCInstant(millisecondsSince1970: $0.millisecondsSince1970 + Int64(seconds * 1_000))
  }
  fix.mode = .threeD
  fix.coordinate = Coordinate(
    latitudeNanodegrees: 48_000_000_000 + Int64(metres * 8_994), longitudeNanodegrees: 16_000_000_000)
  fix.speedMillimetresPerSecond = speed.map { Int32($0 * 1_000) }
  fix.horizontalErrorMillimetres = error.map { Int32($0 * 1_000) }
  return fix
}

private func jumps(_ fixes: [Fix]) -> [Bool] {
  var judge = FixJudge()
  return fixes.map { judge.judge($0).flags.contains(.jump) }
}

@Suite("Judgement of fixes")
struct FixJudgeTests {
  @Test(
    "0/0 and places off the Earth are no positions; the equator and Greenwich are",
    arguments: [
      (0, 0, false), (0, 1, true), (1, 0, true), (90_000_000_001, 1, false), (1, -180_000_000_001, false),
      (-90_000_000_000, 180_000_000_000, true),
    ] as [(Int64, Int64, Bool)])
  func plausible(latitude: Int64, longitude: Int64, isKept: Bool) {
    var fix = fix(0, north: 0)
    fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    var judge = FixJudge()
    let judged = judge.judge(fix)
    #expect((judged.coordinate != nil) == isKept)
    #expect((judged.mode == .threeD) == isKept)
  }

  @Test("a single outlier is flagged, and nothing around it")
  func outlier() {
    let places: [Double] = [0, 1, 2_000, 2]
    let found = jumps(places.enumerated().map { fix(Double($0.offset), north: $0.element, speed: 0) })
    #expect(found == [false, false, true, false])
  }

  @Test("a real jump is accepted with the third fix that confirms it")
  func confirmed() {
    let there = (2...6).map { fix(Double($0), north: 50_000 + Double($0), speed: 1) }
    #expect(jumps([fix(0, north: 0, speed: 1)] + there) == [false, true, true, false, false, false])
  }

  @Test("outliers that do not fit each other confirm nothing")
  func scattered() {
    let scatter = (1...6).map { fix(Double($0), north: 5_000 * Double($0 * $0), speed: 0) }
    #expect(jumps([fix(0, north: 0, speed: 0)] + scatter) == [false] + [Bool](repeating: true, count: 6))
  }

  @Test("what drives, flies or was away long is no jump")
  func movement() {
    let (car, aircraft, silent) = (
      (0...20).map { fix(Double($0), north: 36 * Double($0), speed: 36) },
      (0...20).map { fix(Double($0), north: 250 * Double($0), speed: 250) },
      (0...20).map { fix(Double($0), north: 250 * Double($0)) }
    )
    for journey in [car, aircraft, silent] { #expect(!jumps(journey).contains(true)) }
    #expect(jumps([fix(0, north: 0, speed: 0), fix(600, north: 30_000, speed: 0)]) == [false, false])
    let vague = [fix(0, north: 0, speed: 0, error: 200), fix(1, north: 1_000, speed: 0, error: 200)]
    #expect(jumps(vague) == [false, false])
  }

  @Test("a position that stands still while the receiver reports speed is frozen")
  func frozen() {
    var judge = FixJudge()
    let flags = (0...6).map { judge.judge(fix(Double($0), north: 0, speed: 10)).flags.contains(.frozen) }
    #expect(flags == [false, false, false, false, true, true, true])
    #expect(!judge.judge(fix(7, north: 70, speed: 10)).flags.contains(.frozen))
  }

  @Test("a parked or slow receiver with few digits is not frozen")
  func parked() {
    var judge = FixJudge()
    let parked = (0...600).map { fix(Double($0), north: 0, speed: 0.02) }
    let slow = (601...630).map { fix(Double($0), north: Double($0 / 12) * 18, speed: 1.5) }
    for fix in parked + slow {
      let judged = judge.judge(fix)
      #expect(!judged.flags.contains(.frozen))
    }
  }
}
