import GNSS
import Sampling
import TestSupport

/// A fix so many seconds after a start, so many metres north and east of a place on the equator.
func fix(
  _ seconds: Double, north: Double = 0, east: Double = 0, speed: Double? = 0, track: Double? = nil, error: Double? = 3
) -> Fix {
  var fix = Fix()
  fix.time = UTCInstant(millisecondsSince1970: 1_780_000_000_000 + Int64((seconds * 1000).rounded()))
  fix.mode = .threeD
  fix.coordinate = place(north: north, east: east)
  fix.speedMillimetresPerSecond = speed.map { Int32($0 * 1000) }
  fix.trackMillidegrees = track.map { Int32($0 * 1000) }
  fix.horizontalErrorMillimetres = error.map { Int32($0 * 1000) }
  return fix
}

/// So many metres north and east of a place on the equator.
func place(north: Double, east: Double) -> Coordinate {
  Coordinate(latitudeNanodegrees: Int64(north / 110_574 * 1e9), longitudeNanodegrees: Int64(east / 111_320 * 1e9) + 1)
}

func at(_ seconds: Double) -> BootInstant { BootInstant(nanoseconds: 0).adding(seconds: seconds) }

/// A drive north at a steady speed, one fix a second.
func drive(from start: Double, seconds: Int, speed: Double, north: Double = 0, track: Double = 0) -> [Fix] {
  (0...seconds).map { second in
    fix(start + Double(second), north: north + speed * Double(second), speed: speed, track: track)
  }
}

/// Standing at a place, one fix a second.
func stand(from start: Double, seconds: Int, north: Double = 0) -> [Fix] {
  (0..<seconds).map { fix(start + Double($0), north: north, speed: 0.1) }
}

/// A sampler run over fixes that come at their own time, deadlines kept.
struct SamplerRun {
  private(set) var sampler: Sampler
  private(set) var kept: [Sample] = []
  private(set) var dropped: [DropReason] = []
  private var start: UTCInstant?
  private var now = at(0)

  init(_ config: LocationConfig, memory: SamplerMemory? = nil) {
    sampler = Sampler(config, memory: memory)
  }

  /// What is decided by these fixes, as seconds after the start of `fix` and reasons.
  @discardableResult
  mutating func take(_ fixes: [Fix]) -> [Kept] {
    let before = kept.count
    for fix in fixes {
      if let time = fix.time {
        let first = start ?? time
        start = first
        let then = at(Double(time.millisecondsSince1970 - first.millisecondsSince1970) / 1000)
        while let deadline = sampler.deadline, deadline < then { note(sampler.settle(now: deadline)) }
        now = max(now, then)
      }
      note(sampler.decide(fix, now: now))
    }
    return kept[before...].map(Kept.init)
  }

  @discardableResult
  mutating func flush(isEnd: Bool = true) -> [Kept] {
    let before = kept.count
    note(sampler.flush(isEnd: isEnd))
    return kept[before...].map(Kept.init)
  }

  private mutating func note(_ decisions: [Sampler.Decision]) {
    for decision in decisions {
      switch decision {
      case .keep(let sample): kept.append(sample)
      case .drop(let reason): dropped.append(reason)
      }
    }
  }
}

/// A kept sample in the terms of `fix`.
struct Kept: Equatable, CustomStringConvertible {
  let seconds: Double
  let reason: KeepReason

  init(_ seconds: Double, _ reason: KeepReason) {
    self.seconds = seconds
    self.reason = reason
  }

  init(_ sample: Sample) {
    self.init(Double(sample.time.millisecondsSince1970 - 1_780_000_000_000) / 1000, sample.reason)
  }

  var description: String { "\(reason.rawValue) at \(seconds) s" }
}

/// All of a recorded track through judge and sampler.
func run(_ track: RecordedTrack, _ config: LocationConfig) -> SamplerRun {
  var run = SamplerRun(config)
  var judge = FixJudge()
  run.take(track.epochs.map { judge.judge($0) })
  run.flush()
  return run
}

extension RecordedTrack {
  func score(_ run: SamplerRun) -> TrackScore {
    TrackScore(
      run.kept.map { spot($0.coordinate, $0.time) }, of: self,
      heartbeatSeconds: run.sampler.config.heartbeatSeconds)
  }
}
