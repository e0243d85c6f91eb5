import GNSS
import Sampling
import TestSupport
import Tracking

/// A way to choose points: ours, or a peer's rules as documented.
struct RuleSet: Sendable {
  let name: String
  /// How often a standing vehicle should give a point.
  let heartbeatSeconds: Double
  /// The points it keeps of a track, and its odometer where it has one.
  let run: @Sendable (RecordedTrack) -> (kept: [RecordedTrack.Spot], odometerMetres: Double?)

  /// A mode of Waymark, the whole pipeline on a virtual clock.
  static func waymark(_ name: String, _ config: LocationConfig) -> RuleSet {
    RuleSet(name: name, heartbeatSeconds: config.heartbeatSeconds) { track in
      var pipeline = Pipeline(config, notBefore: nil)
      var now = BootInstant(nanoseconds: 0)
      var last: UTCInstant?
      var samples: [Sample] = []
      for fix in track.epochs {
        if let time = fix.time {
          if let last, time > last {
            now = now.adding(seconds: Double(time.millisecondsSince1970 - last.millisecondsSince1970) / 1000)
            if let deadline = pipeline.deadline, deadline < now { samples += pipeline.decide(now: deadline) }
          }
          last = time
        }
        pipeline.receive(fix)
        samples += pipeline.decide(now: now)
      }
      samples += pipeline.flush(now: now, isEnd: true)
      return (samples.map { track.spot($0.coordinate, $0.time) }, pipeline.odometerMetres)
    }
  }

  /// A peer's rules: a fix is kept when one of them asks for it.
  struct Peer: Sendable {
    var metres: Double
    var seconds: Double
    var degrees: Double?
    var metresPerSecond: Double?
    /// Below this speed a fix counts as standing and only the time rule holds; nil where the peer has no such thing.
    var leastMetresPerSecond: Double?
  }

  static func peer(_ name: String, _ peer: Peer) -> RuleSet {
    RuleSet(name: name, heartbeatSeconds: peer.seconds) { track in
      var judge = FixJudge()
      var kept: [RecordedTrack.Spot] = []
      var last: Fix?
      for epoch in track.epochs {
        let fix = judge.judge(epoch)
        guard RecordedTrack.isGood(fix), let time = fix.time, let place = fix.coordinate else { continue }
        if let last, !peer.keeps(fix, after: last) { continue }
        last = fix
        kept.append(track.spot(place, time))
      }
      return (kept, nil)
    }
  }

  /// Defaults of Traccar Client 10 (75 m or 300 s), the same with its angle rule on, and Teltonika FMB's moving set (checked
  /// each second) with its threshold of movement, 5 km/h, below which it records by time alone.
  static let peers = [
    RuleSet.peer("Traccar 75 m", Peer(metres: 75, seconds: 300)),
    RuleSet.peer("Traccar 75 m, 30°", Peer(metres: 75, seconds: 300, degrees: 30)),
    RuleSet.peer("Teltonika FMB", Peer(metres: 100, seconds: 300, degrees: 10, metresPerSecond: 10 / 3.6)),
    RuleSet.peer(
      "Teltonika FMB, static",
      Peer(metres: 100, seconds: 300, degrees: 10, metresPerSecond: 10 / 3.6, leastMetresPerSecond: 5 / 3.6)),
  ]

  static let ours: [RuleSet] = {
    var fine = LocationConfig(.balanced)
    fine.shape = ShapeTolerance(metres: 3)
    var inTime = fine
    inTime.shape?.synchronisedMetres = 3
    return [
      .waymark("Waymark active", LocationConfig(.active)),
      .waymark("Waymark balanced", LocationConfig(.balanced)),
      .waymark("Waymark passive", LocationConfig(.passive)),
      .waymark("Waymark 3 m", fine),
      .waymark("Waymark 3 m in time", inTime),
    ]
  }()
}

extension RuleSet.Peer {
  func keeps(_ fix: Fix, after last: Fix) -> Bool {
    guard let time = fix.time, let before = last.time, let place = fix.coordinate, let there = last.coordinate else {
      return true
    }
    let passed = Double(time.millisecondsSince1970 - before.millisecondsSince1970) / 1000
    if passed >= seconds { return true }
    let speed = Double(fix.speedMillimetresPerSecond ?? 0) / 1000
    if let least = leastMetresPerSecond, speed < least { return false }
    if there.distanceMetres(to: place) >= metres { return true }
    if let degrees, let track = fix.trackMillidegrees, let earlier = last.trackMillidegrees,
      abs(Double(turnMillidegrees(from: earlier, to: track))) >= degrees * 1000
    {
      return true
    }
    guard let metresPerSecond else { return false }
    return abs(speed - Double(last.speedMillimetresPerSecond ?? 0) / 1000) >= metresPerSecond
  }
}
