public import GNSS

/// How a tracker stands.
public struct TrackerSnapshot: Sendable {
  /// What went through so far.
  public let counts: Pipeline.Counts
  /// The newest epoch, with or without a position; nil before the first.
  public let latestFix: Fix?
  /// When it came.
  public let latestAt: BootInstant?
  /// Whether a request is on its way.
  public let isSending: Bool
  /// How many requests in a row have failed.
  public let failuresInARow: Int
}

extension Tracker {
  /// How it stands now.
  public var snapshot: TrackerSnapshot {
    TrackerSnapshot(
      counts: pipeline.counts, latestFix: latest?.fix, latestAt: latest?.at, isSending: machine.state == .inFlight,
      failuresInARow: machine.failuresInARow)
  }
}
