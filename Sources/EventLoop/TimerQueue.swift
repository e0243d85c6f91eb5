/// Names one timer of a loop.
public struct TimerID: Hashable, Sendable {
  let number: UInt64
}

/// Timers by due time, those of the same time in the order they were added. A tracker has a handful, so an array in
/// order is the fastest thing there is.
struct TimerQueue {
  private struct Entry {
    let due: Int64
    let id: TimerID
    let handler: () -> Void
  }

  /// Latest first: the next timer is at the end, where removing is cheap.
  private var entries: [Entry] = []
  private var added: UInt64 = 0

  /// When the next timer is due; nil without one.
  var next: Int64? { entries.last?.due }

  mutating func add(at due: Int64, _ handler: @escaping () -> Void) -> TimerID {
    added += 1
    let id = TimerID(number: added)
    let place = entries.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
    entries.insert(Entry(due: due, id: id, handler: handler), at: place)
    return id
  }

  mutating func remove(_ id: TimerID) {
    entries.removeAll { $0.id == id }
  }

  /// The handler of the next timer that is due at `now`, which is thereby forgotten.
  mutating func popDue(at now: Int64) -> (() -> Void)? {
    guard let last = entries.last, last.due <= now else { return nil }
    return entries.removeLast().handler
  }
}
