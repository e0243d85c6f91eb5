import GNSS
import HAL
import Sampling

/// Decides when a source is open and what its receiver is brought to, from what `ReceiverDuty` orders.
///
/// A receiver may have been left asleep or slow by a process that was killed, so it is brought to full power at every
/// start. It is told to sleep before the source is closed, and restored before tracking ends.
struct ReceiverRest {
  /// What to do, in order.
  enum Action: Equatable {
    /// Bring the receiver to this state, and tell `brought`.
    case bring(ReceiverState)
    case open
    case close
    /// Call `woke` then.
    case wake(at: BootInstant)
    /// The receiver is as it was found: the source is not needed any more.
    case left
  }

  private enum Phase {
    /// Open, or opened anew by the source itself.
    case open
    /// Told to sleep; closed once that is written.
    case lyingDown
    case asleep
    /// Restored, and left once that is written.
    case leaving
  }

  /// Whether the receiver can be told anything; else a source is only opened and closed.
  private let isControlled: Bool
  private var duty: ReceiverDuty
  private var config: LocationConfig
  private var phase = Phase.open

  init(_ config: LocationConfig, isControlled: Bool, now: BootInstant) {
    self.isControlled = isControlled
    self.config = config
    duty = Self.duty(config, now)
  }

  private static func duty(_ config: LocationConfig, _ now: BootInstant) -> ReceiverDuty {
    ReceiverDuty(mode: config.mode, sampleSeconds: config.leastTimeSeconds, now: now)
  }

  /// How many nanoseconds late fixes may be reported: as long as does not matter to one who keeps a point each so many
  /// seconds at most.
  var delay: Int64 {
    config.leastTimeSeconds < 5 ? 0 : Int64(min(config.leastTimeSeconds * 0.4, 4) * 1e9)
  }

  /// Whether the source is closed until it is woken.
  var isAsleep: Bool { phase == .asleep }

  /// Tracking begins.
  func start() -> [Action] { [.bring(.full), .open] }

  /// Rests by the thresholds of another mode from now on, and begins awake.
  mutating func use(_ config: LocationConfig, now: BootInstant) -> [Action] {
    self.config = config
    duty = Self.duty(config, now)
    let wasAsleep = isAsleep
    phase = .open
    return wasAsleep ? [.bring(.full), .open] : [.bring(.full)]
  }

  /// All that came has been decided about; `epoch` was the last. `isUndecided`: the next fixes are wanted soon.
  mutating func decided(_ epoch: Fix, isUndecided: Bool, now: BootInstant) -> [Action] {
    let order = duty.take(
      satellites: epoch.satellitesUsed ?? 0, isGood: isGood(epoch), isUndecided: isUndecided, now: now)
    switch order {
    case nil: return []
    case .full?: return [.bring(.full)]
    case .slow(let milliseconds)?: return [.bring(.slow(milliseconds: milliseconds))]
    case .sleep(let seconds)?:
      phase = .lyingDown
      return [.bring(.asleep(milliseconds: Int(seconds * 1000)))]
    }
  }

  private func isGood(_ epoch: Fix) -> Bool {
    let error = Double(epoch.horizontalErrorMillimetres ?? 0) / 1000
    return epoch.coordinate != nil && epoch.time != nil && !epoch.flags.contains(.estimated)
      && error <= config.accuracyMetres
  }

  /// The receiver was told what the last `bring` says, or cannot be.
  mutating func brought(now: BootInstant) -> [Action] {
    switch phase {
    case .open, .asleep: return []
    case .lyingDown:
      phase = .asleep
      return [.close, .wake(at: duty.deadline ?? now)]
    case .leaving: return [.close, .left]
    }
  }

  /// The time to sleep is over.
  mutating func woke(now: BootInstant) -> [Action] {
    guard isAsleep else { return [] }
    phase = .open
    _ = duty.next(now: now)
    return [.bring(.full), .open]
  }

  /// Tracking ends. `isThere`: the receiver can be read, or could before it slept.
  mutating func stop(isThere: Bool) -> [Action] {
    guard isControlled, isThere else { return [.close, .left] }
    defer { phase = .leaving }
    return isAsleep ? [.bring(.full), .open] : [.bring(.full)]
  }
}
