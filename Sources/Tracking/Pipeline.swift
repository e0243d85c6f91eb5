public import GNSS
public import Sampling

/// From a fix to the samples worth keeping: judgement, the ring between reader and sampler, and the sampler.
///
/// The same for a live receiver and for a replay; it knows neither clock nor disk nor network.
public struct Pipeline: ~Copyable {
  /// What went through.
  public struct Counts: Hashable, Sendable {
    /// Epochs seen.
    public var epochs = 0
    /// Those with a position.
    public var fixes = 0
    /// Fixes that the ring lost because the sampler could not keep up.
    public var overflowed = 0
    /// Kept, by reason.
    public var kept: [KeepReason: Int] = [:]
    /// Not kept, by reason.
    public var dropped: [DropReason: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// All that were kept.
    public var keptInAll: Int { kept.values.reduce(0, +) }
  }

  /// What went through so far.
  public private(set) var counts = Counts()
  private let dates: DateJudge
  private var judge = FixJudge()
  private var ring = RingBuffer<Fix>(capacity: 256)
  private var sampler: Sampler

  /// A pipeline that has seen nothing.
  ///
  /// - Parameter notBefore: the earliest date to believe; nil believes every date.
  public init(_ config: LocationConfig, notBefore: UTCInstant?) {
    dates = DateJudge(notBefore: notBefore)
    sampler = Sampler(config)
  }

  /// Keeps by other thresholds from now on.
  public mutating func use(_ config: LocationConfig) { sampler.config = config }

  /// Takes the next epoch. Until `decide` it waits in the ring, where new ones push out old ones.
  public mutating func receive(_ fix: Fix) {
    counts.epochs += 1
    if fix.coordinate != nil, fix.mode != .none { counts.fixes += 1 }
    ring.append(judge.judge(dates.judged(fix)))
    counts.overflowed = ring.dropped
  }

  /// Decides about all that waits; gives the samples to store, oldest first.
  public mutating func decide(now: BootInstant) -> [Sample] {
    var samples: [Sample] = []
    while let fix = ring.popFirst() {
      switch sampler.decide(fix, now: now) {
      case .keep(let sample):
        counts.kept[sample.reason, default: 0] += 1
        samples.append(sample)
      case .drop(let reason):
        counts.dropped[reason, default: 0] += 1
      }
    }
    return samples
  }

  /// The source was lost: nothing before it says anything about what comes after it.
  public mutating func gap() {
    judge = FixJudge()
    sampler.gap()
  }
}
