import GNSS
import Sampling
import Testing

@Suite("The sampler, given anything")
struct SamplerFuzzTests {
  /// A generator with a seed, so that a failure can be had again.
  private struct Noise: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// A fix of a walk with jumps, halts, gaps, and fields that hold what the types can hold.
  private func next(_ time: inout Int64, _ north: inout Double, _ noise: inout Noise) -> Fix {
    let mood = Int.random(in: 0..<40, using: &noise)
    time += mood == 0 ? .random(in: 0...4_000_000, using: &noise) : .random(in: 0...3000, using: &noise)
    north += mood < 3 ? .random(in: -9000...9000, using: &noise) : mood < 20 ? 0 : .random(in: -2...25, using: &noise)
    var fix = fix(Double(time) / 1000, north: north, speed: .random(in: 0...30, using: &noise))
    switch mood {
    case 4: fix.coordinate = nil
    case 5: fix.time = nil
    case 6: fix.horizontalErrorMillimetres = .max
    case 7: fix.speedMillimetresPerSecond = .random(in: .min ... .max, using: &noise)
    case 8: (fix.speedMillimetresPerSecond, fix.horizontalErrorMillimetres) = (nil, nil)
    case 9: fix.coordinate = Coordinate(latitudeNanodegrees: 90_000_000_000, longitudeNanodegrees: -180_000_000_000)
    case 10: fix.flags = .estimated
    case 11: fix.trackMillidegrees = .random(in: .min ... .max, using: &noise)
    case 12: fix.horizontalErrorMillimetres = -5
    default: break
    }
    return fix
  }

  @Test(
    "decides about each fix once, in the order of time, and never traps",
    arguments: [TrackingMode.active, .balanced, .passive], UInt64(1)...8)
  func anything(mode: TrackingMode, seed: UInt64) {
    var noise = Noise(state: seed)
    var run = SamplerRun(LocationConfig(mode))
    var (time, north, count) = (Int64(0), 0.0, 0)
    for _ in 0..<400 {
      run.take((0..<10).map { _ in next(&time, &north, &noise) })
      count += 10
      if Int.random(in: 0..<50, using: &noise) == 0 { run.flush(isEnd: false) }
    }
    run.flush()
    #expect(run.kept.count + run.dropped.count == count)
    #expect(zip(run.kept, run.kept.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(run.kept.count > 10)
  }
}
