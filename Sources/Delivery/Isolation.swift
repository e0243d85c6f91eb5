/// Decides which of the waiting points the next request holds, so that a point which the server cannot take stands
/// alone before long, and neither blocks the others nor takes them with it.
///
/// A batch that is refused is halved at once. One over which the server fails (or falls silent, which costs half a minute
/// each time) is sent again unchanged, twice, for the server may just be ill. Then the head is sent alone: if that is
/// taken, the server is well and the batch is taken apart, into eighths, for what is taken costs no time. If not, points
/// behind it are tried, further and further away. When one is taken, the head is tried again; and only when the server
/// has twice more taken five points behind it, without failing over any, and then failed over the head again is the head
/// given up: neither an outage nor a poor network, which breaks connections at random, must cost points. Nor must a server
/// that refuses everything, for a mistake of its own: after ten points refused in a row none is given up until it has
/// taken one from further behind.
struct Isolation: Sendable {
  /// What to do about the points of a request over which the server failed.
  enum Reaction {
    /// Send again after a pause.
    case later
    /// Send a smaller part at once.
    case now
    /// Let go: nothing but these points can be the reason.
    case setAside
  }

  /// What to do about the points of a request that the server refused.
  enum Verdict {
    /// Send a smaller part at once.
    case isolate
    /// Let go: it is this point.
    case setAside
    /// Keep: it may be the server that is wrong.
    case doubt
  }

  private enum Stage {
    /// A batch as large as it may be.
    case batch
    /// The same points again.
    case again(Int)
    /// The head alone, of a batch of so many over which the server failed.
    case head(of: Int)
    /// A point so far behind the head.
    case behind(Int)
    /// The head once more, now that the server has taken another point.
    case lastChance
  }

  /// How often the points of the request were sent before.
  var tries: Int { hasSkipped ? 0 : attempts }
  private var attempts = 0
  private var stage = Stage.batch
  /// How large the pieces of a halved batch are; nil once they have grown to whole batches again.
  private var limit: Int?
  /// How many points from the head on are known to hold one that the server cannot take.
  private var suspects = 0
  /// Into how many pieces those are taken apart.
  private var pieces = 2
  /// What the server has shown to be small enough.
  private var cap = Int.max
  private var largest = 1
  private var hasSkipped = false
  private var faults = 0
  /// How often the head failed right after another point was taken.
  private var lastChancesLost = 0
  /// How many points behind the head were taken since then.
  private var takenBehind = 0
  /// How many points were refused for good since the server last took one.
  private var refusals = 0
  /// Whether the server has taken other points since it failed over these.
  private var isServerWell = false

  /// How far behind the head points were taken last; where one point is bad its neighbours may be, too.
  private var distance = 1

  private let patience = 3
  private let witnesses = 5
  private let faultPieces = 8
  private let farthest = 64
  private let mostRefusals = 10

  /// Whether the next request must not wait for company.
  var isUnderWay: Bool {
    if case .batch = stage { limit != nil } else { true }
  }

  /// The points of the next request, at most `largest`.
  mutating func next(largest: Int, waiting: Int) -> Selection {
    self.largest = largest
    hasSkipped = false
    switch stage {
    case .batch: return .oldest(max(1, min(limit ?? largest, cap, largest)))
    case .again(let points): return .oldest(points)
    case .head, .lastChance: return .oldest(1)
    case .behind(let distance):
      let skipped = max(0, min(distance, waiting - 1))
      hasSkipped = skipped > 0
      return .oldest(1, skipping: skipped)
    }
  }

  /// So many points of the request are settled: the server has taken them, or they are let go.
  mutating func settled(_ points: Int, isTaken: Bool) {
    refusals = isTaken ? 0 : refusals + 1
    switch stage {
    case .head(let failing):
      isServerWell = true
      (suspects, pieces) = (failing - 1, faultPieces)
      narrow()
    case .behind(let distance) where hasSkipped:
      // The head stays in question.
      self.distance = distance
      isServerWell = true
      takenBehind += 1
      // Once is enough to see that an ill server is well again: no more are sent out of their turn.
      if lastChancesLost == 0 || takenBehind >= witnesses { stage = .lastChance }
      return
    case .batch, .again, .behind, .lastChance:
      suspects = isTaken ? max(0, suspects - points) : 0
      if suspects > 0 { narrow() } else { widen() }
    }
    (attempts, faults, lastChancesLost) = (0, 0, 0)
  }

  /// Goes on among the suspects; all of them together would fail.
  private mutating func narrow() {
    stage = suspects == 1 ? .lastChance : .batch
    if suspects <= limit ?? .max { limit = max(1, suspects / pieces) }
  }

  /// After a success the next piece may be twice as large.
  private mutating func widen() {
    stage = .batch
    if let size = limit { limit = size < largest / 2 ? size * 2 : nil }
    if limit == nil { isServerWell = false }
  }

  /// The server refused so many points.
  mutating func refused(_ points: Int) -> Verdict {
    if isTakenApart(points) { return .isolate }
    guard refusals >= mostRefusals else { return .setAside }
    if case .behind(let distance) = stage, hasSkipped {
      stage = .behind(distance < farthest ? distance * 2 : 1)
    } else {
      stage = .behind(1)
    }
    return .doubt
  }

  /// Halves a batch; gives whether there was anything to halve.
  mutating func isTakenApart(_ points: Int) -> Bool {
    guard points > 1 else { return false }
    takeApart(points, into: 2)
    return true
  }

  /// So many points were too large a request.
  mutating func tooLarge(_ points: Int) -> Verdict {
    guard points > 1 else { return refused(points) }
    cap = max(1, points / 2)
    (stage, attempts) = (.batch, 0)
    return .isolate
  }

  /// There was no answer that says anything about the points.
  mutating func unanswered(_ points: Int) {
    if !hasSkipped { attempts += 1 }
    if case .batch = stage { stage = .again(points) }
  }

  /// The server failed over so many points.
  mutating func fault(_ points: Int) -> Reaction {
    if !hasSkipped { attempts += 1 }
    switch stage {
    case .lastChance:
      lastChancesLost += 1
      takenBehind = 0
      stage = .behind(distance)
      return lastChancesLost < patience ? .later : .setAside
    case .behind(let distance) where hasSkipped:
      // It fails over others as well, which says nothing of the head. When it does so everywhere it is ill.
      (lastChancesLost, takenBehind) = (0, 0)
      stage = distance < farthest ? .behind(distance * 2) : .again(1)
      return .later
    case .head:
      stage = .behind(distance)
      return .later
    case .batch where points > 1 && isServerWell:
      takeApart(points, into: faultPieces)
      return .now
    case .batch where isServerWell:
      stage = .behind(distance)
      return .later
    case .batch, .again, .behind:
      return repeated(points)
    }
  }

  private mutating func repeated(_ points: Int) -> Reaction {
    faults += 1
    if faults < patience {
      stage = .again(points)
    } else {
      (faults, distance) = (0, 1)
      stage = points > 1 ? .head(of: points) : .behind(distance)
      if points > 1 { attempts = 0 }
    }
    return .later
  }

  /// The points in question are gone: the next request is a batch again, not larger than the server has shown to take.
  mutating func restart() {
    (stage, limit, suspects, attempts, faults) = (.batch, nil, 0, 0, 0)
    (lastChancesLost, takenBehind, isServerWell) = (0, 0, false)
  }

  private mutating func takeApart(_ points: Int, into pieces: Int) {
    (suspects, self.pieces) = (points, pieces)
    limit = max(1, points / pieces)
    (stage, attempts) = (.batch, 0)
  }
}
