import HAL

/// Decides what is written to a receiver, and when, so that it comes to the state that is wanted.
///
/// First a byte that wakes it; half a second later the orders, for what it hears while it wakes is lost; then a moment
/// for them to leave the board, so that nobody waits for them when the port is closed. A receiver that was brought to
/// full power on this port is awake. What a port does not take is offered again for two seconds, then given up.
struct ReceiverTalk {
  /// What to do now.
  enum Step: Equatable {
    /// Nothing, until something happens.
    case rest
    /// Write this, and tell `wrote`.
    case write([UInt8])
    /// Call `passed` after so many milliseconds.
    case wait(milliseconds: Int)
    /// The receiver has been told all that it can be told now.
    case done
    /// The port has taken nothing for too long.
    case failed
  }

  private enum Phase: Equatable {
    case closed
    /// Open, and nothing is under way.
    case idle
    /// The byte that wakes it is being written.
    case waking
    /// It wakes.
    case pausing
    /// The orders for that state are being written.
    case ordering(ReceiverState)
    /// They leave the board.
    case leaving(ReceiverState)
  }

  /// All orders for a state are 60 bytes at most: 125 ms at 4800 baud.
  private static let leavingMilliseconds = 200
  private static let retryMilliseconds = 50
  private static let mostRetries = 40

  private let family: ReceiverFamily
  private var wanted: ReceiverState?
  /// Where the receiver was brought since the port was opened.
  private var reached: ReceiverState?
  private var isSpeedKnown = false
  private var phase = Phase.closed
  private var unwritten: [UInt8] = []
  private var retries = 0

  init(_ family: ReceiverFamily) { self.family = family }

  /// That state is wanted from now on.
  mutating func want(_ state: ReceiverState) -> Step {
    wanted = state
    return goOn()
  }

  /// The port is open. What stands behind it may be another receiver, or the same with its defaults.
  ///
  /// - Parameter isSpeedKnown: false while the port's speed is tried: the receiver is woken, which any byte does, and told
  ///   nothing, for at a wrong speed that is noise.
  mutating func opened(isSpeedKnown: Bool) -> Step {
    closed()
    phase = .idle
    self.isSpeedKnown = isSpeedKnown
    return goOn()
  }

  /// The receiver was understood at the port's speed.
  mutating func speedFound() -> Step {
    isSpeedKnown = true
    return goOn()
  }

  /// The port has taken so many bytes of the last `write`.
  mutating func wrote(_ count: Int) -> Step {
    unwritten.removeFirst(min(max(count, 0), unwritten.count))
    guard unwritten.isEmpty else {
      retries += 1
      return retries > Self.mostRetries ? failed() : .wait(milliseconds: Self.retryMilliseconds)
    }
    switch phase {
    case .waking:
      phase = .pausing
      return .wait(milliseconds: ReceiverCommands.pauseMilliseconds)
    case .ordering(let state):
      phase = .leaving(state)
      return .wait(milliseconds: Self.leavingMilliseconds)
    case .closed, .idle, .pausing, .leaving: return .rest
    }
  }

  /// The time of the last `wait` has passed.
  mutating func passed() -> Step {
    switch phase {
    case .waking, .ordering: return .write(unwritten)
    case .pausing:
      phase = .idle
      guard isSpeedKnown, let wanted else { return .done }
      return order(wanted)
    case .leaving(let state):
      phase = .idle
      reached = state
      return goOn()
    case .closed, .idle: return .rest
    }
  }

  /// The port refused a write. The receiver is told anew when another state is wanted or the port is opened.
  mutating func failed() -> Step {
    phase = .idle
    reached = nil
    return .failed
  }

  /// The port was closed.
  mutating func closed() {
    phase = .closed
    reached = nil
  }

  /// Begins, unless something is under way, which ends with what is wanted then.
  private mutating func goOn() -> Step {
    guard phase == .idle, let wanted else { return .rest }
    if wanted == reached { return .done }
    if reached == .full { return order(wanted) }
    phase = .waking
    return write(family.commands(for: wanted).wake)
  }

  private mutating func order(_ state: ReceiverState) -> Step {
    phase = .ordering(state)
    return write(Array(family.commands(for: state).orders.joined()))
  }

  private mutating func write(_ bytes: [UInt8]) -> Step {
    unwritten = bytes
    retries = 0
    return .write(bytes)
  }
}
