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
  private var savedMemory: SamplerMemory?

  /// A pipeline that has seen nothing.
  ///
  /// - Parameter notBefore: the earliest date to believe; nil believes every date.
  /// - Parameter memory: where an earlier run ended.
  public init(_ config: LocationConfig, notBefore: UTCInstant?, memory: SamplerMemory? = nil) {
    dates = DateJudge(notBefore: notBefore)
    sampler = Sampler(config, memory: memory)
    savedMemory = memory
  }

  /// When `decide` must be called at the latest, if nothing comes before; nil while nothing waits.
  public var deadline: BootInstant? { sampler.deadline }

  /// Whether the next fixes are wanted soon.
  public var isUndecided: Bool { sampler.isUndecided }

  /// The way of the vehicle so far, without what it drifted while it stood.
  public var odometerMetres: Double { sampler.odometerMetres }

  /// Keeps by other thresholds from now on; gives the samples that had not been decided about.
  public mutating func use(_ config: LocationConfig, now: BootInstant) -> [Sample] {
    let samples = decide(now: now) + counted(sampler.flush(isEnd: false))
    sampler = Sampler(config, memory: sampler.memory)
    return samples
  }

  /// Takes the next epoch. Until `decide` it waits in the ring, where new ones push out old ones.
  public mutating func receive(_ fix: Fix) {
    counts.epochs += 1
    if fix.coordinate != nil, fix.mode != .none { counts.fixes += 1 }
    ring.append(judge.judge(dates.judged(fix)))
    counts.overflowed = ring.dropped
  }

  /// Decides about all that waits in the ring, and what has waited long enough in the sampler; gives the samples to
  /// store, oldest first.
  public mutating func decide(now: BootInstant) -> [Sample] {
    var samples: [Sample] = []
    while let fix = ring.popFirst() { samples += counted(sampler.decide(fix, now: now)) }
    return samples + counted(sampler.settle(now: now))
  }

  /// The source was lost, or (`isEnd`) tracking stops: decides about everything. Nothing before it says anything about
  /// what comes after it, but whether the vehicle stood.
  public mutating func flush(now: BootInstant, isEnd: Bool) -> [Sample] {
    judge = FixJudge()
    return decide(now: now) + counted(sampler.flush(isEnd: isEnd))
  }

  /// What must be remembered through a restart, when it has changed so much since the last time that it is worth a
  /// write. `always`: however little has changed.
  public mutating func memoryToSave(always: Bool = false) -> SamplerMemory? {
    guard let memory = sampler.memory, memory != savedMemory, always || memory.differsMuch(from: savedMemory) else {
      return nil
    }
    savedMemory = memory
    return memory
  }

  private mutating func counted(_ decisions: [Sampler.Decision]) -> [Sample] {
    decisions.compactMap { decision in
      switch decision {
      case .keep(let sample):
        counts.kept[sample.reason, default: 0] += 1
        return sample
      case .drop(let reason):
        counts.dropped[reason, default: 0] += 1
        return nil
      }
    }
  }
}
