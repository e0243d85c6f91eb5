public import GNSS

/// Why a fix was not kept.
public enum DropReason: String, Sendable, CaseIterable {
  /// The epoch has no position.
  case noPosition = "no position"
  /// No date is known that can be believed.
  case undated
  /// The receiver estimated the position.
  case estimated
  /// The receiver repeats an old position.
  case frozen
  /// The position is out of reach of the one before.
  case jump
  /// The estimated error is above the mode's gate.
  case inaccurate
  /// It is not newer than the last one kept.
  case notNewer = "not newer"
  /// The vehicle stands.
  case standing
  /// No rule asks for it yet.
  case notDue = "not due"
}

/// Chooses the fixes worth keeping, by the rules of the tracking mode.
///
/// A first good fix is kept at once; then one for every rule that asks for it (distance, turn, heartbeat, stop and
/// departure), never two within the mode's least time. While the vehicle stands only heartbeats come out.
public struct Sampler: Sendable {
  /// What became of a fix.
  public enum Decision: Hashable, Sendable {
    /// It is to be stored and sent.
    case keep(Sample)
    /// It is not needed.
    case drop(DropReason)
  }

  private struct Kept {
    let sample: Sample
    let at: BootInstant
  }

  /// The thresholds; a change holds from the next fix on.
  public var config: LocationConfig
  private var last: Kept?
  private var detector: StationaryDetector?
  /// A stop or departure that came within the least time is kept as soon as that has passed.
  private var owed: KeepReason?

  /// A receiver that sets its clock back by more than this starts anew; by less it repeats itself.
  private let clockStepMilliseconds: Int64 = 60_000
  /// A course means nothing at a crawl.
  private let turnMillimetresPerSecond: Int32 = 1500

  /// A sampler that has kept nothing yet.
  public init(_ config: LocationConfig) {
    self.config = config
  }

  /// The source was lost or changed: the next good fix is kept as the first one.
  public mutating func gap() {
    last = nil
    detector = nil
    owed = nil
  }

  /// Decides about the next fix. `now` is when it came.
  public mutating func decide(_ fix: Fix, now: BootInstant) -> Decision {
    if let reason = unusable(fix) { return .drop(reason) }
    guard let time = fix.time, let coordinate = fix.coordinate else { return .drop(.undated) }
    if let last, time <= last.sample.time {
      let back = last.sample.time.millisecondsSince1970 &- time.millisecondsSince1970
      guard back > clockStepMilliseconds else { return .drop(.notNewer) }
      gap()
    }
    guard let last else {
      detector = StationaryDetector(at: coordinate)
      return keep(fix, .first, now)
    }
    switch detector?.update(fix, at: coordinate, now: now) {
    case .stopped: owed = .stop
    case .departed: owed = .departure
    case nil: break
    }
    guard now.seconds(since: last.at) >= config.leastTimeSeconds else { return .drop(.notDue) }
    if let reason = reason(fix, at: coordinate, since: last, now) { return keep(fix, reason, now) }
    return .drop(detector?.isStanding == true ? .standing : .notDue)
  }

  private func unusable(_ fix: Fix) -> DropReason? {
    guard fix.coordinate != nil, fix.mode != .none else { return .noPosition }
    guard fix.time != nil else { return .undated }
    if fix.flags.contains(.estimated) { return .estimated }
    if fix.flags.contains(.frozen) { return .frozen }
    if fix.flags.contains(.jump) { return .jump }
    if let error = fix.horizontalErrorMillimetres, Double(error) > config.accuracyMetres * 1000 { return .inaccurate }
    return nil
  }

  private func reason(_ fix: Fix, at coordinate: Coordinate, since last: Kept, _ now: BootInstant) -> KeepReason? {
    if let owed { return owed }
    if now.seconds(since: last.at) >= config.heartbeatSeconds { return .heartbeat }
    guard detector?.isStanding != true else { return nil }
    if last.sample.coordinate.distanceMetres(to: coordinate) >= config.distanceMetres { return .distance }
    if let turnDegrees = config.turnDegrees,
      let track = fix.trackMillidegrees, let lastTrack = last.sample.fix.trackMillidegrees,
      fix.speedMillimetresPerSecond ?? 0 >= turnMillimetresPerSecond,
      abs(Double(turnMillidegrees(from: lastTrack, to: track))) >= turnDegrees * 1000
    {
      return .turn
    }
    return nil
  }

  private mutating func keep(_ fix: Fix, _ reason: KeepReason, _ now: BootInstant) -> Decision {
    guard let sample = Sample(fix, mode: config.mode, reason: reason) else { return .drop(.undated) }
    last = Kept(sample: sample, at: now)
    owed = nil
    return .keep(sample)
  }
}
