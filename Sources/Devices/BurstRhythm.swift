/// The steady pace at which a receiver's bursts begin, once it has been seen.
struct BurstRhythm {
  private static let millisecond: Int64 = 1_000_000
  private static let needed = 8
  /// A receiver computes now longer, now shorter before it sends.
  private static let mostJitter = 60 * millisecond
  /// Longer than the slowest receiver's period: nobody waits for the next burst of one that paused.
  private static let longestPeriod = 12_000 * millisecond

  private var last: Int64?
  private var intervals: [Int64] = []
  /// Nanoseconds between two beginnings; nil while no pace has been seen.
  private(set) var period: Int64?
  /// How much later than expected a burst has begun.
  private(set) var jitter: Int64 = 0

  /// A burst was seen to begin at this time of the boot clock, in nanoseconds; so many have come since then that were not
  /// seen to begin.
  mutating func began(at now: Int64, unseen: Int) {
    guard let last else { return self.last = now }
    self.last = now
    if let period { keep(now - last, period, Int64(unseen) + 1) } else { learn(now - last) }
  }

  private mutating func learn(_ interval: Int64) {
    guard interval > 0, interval < Self.longestPeriod else { return forget() }
    intervals.append(interval)
    guard intervals.count >= Self.needed, let least = intervals.min(), let most = intervals.max() else { return }
    if most - least <= min(Self.mostJitter, least / 4) {
      period = intervals.reduce(0, +) / Int64(intervals.count)
      jitter = most - least
    } else {
      intervals.removeFirst()
    }
  }

  /// Holds a beginning against the pace.
  private mutating func keep(_ interval: Int64, _ period: Int64, _ count: Int64) {
    let late = interval - count * period
    guard abs(late) <= min(Self.mostJitter, period / 4) else { return forget() }
    self.period = period + late / count / 4
    jitter = max(abs(late), jitter - jitter / 8)
  }

  private mutating func forget() {
    (intervals, period, jitter) = ([], nil, 0)
  }
}
