public import GNSS
public import Sampling

/// How a tracker stands.
public struct TrackerSnapshot: Sendable {
  /// What went through so far.
  public let counts: Pipeline.Counts
  /// The newest epoch, with or without a position; nil before the first.
  public let latestFix: Fix?
  /// When it came.
  public let latestAt: BootInstant?
}

extension Tracker {
  /// How it stands now.
  public var snapshot: TrackerSnapshot {
    TrackerSnapshot(counts: pipeline.counts, latestFix: latest?.fix, latestAt: latest?.at)
  }

  /// Keeps by other thresholds from the next fix on.
  public func use(_ config: LocationConfig) { pipeline.use(config) }
}
