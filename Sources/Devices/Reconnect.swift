import HAL

/// When a source that lost its device tries again, and what of that its user hears.
///
/// The user hears of each loss once, not of each try; again only when the tries fail for a reason that a person has to
/// remove. After a device was lost without a word, or because it had none, it counts as back when it speaks, not when
/// it opens: else a gpsd without its receiver would come and go all day.
struct Reconnect {
  /// How patient a kind of source is. Times are nanoseconds.
  struct Policy: Sendable {
    /// The first pause; it doubles with each failure in a row.
    let firstPause: Int64
    /// What the pause grows to.
    let longestPause: Int64
    /// The part of a pause that chance may take away, so that a fleet does not knock in step.
    let jitter: Double
    /// How long an open device may say nothing.
    let silence: Int64

    /// A port of this board: nobody else suffers from a try.
    static func serial(silence seconds: Int) -> Policy {
      Policy(firstPause: 1 * second, longestPause: 30 * second, jitter: 0, silence: Int64(clamping: seconds) &* second)
    }

    /// A daemon, perhaps on another host.
    static func gpsd(silence seconds: Int) -> Policy {
      Policy(
        firstPause: 2 * second, longestPause: 60 * second, jitter: 0.5, silence: Int64(clamping: seconds) &* second)
    }

    private static let second: Int64 = 1_000_000_000
  }

  /// What follows from a loss.
  struct Loss: Equatable {
    /// Whether the user hears of it.
    let isReported: Bool
    /// Nanoseconds to wait before the next try.
    let pause: Int64
  }

  private enum State: Equatable {
    /// The user knows the source as connected.
    case connected
    /// The user knows it as lost, or has heard nothing yet.
    case lost(reported: DeviceError.Kind?, latest: DeviceError.Kind?)
  }

  private let policy: Policy
  private var state = State.lost(reported: nil, latest: nil)
  private var failures = 0
  private var isUnheard = false
  private var wasSilent = false
  private var lastHeard: Int64 = 0

  init(_ policy: Policy) { self.policy = policy }

  /// The device is open. Gives whether that is to be reported.
  mutating func opened(at now: Int64) -> Bool {
    lastHeard = now
    isUnheard = true
    return wasSilent ? false : connect()
  }

  /// The device spoke. Gives whether that is to be reported as a connection.
  mutating func heard(at now: Int64) -> Bool {
    lastHeard = now
    failures = 0
    isUnheard = false
    wasSilent = false
    return connect()
  }

  private mutating func connect() -> Bool {
    defer { state = .connected }
    return state != .connected
  }

  /// The device could not be opened, went away, or (`afterSilence`) was closed because it said nothing.
  ///
  /// - Parameter chance: 0 up to 1, drawn by the caller.
  mutating func lost(_ kind: DeviceError.Kind, afterSilence: Bool = false, chance: Double) -> Loss {
    wasSilent = wasSilent || afterSilence || isUnheard
    isUnheard = false
    // Silence is a pause already, and whoever opens is there.
    if afterSilence { failures = 0 }
    let pause = nextPause(chance)
    guard case .lost(let reported?, let latest) = state else {
      state = .lost(reported: kind, latest: kind)
      return Loss(isReported: true, pause: pause)
    }
    // Twice in a row, because for some tenths of a second after plugging in every device lacks its group.
    let needsPerson = kind == .permission || kind == .busy || kind == .unusable
    let isReported = needsPerson && kind != reported && kind == latest
    state = .lost(reported: isReported ? kind : reported, latest: kind)
    return Loss(isReported: isReported, pause: pause)
  }

  private mutating func nextPause(_ chance: Double) -> Int64 {
    let doubled = policy.firstPause.multipliedReportingOverflow(by: 1 << min(failures, 20))
    failures += 1
    let pause = doubled.overflow ? policy.longestPause : min(policy.longestPause, doubled.partialValue)
    return pause - Int64(Double(pause) * policy.jitter * min(max(chance, 0), 1))
  }

  /// Nanoseconds until the open device has been silent for too long; zero or less when it has.
  func patience(at now: Int64) -> Int64 { policy.silence &- (now &- lastHeard) }
}
