import Delivery
import Sampling

/// What has happened to the queue and the disk does not know yet. A plain value: it opens nothing and writes nothing.
struct Pending {
  /// For which asset points were refused, and how.
  struct Refusal {
    let assetID: String
    let answer: String
  }

  /// Points that a server has confirmed, or refused, and that the disk still holds.
  struct Settled {
    var range: ClosedRange<Int64>
    let refusal: Refusal?
  }

  /// Points that are in memory only, oldest first; their numbers are higher than any on the disk.
  private(set) var samples: [QueuedSample] = []
  /// What has to leave the disk, in the order it was settled.
  private(set) var settled: [Settled] = []
  /// Lines of the upload log, oldest first.
  private(set) var lines: [UploadLogEntry] = []
  /// Refused points that never were on the disk.
  private(set) var setAside: [SetAsideSample] = []
  /// Points that were pushed out of memory.
  private(set) var overflowed = 0

  private let capacity: Int
  private let mostLines: Int
  private let mostSetAside: Int

  init(capacity: Int, mostLines: Int, mostSetAside: Int) {
    self.capacity = max(1, capacity)
    self.mostLines = mostLines
    self.mostSetAside = mostSetAside
  }

  /// Whether there is anything to write.
  var isEmpty: Bool { samples.isEmpty && settled.isEmpty && lines.isEmpty && setAside.isEmpty }

  /// Adds points at the end; the oldest in memory go when there are too many.
  mutating func append(_ new: [QueuedSample]) {
    samples += new
    guard samples.count > capacity else { return }
    overflowed += samples.count - capacity
    samples.removeFirst(samples.count - capacity)
  }

  /// Lets go of the points in memory that an entry names, and takes down what the disk has to be told.
  ///
  /// - Parameter isOnDisk: whether the disk holds some of its points too.
  mutating func settle(_ entry: UploadLogEntry, isOnDisk: Bool) {
    let refusal = entry.state == .refused ? Refusal(assetID: entry.assetID, answer: entry.answer) : nil
    if let refusal {
      setAside += samples.filter { entry.sequences.contains($0.sequence) }
        .map { SetAsideSample($0, assetID: refusal.assetID, reason: refusal.answer) }
      let forgotten = max(0, setAside.count - mostSetAside)
      overflowed += forgotten
      setAside.removeFirst(forgotten)
    }
    samples.removeAll { entry.sequences.contains($0.sequence) }
    if isOnDisk { settle(entry.sequences, refusal) }
    lines.append(entry)
    lines.removeFirst(max(0, lines.count - mostLines))
  }

  /// Ranges that touch become one, so that a disk which refuses all writes for weeks does not fill the memory.
  private mutating func settle(_ range: ClosedRange<Int64>, _ refusal: Refusal?) {
    if refusal == nil, let last = settled.last, last.refusal == nil, last.range.upperBound &+ 1 == range.lowerBound {
      settled[settled.count - 1].range = last.range.lowerBound...range.upperBound
    } else {
      settled.append(Settled(range: range, refusal: refusal))
    }
  }

  /// Whether a point of the disk has been settled already.
  func isSettled(_ sequence: Int64) -> Bool { settled.contains { $0.range.contains(sequence) } }

  /// Marks the newest point in memory as sent ahead of older ones, and gives it.
  mutating func markNewest() -> QueuedSample? {
    guard let newest = samples.last else { return nil }
    let marked = QueuedSample(sequence: newest.sequence, sample: newest.sample, isCurrentFirst: true)
    samples[samples.count - 1] = marked
    return marked
  }

  /// Everything has been written.
  mutating func written() {
    samples.removeAll(keepingCapacity: true)
    settled.removeAll()
    lines.removeAll(keepingCapacity: true)
    setAside.removeAll()
  }
}
