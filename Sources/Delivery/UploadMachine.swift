public import GNSS

/// Decides when the device binds, when which points go out and what the outcome means. One request at a time.
///
/// Its owner asks `next` after every event, performs the one action it gives, and reports how that ended. A batch that
/// failed is sent again with the same points before any other (see `Isolation` for the points a server cannot take).
public struct UploadMachine: Sendable {
  /// What to do now.
  public enum Action: Hashable, Sendable {
    /// Bind the device to the asset and report to `bindEnded`.
    case bind
    /// Send those points and report to `sendEnded`, or to `queueFailed` when they cannot be had.
    case send(Selection)
    /// Nothing before that instant (unless something happens earlier).
    case wait(until: BootInstant)
    /// Nothing until something happens.
    case rest
  }

  /// How things stand, in words that `status` may show.
  public enum State: Hashable, Sendable {
    /// Points are sent as they come.
    case ready
    /// A request is on its way.
    case inFlight
    /// The last request failed; the next try comes at that instant.
    case backingOff(until: BootInstant, reason: String)
    /// The server does not accept the key, the device or the asset: points are kept, and a slow retry goes on.
    case denied(until: BootInstant, reason: String)
    /// The asset was bound to another device; nothing is sent any more.
    case assetTaken
  }

  /// What the owner has to do about the points of a batch whose outcome it reported.
  public enum Settlement: Hashable, Sendable {
    /// They are delivered (or refused for good): let them go and log it.
    case settle(UploadLogEntry.State, tries: Int, answer: String)
    /// They stay, and will be sent again.
    case keep
  }

  /// How things stand.
  public private(set) var state: State = .ready
  private let config: DataTrackingConfig
  /// Whether the server knows this device as the one that reports for the asset.
  public private(set) var isBound: Bool
  private var isFlushing = false
  private var lastSend: BootInstant
  private var backoff: Backoff
  private var isolation = Isolation()
  /// Not to be called earlier: the server has said so.
  private var askedUntil: BootInstant?
  /// When the newest point may go ahead of older ones; nil while no batch has got through since the last failure.
  private var currentAt: BootInstant?
  private var isSendingCurrent = false

  /// How long a server that does not accept us is left in peace.
  public static let deniedRetrySeconds = 300.0

  /// A machine that sends its first batch a window after `now`, or as soon as a batch is full.
  public init(_ config: DataTrackingConfig, isBound: Bool, now: BootInstant, seed: UInt64) {
    self.config = config
    self.isBound = isBound
    lastSend = now
    backoff = Backoff(seed: seed)
  }

  /// How many requests have failed since the last one that did not.
  public var failuresInARow: Int { backoff.failures }

  /// Whether the last request did not get through, or was denied: points will not leave soon.
  public var isServerLost: Bool {
    switch state {
    case .ready, .inFlight: backoff.failures > 0
    case .backingOff, .denied, .assetTaken: true
    }
  }

  // MARK: What to do

  /// From now on everything waiting goes out at once, after a failure that is being waited out too (but not in a pause
  /// that the server asked for); the next failure ends it (see `isFlushed`).
  public mutating func flush() {
    isFlushing = true
    if case .backingOff = state, askedUntil == nil { state = .ready }
  }

  /// Whether a flush has done what it can.
  public func isFlushed(waiting: Int) -> Bool {
    switch state {
    case .inFlight: false
    case .ready: waiting == 0
    case .backingOff, .denied, .assetTaken: true
    }
  }

  /// The network is there again: a pause ends, unless the server asked for it.
  public mutating func linkCameUp(now: BootInstant) {
    guard case .backingOff = state else { return }
    if let askedUntil, now < askedUntil { return }
    backoff.clear()
    state = .ready
  }

  /// What to do now that `waiting` points are in the queue.
  public mutating func next(waiting: Int, now: BootInstant) -> Action {
    switch state {
    case .inFlight, .assetTaken:
      return .rest
    case .backingOff(let until, _), .denied(let until, _):
      guard now >= until else { return .wait(until: until) }
      state = .ready
    case .ready:
      break
    }
    guard isBound else {
      state = .inFlight
      return .bind
    }
    guard waiting > 0 else { return .rest }
    let due = due(waiting: waiting)
    guard now >= due else { return .wait(until: due) }
    return send(waiting: waiting, now)
  }

  private func due(waiting: Int) -> BootInstant {
    let isUrgent = isFlushing || isolation.isUnderWay || waiting >= config.batchSize
    return lastSend.adding(
      seconds: isUrgent ? 1 / Double(max(1, config.requestsPerSecond)) : config.batchWindowSeconds)
  }

  private mutating func send(waiting: Int, _ now: BootInstant) -> Action {
    state = .inFlight
    lastSend = now
    let largest = waiting > config.batchSize ? max(config.batchSize, config.backlogBatchSize) : config.batchSize
    // Only a point that no earlier request can have held: its mark would make it another text when it is sent again.
    if config.currentFirst, waiting > largest, !isolation.isUnderWay, let currentAt, now >= currentAt {
      isSendingCurrent = true
      self.currentAt = now.adding(seconds: config.batchWindowSeconds)
      return .send(.newest)
    }
    return .send(isolation.next(largest: largest, waiting: waiting))
  }

  // MARK: How it ended

  /// The request to bind has ended.
  public mutating func bindEnded(_ outcome: Outcome, now: BootInstant) {
    switch outcome {
    case .accepted, .duplicate:
      isBound = true
      succeed(now)
    case .retry(let reason, let asked), .fault(let reason, let asked): back(off: reason, asked, now)
    case .refused(let reason), .denied(let reason), .tooLarge(let reason): deny(reason, now)
    case .assetTaken: state = .assetTaken
    }
  }

  /// The request with a batch of so many points has ended.
  public mutating func sendEnded(_ outcome: Outcome, points: Int, now: BootInstant) -> Settlement {
    if isSendingCurrent { return currentEnded(outcome, now) }
    let tries = isolation.tries + 1
    switch outcome {
    case .accepted(let answer):
      return settle(.sent, points, tries, answer, now)
    case .duplicate(let answer):
      if !isolation.isTakenApart(points) { return settle(.sent, points, tries, answer, now) }
      succeed(now)
    case .refused(let reason):
      return refused(isolation.refused(points), points, tries, reason, now)
    case .tooLarge(let reason):
      return refused(isolation.tooLarge(points), points, tries, reason, now)
    case .fault(let reason, let asked):
      switch isolation.fault(points) {
      case .setAside: return settle(.refused, points, tries, reason, now)
      case .now: state = .ready
      case .later: back(off: reason, asked, now)
      }
    case .retry(let reason, let asked):
      isolation.unanswered(points)
      back(off: reason, asked, now)
    case .denied(let reason):
      isolation.unanswered(points)
      deny(reason, now)
    case .assetTaken:
      state = .assetTaken
    }
    return .keep
  }

  private mutating func refused(
    _ verdict: Isolation.Verdict, _ points: Int, _ tries: Int, _ reason: String, _ now: BootInstant
  ) -> Settlement {
    switch verdict {
    case .setAside: return settle(.refused, points, tries, reason, now)
    case .isolate: succeed(now)
    case .doubt: deny("it refuses one point after the other: \(reason)", now)
    }
    return .keep
  }

  /// Whatever was not confirmed is sent again in its turn, with the mark it has.
  private mutating func currentEnded(_ outcome: Outcome, _ now: BootInstant) -> Settlement {
    isSendingCurrent = false
    switch outcome {
    case .accepted(let answer), .duplicate(let answer):
      succeed(now)
      return .settle(.sent, tries: 1, answer: answer)
    case .refused, .tooLarge: state = .ready
    case .retry(let reason, let asked), .fault(let reason, let asked): back(off: reason, asked, now)
    case .denied(let reason): deny(reason, now)
    case .assetTaken: state = .assetTaken
    }
    return .keep
  }

  /// The points could not be read from the disk: the same request again a little later.
  public mutating func queueFailed(_ reason: String, now: BootInstant) {
    isSendingCurrent = false
    back(off: reason, nil, now)
  }

  /// There were no such points after all: the full queue has lost them meanwhile.
  public mutating func nothingToSend() {
    isSendingCurrent = false
    isolation.restart()
    state = .ready
  }

  private mutating func settle(
    _ settled: UploadLogEntry.State, _ points: Int, _ tries: Int, _ answer: String, _ now: BootInstant
  ) -> Settlement {
    isolation.settled(points, isTaken: settled == .sent)
    succeed(now)
    return .settle(settled, tries: tries, answer: answer)
  }

  private mutating func succeed(_ now: BootInstant) {
    backoff.clear()
    askedUntil = nil
    currentAt = currentAt ?? now
    state = .ready
  }

  private mutating func back(off reason: String, _ asked: Int?, _ now: BootInstant) {
    let until = now.adding(seconds: backoff.fail(atLeast: asked))
    askedUntil = asked.map { now.adding(seconds: Double($0)) }
    currentAt = nil
    state = .backingOff(until: until, reason: reason)
  }

  private mutating func deny(_ reason: String, _ now: BootInstant) {
    currentAt = nil
    state = .denied(until: now.adding(seconds: Self.deniedRetrySeconds), reason: reason)
  }
}
