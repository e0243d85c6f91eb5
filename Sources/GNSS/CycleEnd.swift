/// Learns which sentence is the last of a receiver's cycle, so that an epoch can be closed when that one has come and
/// not only when the next begins.
///
/// A receiver repeats GSA within a cycle, so the last sentence is a kind and its how-manieth.
struct CycleEnd {
  private struct Mark: Equatable {
    var kind: SentenceKind
    var occurrence: UInt64
  }

  private var last: Mark?
  private var candidate: Mark?
  /// How many cycles have ended with the candidate, less those that have not.
  private var streak = 0
  /// How many it takes to rely on it. Doubles with every wrong guess, so that a receiver that sends a sentence only now
  /// and then soon has its epochs closed by the next time tag again.
  private var needed = 3
  /// How often each kind has come in this cycle, four bits each.
  private var counts: UInt64 = 0

  /// A sentence came. Whether the cycle ends with it, as far as is known.
  mutating func saw(_ kind: SentenceKind) -> Bool {
    let occurrence = min(counts >> kind.shift & 15 &+ 1, 15)
    counts = counts & ~(15 << kind.shift) | occurrence << kind.shift
    let mark = Mark(kind: kind, occurrence: occurrence)
    last = mark
    return streak >= needed && mark == candidate
  }

  /// Whether a sentence of this kind ends the cycle.
  func ends(with kind: SentenceKind) -> Bool { candidate?.kind == kind }

  /// The cycle is over.
  mutating func closed() {
    if last == candidate {
      streak = min(streak &+ 1, needed &* 2)
    } else {
      // One lost sentence is no reason to forget; several are.
      streak /= 2
      if streak == 0 { (candidate, streak) = (last, 1) }
    }
    (last, counts) = (nil, 0)
  }

  /// A sentence of the cycle came after the one that was taken for its last.
  mutating func wasWrong() {
    streak = 0
    needed = min(needed &* 2, 64)
  }
}
