public import GNSS

/// Decides when the device binds, when a batch goes out and what its outcome means. One request at a time.
///
/// Its owner asks `next` after every event, performs the one action it gives, and reports how that ended. A batch that
/// failed is sent again with the same points before any other; one that the server refuses is halved until the point
/// that it does not like stands alone, so that one bad point neither blocks nor takes others with it.
public struct UploadMachine: Sendable {
  /// What to do now.
  public enum Action: Hashable, Sendable {
    /// Bind the device to the asset and report to `bindEnded`.
    case bind
    /// Send the oldest points, at most so many, and report to `sendEnded`.
    case send(limit: Int)
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
    /// The server does not accept the key or the device; points are kept and a slow retry goes on.
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
  private var isBound: Bool
  private var isFlushing = false
  private var lastSend: BootInstant
  private var backoff: Backoff
  /// The size of the batch to repeat, and how often it was sent; nil when the next batch is a new one.
  private var repeated: (points: Int, tries: Int)?
  /// A refused batch is halved; the halves of it are sent before batches are whole again.
  private var halvedLimit: Int?

  private let deniedRetrySeconds = 300.0

  /// A machine that sends its first batch a window after `now`, or as soon as a batch is full.
  public init(_ config: DataTrackingConfig, isBound: Bool, now: BootInstant, seed: UInt64) {
    self.config = config
    self.isBound = isBound
    lastSend = now
    backoff = Backoff(seed: seed)
  }

  /// From now on everything waiting goes out at once, after a failure that is being waited out too; the next failure
  /// ends it (see `isFlushed`).
  public mutating func flush() {
    isFlushing = true
    if case .backingOff = state { state = .ready }
  }

  /// Whether a flush has done what it can.
  public func isFlushed(waiting: Int) -> Bool {
    switch state {
    case .inFlight: false
    case .ready: waiting == 0
    case .backingOff, .denied, .assetTaken: true
    }
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
    if let repeated { return send(limit: repeated.points, now) }
    if let halvedLimit { return send(limit: halvedLimit, now) }
    let window = lastSend.adding(seconds: config.batchWindowSeconds)
    guard isFlushing || waiting >= config.batchSize || now >= window else { return .wait(until: window) }
    return send(limit: config.batchSize, now)
  }

  private mutating func send(limit: Int, _ now: BootInstant) -> Action {
    state = .inFlight
    lastSend = now
    return .send(limit: limit)
  }

  /// The request to bind has ended.
  public mutating func bindEnded(_ outcome: Outcome, now: BootInstant) {
    switch outcome {
    case .accepted:
      isBound = true
      backoff.clear()
      state = .ready
    case .retry(let reason, let asked): back(off: reason, asked, now)
    case .refused(let reason), .denied(let reason): deny(reason, now)
    case .assetTaken: state = .assetTaken
    }
  }

  /// The request with a batch of so many points has ended.
  public mutating func sendEnded(_ outcome: Outcome, points: Int, now: BootInstant) -> Settlement {
    let tries = (repeated?.tries ?? 0) + 1
    switch outcome {
    case .accepted(let answer):
      settled(now)
      return .settle(.sent, tries: tries, answer: answer)
    case .refused(let reason):
      if points > 1 {
        repeated = nil
        halvedLimit = max(1, points / 2)
        state = .ready
        return .keep
      }
      settled(now)
      return .settle(.refused, tries: tries, answer: reason)
    case .retry(let reason, let asked):
      repeated = (points, tries)
      back(off: reason, asked, now)
    case .denied(let reason):
      repeated = (points, tries)
      deny(reason, now)
    case .assetTaken:
      state = .assetTaken
    }
    return .keep
  }

  /// The queue could not be read or written: the same request again a little later.
  public mutating func queueFailed(_ reason: String, now: BootInstant) { back(off: reason, nil, now) }

  private mutating func settled(_ now: BootInstant) {
    repeated = nil
    // After a success the next piece may be twice as large, until batches are whole again.
    if let limit = halvedLimit { halvedLimit = limit * 2 < config.batchSize ? limit * 2 : nil }
    backoff.clear()
    state = .ready
  }

  private mutating func back(off reason: String, _ asked: Int?, _ now: BootInstant) {
    state = .backingOff(until: now.adding(seconds: backoff.fail(atLeast: asked)), reason: reason)
  }

  private mutating func deny(_ reason: String, _ now: BootInstant) {
    state = .denied(until: now.adding(seconds: deniedRetrySeconds), reason: reason)
  }
}
