public import GNSS

/// Chooses the fixes worth keeping, by the rules of the tracking mode.
///
/// Good fixes pass a gate (`FixGate`), then the question whether the vehicle stands (`StationaryDetector`). Of a
/// standing vehicle only heartbeats are kept, at the place where it came to stand. The track of a moving one goes by the
/// rules of distance, turn and speed (`TrackRules`), or by its shape (`ShapeWindow`).
///
/// Some decisions come later than their fix: a departure is sure only after some seconds, a bend only when it is over.
/// Every fix is decided about exactly once, kept ones in the order of their time. No fix of a moving vehicle waits
/// longer than the shape's delay, if `settle` is called at `deadline`; `flush` decides about everything at once.
public struct Sampler: Sendable {
  /// What became of a fix.
  public enum Decision: Hashable, Sendable {
    /// It is to be stored and sent.
    case keep(Sample)
    /// It is not needed.
    case drop(DropReason)
  }

  /// The thresholds.
  public let config: LocationConfig
  private var gate: FixGate
  private var detector: StationaryDetector?
  private var rules: TrackRules
  private var window: ShapeWindow?
  private var odometer = Odometer()
  private var last: KeptPoint?
  /// The newest fix of a standing vehicle.
  private var resting: GoodFix?
  private var decisions: [Decision] = []

  /// What waits to see whether the vehicle stops, or leaves, waits no longer than this when nothing more comes.
  private let heldSeconds = 90.0

  /// A sampler that goes on where an earlier run ended, or has kept nothing yet.
  public init(_ config: LocationConfig, memory: SamplerMemory? = nil) {
    self.config = config
    gate = FixGate(silenceSeconds: max(60, 2 * config.leastTimeSeconds))
    rules = TrackRules(config: config)
    guard let memory else { return }
    last = memory.last
    detector = StationaryDetector(standingAt: memory.place)
    odometer = Odometer(metres: memory.odometerMetres)
  }

  /// What must be remembered to go on after a restart; nil before anything was kept.
  public var memory: SamplerMemory? {
    last.map { SamplerMemory(last: $0, place: detector?.place, odometerMetres: odometer.metres) }
  }

  /// The way of the vehicle so far, without what it drifted while it stood.
  public var odometerMetres: Double { odometer.metres }

  /// Whether the vehicle stands, as far as is known.
  public var isStanding: Bool { detector?.place != nil }

  /// Whether the next fixes are wanted soon: to confirm a first one, or to see whether the vehicle stops or leaves.
  public var isUndecided: Bool { gate.isWaiting || detector?.waitingSince != nil }

  /// When `settle` must be called at the latest, if no fix comes before; nil while nothing waits.
  public var deadline: BootInstant? {
    let held = detector?.waitingSince?.adding(seconds: heldSeconds)
    return [held, window?.deadline].compactMap(\.self).min()
  }

  // MARK: Events

  /// Takes the next fix, which came at `now`; gives what is decided by it.
  public mutating func decide(_ fix: Fix, now: BootInstant) -> [Decision] {
    switch GoodFix.checked(fix, now: now, accuracyMetres: config.accuracyMetres) {
    case .failure(let reason): decisions.append(.drop(reason))
    case .success(let good): pass(gate.take(good))
    }
    return settle(now: now)
  }

  /// Decides about what has waited long enough.
  public mutating func settle(now: BootInstant) -> [Decision] {
    if let since = detector?.waitingSince, now.seconds(since: since) >= heldSeconds { releaseHeld() }
    keep(window?.settle(now: now) ?? [])
    defer { decisions = [] }
    return decisions
  }

  /// The source was lost, or (`isEnd`) tracking stops: decides about everything; the newest place of a moving vehicle is
  /// kept. Whether the vehicle stood is still known afterwards.
  public mutating func flush(isEnd: Bool) -> [Decision] {
    pass(isEnd ? gate.finish() : gate.forget())
    releaseHeld()
    closeWindow(.last)
    closeStand()
    defer { decisions = [] }
    return decisions
  }

  // MARK: Stages

  private mutating func pass(_ outcomes: [FixGate.Outcome]) {
    for outcome in outcomes {
      switch outcome {
      case .drop(let reason): decisions.append(.drop(reason))
      case .pass(let fix, let connection): follow(fix, connection)
      }
    }
  }

  private mutating func follow(_ fix: GoodFix, _ connection: FixGate.Connection) {
    let isOlder = last.map { fix.time <= $0.time } ?? true
    // A standing vehicle's jump is left to the detector: a reflection comes and goes.
    let isElsewhere =
      switch connection {
      case .track: false
      case .jump: !isStanding
      case .silence: detector?.stillStands(fix) != true
      }
    if isOlder || isElsewhere { return begin(fix, cameUnseen: !isOlder && connection == .silence) }
    switch detector?.update(fix) {
    case nil: begin(fix, cameUnseen: false)
    case .wait(let gaveUp): wait(fix, gaveUp)
    case .standing(let waited):
      drop(.standing, waited)
      rest(fix)
    case .moving(let track):
      for fix in track { move(fix) }
    case .stopped(let place, let track, let noise):
      for fix in track { move(fix) }
      stop(at: place)
      drop(.standing, noise)
    case .departed(let track, let waited):
      drop(.standing, waited)
      depart(track)
    }
  }

  /// The first good fix since the start or after a silence. `cameUnseen`: the way from the last point to here counts.
  private mutating func begin(_ fix: GoodFix, cameUnseen: Bool) {
    releaseHeld()
    closeWindow(.last)
    closeStand()
    detector = StationaryDetector(at: fix)
    if cameUnseen, let last {
      odometer.leap(from: last.coordinate, to: fix.coordinate)
    } else {
      odometer.begin(at: fix.coordinate)
    }
    keep(fix, .first)
  }

  /// The newest fix of a standing vehicle waits for the next one.
  private mutating func rest(_ fix: GoodFix) {
    drop(.standing, resting == nil ? 0 : 1)
    resting = heartbeatIsDue(fix) ? nil : fix
    if resting == nil { keepHeartbeat(fix) }
  }

  private mutating func wait(_ fix: GoodFix, _ gaveUp: Int) {
    drop(.standing, gaveUp)
    // What waits while standing is older than this sign of life and would come too late after it.
    guard isStanding, heartbeatIsDue(fix), let waited = detector?.releaseHeld().count else { return }
    drop(.standing, waited - 1)
    rest(fix)
  }

  private mutating func stop(at place: GoodFix) {
    odometer.end(at: place.coordinate)
    if window == nil {
      keep(place, .stop)
    } else {
      keep(window?.append(place) ?? [])
      closeWindow(.stop)
    }
  }

  private mutating func depart(_ track: [GoodFix]) {
    guard let start = track.first else { return }
    drop(.standing, resting == nil ? 0 : 1)
    resting = nil
    odometer.begin(at: start.coordinate)
    keep(start, .departure)
    for fix in track.dropFirst() { move(fix) }
  }

  private mutating func move(_ fix: GoodFix) {
    odometer.pass(fix.coordinate)
    if window != nil {
      keep(window?.append(fix) ?? [])
    } else if let last, let reason = rules.reason(fix, since: last) {
      keep(fix, reason)
    } else {
      drop(.notDue, 1)
    }
  }

  private mutating func releaseHeld() {
    let isStanding = isStanding
    for fix in detector?.releaseHeld() ?? [] {
      if isStanding { drop(.standing, 1) } else { move(fix) }
    }
  }

  /// The drawn line ends within the tolerance of where the receiver last saw a vehicle that has only just arrived: its
  /// filter goes on settling for minutes.
  private mutating func closeStand() {
    guard let newest = resting else { return }
    resting = nil
    guard let shape = config.shape, detector?.isSettled == false, let place = detector?.place,
      newest.coordinate.distanceMetres(to: place) > shape.metres
    else { return drop(.standing, 1) }
    record(newest.fix, .last)
    detector = StationaryDetector(standingAt: newest.coordinate)
  }

  private mutating func closeWindow(_ reason: KeepReason) {
    keep(window?.close(reason) ?? [])
  }

  // MARK: Decisions

  private func heartbeatIsDue(_ fix: GoodFix) -> Bool {
    last.map { fix.seconds(since: $0.time) >= config.heartbeatSeconds } ?? false
  }

  private mutating func keepHeartbeat(_ fix: GoodFix) {
    var held = fix.fix
    held.coordinate = detector?.place ?? fix.coordinate
    held.speedMillimetresPerSecond = 0
    held.trackMillidegrees = nil
    record(held, .heartbeat)
  }

  private mutating func keep(_ vertices: [ShapeWindow.Vertex]) {
    for vertex in vertices {
      drop(.withinTolerance, vertex.spared)
      record(vertex.fix.fix, vertex.reason)
    }
  }

  /// Keeps a fix from which a new piece of the track begins.
  private mutating func keep(_ fix: GoodFix, _ reason: KeepReason) {
    record(fix.fix, reason)
    window = config.shape.map { ShapeWindow($0, from: fix.coordinate, at: fix.time) }
  }

  private mutating func record(_ fix: Fix, _ reason: KeepReason) {
    guard let sample = Sample(fix, mode: config.mode, reason: reason) else { return }
    last = KeptPoint(sample)
    decisions.append(.keep(sample))
  }

  private mutating func drop(_ reason: DropReason, _ count: Int) {
    for _ in 0..<max(0, count) { decisions.append(.drop(reason)) }
  }
}
