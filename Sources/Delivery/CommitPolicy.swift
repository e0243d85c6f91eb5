public import GNSS

/// When kept points go to the disk: what a power cut may cost, against what a memory card wears.
public enum Durability: String, Hashable, Sendable, CaseIterable {
  /// Each at once, before it is sent.
  case each
  /// When more than 30 wait in memory or one has waited there for 30 s; what the server confirms sooner is never written.
  case batch
  /// Only when the server cannot be reached, or more than 1,000 wait in memory.
  case spill
}

/// Decides when what is only in memory is committed to the disk.
///
/// Its owner calls `note` after everything that changes the queue, performs what `decide` asks for, and reports how a
/// commit ended. Points leave memory in the order they came, by a commit or because the server has confirmed them.
public struct CommitPolicy: Sendable {
  /// What to do now.
  public enum Decision: Hashable, Sendable {
    /// Write everything, and report to `committed` or `failed`.
    case commit
    /// Nothing before that instant, unless the queue changes.
    case wait(until: BootInstant)
    /// Nothing until the queue changes.
    case rest
  }

  /// The most points that `batch` leaves in memory.
  public static let batchPoints = 30
  /// The longest that `batch` leaves one there.
  public static let batchSeconds = 30.0
  /// The most points that `spill` leaves in memory.
  public static let spillPoints = 1_000
  /// The most lines of the upload log that wait for company; a power cut may cost them, but no point.
  public static let logLines = 60
  /// How long a disk that failed is left in peace.
  public static let retrySeconds = 10.0

  private let durability: Durability
  /// How many points came into memory when, oldest first; those of one second count as those of its start.
  private var arrivals: [(points: Int, at: BootInstant)] = []
  private var unsaved = 0
  private var state = QueueState()
  private var retryAt: BootInstant?

  /// A policy for a queue that has nothing in memory.
  public init(_ durability: Durability) { self.durability = durability }

  /// The queue has changed: points came into memory, or left it.
  public mutating func note(_ state: QueueState, now: BootInstant) {
    self.state = state
    if state.unsaved > unsaved {
      arrive(state.unsaved - unsaved, now)
    } else {
      leave(unsaved - state.unsaved)
    }
    unsaved = state.unsaved
  }

  private mutating func arrive(_ points: Int, _ now: BootInstant) {
    if let last = arrivals.last, now.seconds(since: last.at) < 1 {
      arrivals[arrivals.count - 1].points += points
    } else {
      arrivals.append((points, now))
    }
  }

  private mutating func leave(_ points: Int) {
    var rest = points
    while rest > 0, let first = arrivals.first {
      if first.points > rest {
        arrivals[0].points -= rest
        return
      }
      rest -= first.points
      arrivals.removeFirst()
    }
  }

  /// A commit has succeeded.
  public mutating func committed() { retryAt = nil }

  /// A commit has failed: the disk is full, read-only or broken. Everything stays in memory until a later one succeeds.
  public mutating func failed(now: BootInstant) { retryAt = now.adding(seconds: Self.retrySeconds) }

  /// What to do now.
  ///
  /// - Parameter isServerLost: whether the last request failed, so that points will not leave memory soon.
  public func decide(isServerLost: Bool, now: BootInstant) -> Decision {
    guard unsaved > 0 || state.unsavedLines > 0 || state.isBehind else { return .rest }
    let due = due(isServerLost: isServerLost, now: now)
    guard case .commit = due, let retryAt, now < retryAt else { return due }
    return .wait(until: retryAt)
  }

  private func due(isServerLost: Bool, now: BootInstant) -> Decision {
    if state.isBehind || state.unsavedLines >= Self.logLines { return .commit }
    guard let oldest = arrivals.first?.at else { return .rest }
    switch durability {
    case .each:
      return .commit
    case .batch:
      let deadline = oldest.adding(seconds: Self.batchSeconds)
      return unsaved > Self.batchPoints || now >= deadline ? .commit : .wait(until: deadline)
    case .spill:
      return isServerLost || unsaved > Self.spillPoints ? .commit : .rest
    }
  }
}
