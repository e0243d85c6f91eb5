import GNSS

/// Chooses the points of a moving vehicle by distance, turn and speed: the SDK's contract.
struct TrackRules {
  let config: LocationConfig

  /// A course means nothing at a crawl.
  private let turnSpeed = 1.5

  /// Which rule asks for this fix, the last kept one being `last`; nil when none does.
  func reason(_ fix: GoodFix, since last: KeptPoint) -> KeepReason? {
    let passed = fix.seconds(since: last.time)
    guard passed >= config.leastTimeSeconds else { return nil }
    if last.coordinate.distanceMetres(to: fix.coordinate) >= config.distanceMetres { return .distance }
    if turned(fix, since: last) { return .turn }
    if changedSpeed(fix, since: last) { return .speed }
    return passed >= config.heartbeatSeconds ? .heartbeat : nil
  }

  private func turned(_ fix: GoodFix, since last: KeptPoint) -> Bool {
    guard let least = config.turnDegrees, fix.speed ?? 0 >= turnSpeed,
      let track = fix.fix.trackMillidegrees, let before = last.trackMillidegrees
    else { return false }
    return abs(Double(turnMillidegrees(from: before, to: track))) >= least * 1000
  }

  private func changedSpeed(_ fix: GoodFix, since last: KeptPoint) -> Bool {
    guard let least = config.speedChangeMetresPerSecond, let speed = fix.speed,
      let before = last.speedMillimetresPerSecond
    else { return false }
    return abs(speed - Double(before) / 1000) >= least
  }
}
