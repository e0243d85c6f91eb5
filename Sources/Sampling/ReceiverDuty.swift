public import GNSS

/// Decides when a receiver works, slows down or sleeps, so that the samples of a mode cost as little power as they can.
///
/// Active mode lets it work. Balanced slows it down. Passive lets it sleep between samples: it is woken, found a fix
/// with, held awake a while when it needs to hear the satellites' orbits, and sent to sleep. A search is not given up
/// while satellites are still being gained; without sky the pauses between searches grow.
public struct ReceiverDuty: Sendable {
  /// What the receiver is to do.
  public enum Order: Hashable, Sendable {
    /// Work at its usual rate.
    case full
    /// A fix each so many milliseconds.
    case slow(milliseconds: Int)
    /// Sleep; `next` must be called when this time has passed.
    case sleep(seconds: Double)
  }

  private enum State {
    /// Awake and without a fix since then; the most satellites seen, and when that last grew.
    case searching(since: BootInstant, satellites: UInt8, gainedAt: BootInstant)
    /// It has a fix and hears the orbits until then.
    case holding(until: BootInstant)
    /// It has a fix and works.
    case working
    case asleep(until: BootInstant)
  }

  private let mode: TrackingMode
  private let sampleSeconds: Double
  private var state: State
  private var failures = 0
  private var heldAt: BootInstant?
  private var lastOrder: Order?
  /// The time from waking to a fix, learned as it goes; that of a receiver that knows the orbits to begin with.
  public private(set) var secondsToFix = 5.0

  /// An orbit is sent in 18 s of each 30; 20 s catch it (GPS interface specification, subframes 1 to 3).
  private let holdSeconds = 20.0
  /// Orbits are good for two hours and worth refreshing each half.
  private let orbitSeconds = 1800.0
  /// So slow a search is that of a receiver without orbits.
  private let coldSeconds = 10.0
  /// A search without a fix is given up after so many times the learned time, within these bounds.
  private let searchFactor = 4.0
  private let searchBounds = 45.0...180.0
  /// A satellite gained within this time keeps the search going, until `longestSearch`.
  private let gainSeconds = 15.0
  private let longestSearch = 600.0
  /// The pause after a search without success, doubled each time.
  private let firstPause = 60.0
  private let longestPause = 3600.0
  /// Sleep shorter than this, or than three times the search it costs, saves nothing.
  private let leastSleep = 20.0
  private let balancedMilliseconds = 2000

  /// A receiver that has just been switched on. `sampleSeconds`: how often a sample is wanted.
  public init(mode: TrackingMode, sampleSeconds: Double, now: BootInstant) {
    self.mode = mode
    self.sampleSeconds = sampleSeconds
    state = .searching(since: now, satellites: 0, gainedAt: now)
  }

  /// Whether the receiver sleeps now.
  public var isAsleep: Bool {
    if case .asleep = state { return true }
    return false
  }

  /// When `next` must be called at the latest; nil while only epochs change anything.
  public var deadline: BootInstant? {
    if case .asleep(let until) = state { return until }
    return nil
  }

  /// Takes an epoch. `isGood`: it has a fix that may be kept. `isUndecided`: fixes wait to see whether the vehicle stops
  /// or leaves, so the next one is wanted at once. Gives what the receiver is to do now, nil when that has not changed.
  public mutating func take(
    satellites: UInt8, isGood: Bool, isUndecided: Bool, now: BootInstant
  ) -> Order? {
    switch state {
    case .searching(let since, let most, let gainedAt):
      if isGood {
        found(after: now.seconds(since: since), now)
      } else {
        let hasGained = satellites > most
        state = .searching(
          since: since, satellites: max(most, satellites), gainedAt: hasGained ? now : gainedAt)
      }
    case .holding(let until): if now >= until { state = .working }
    case .working: if !isGood { state = .searching(since: now, satellites: satellites, gainedAt: now) }
    case .asleep: return nil
    }
    return next(isUndecided: isUndecided, now: now)
  }

  /// What the receiver is to do now; nil when that has not changed. To be called at `deadline`.
  public mutating func next(isUndecided: Bool = false, now: BootInstant) -> Order? {
    switch state {
    case .asleep(let until):
      guard now >= until else { return nil }
      state = .searching(since: now, satellites: 0, gainedAt: now)
    case .searching(let since, _, let gainedAt):
      if mode == .passive, isHopeless(now.seconds(since: since), now.seconds(since: gainedAt)) { return giveUp(now) }
    case .working:
      if mode == .passive, !isUndecided, sleepPays { return sleep(sampleSeconds, now) }
    case .holding: break
    }
    return changed(to: awake)
  }

  private var awake: Order {
    guard mode == .balanced, case .working = state else { return .full }
    return .slow(milliseconds: balancedMilliseconds)
  }

  private var sleepPays: Bool { sampleSeconds >= max(leastSleep, 3 * secondsToFix) }

  private func isHopeless(_ searched: Double, _ sinceGain: Double) -> Bool {
    let patience = min(max(searchFactor * secondsToFix, searchBounds.lowerBound), searchBounds.upperBound)
    return searched >= longestSearch || searched >= patience && sinceGain >= gainSeconds
  }

  private mutating func found(after seconds: Double, _ now: BootInstant) {
    secondsToFix += (seconds - secondsToFix) / 4
    failures = 0
    let isDue = heldAt.map { now.seconds(since: $0) >= orbitSeconds } ?? true
    if isDue || seconds >= coldSeconds {
      heldAt = now
      state = .holding(until: now.adding(seconds: holdSeconds))
    } else {
      state = .working
    }
  }

  private mutating func giveUp(_ now: BootInstant) -> Order? {
    let doublings = min(failures, 10)
    failures += 1
    return sleep(min(firstPause * Double(1 << doublings), longestPause), now)
  }

  private mutating func sleep(_ seconds: Double, _ now: BootInstant) -> Order? {
    state = .asleep(until: now.adding(seconds: seconds))
    return changed(to: .sleep(seconds: seconds))
  }

  private mutating func changed(to order: Order) -> Order? {
    defer { lastOrder = order }
    return order == lastOrder ? nil : order
  }
}
