import GNSS
import Testing

/// Counts its living instances, so that a leak or a double release shows.
private final class Tracked {
  static nonisolated(unsafe) var alive = 0  // Safety: the suite that uses it is serialised.
  let number: Int
  init(_ number: Int) {
    self.number = number
    Self.alive += 1
  }
  deinit { Self.alive -= 1 }
}

@Suite("Ring buffer", .serialized)
struct RingBufferTests {
  /// A buffer whose oldest element lies in slot `start`, filled with 1...count.
  private func with(
    capacity: Int, start: Int, count: Int, _ body: (inout RingBuffer<Tracked>, inout [Int]) -> Void
  ) {
    do {
      var ring = RingBuffer<Tracked>(capacity: capacity)
      for _ in 0..<start {
        ring.append(Tracked(0))
        _ = ring.popFirst()
      }
      for number in 0..<count { ring.append(Tracked(number + 1)) }
      var oracle = Array(0..<count).map { $0 + 1 }
      body(&ring, &oracle)
      agree(ring, oracle)
      #expect(Tracked.alive == oracle.count)
    }
    #expect(Tracked.alive == 0)
  }

  private func agree(_ ring: borrowing RingBuffer<Tracked>, _ oracle: [Int]) {
    let (count, isEmpty, isFull, capacity) = (ring.count, ring.isEmpty, ring.isFull, ring.capacity)
    #expect(count == oracle.count)
    #expect(isEmpty == oracle.isEmpty)
    #expect(isFull == (oracle.count == capacity))
    for index in -1...count {
      let number = ring[index]?.number
      #expect(number == (oracle.indices.contains(index) ? oracle[index] : nil))
    }
  }

  @Test("every operation in every layout does what an array does")
  func everyLayout() {
    for capacity in 1...5 {
      for start in 0..<capacity {
        for count in 0...capacity {
          with(capacity: capacity, start: start, count: count) { _, _ in }
          with(capacity: capacity, start: start, count: count) { ring, oracle in
            let pushedOut = ring.append(Tracked(99))?.number
            #expect(pushedOut == (count == capacity ? oracle.removeFirst() : nil))
            oracle.append(99)
            let dropped = ring.dropped
            #expect(dropped == (count == capacity ? 1 : 0))
          }
          with(capacity: capacity, start: start, count: count) { ring, oracle in
            let popped = ring.popFirst()?.number
            #expect(popped == (oracle.isEmpty ? nil : oracle.removeFirst()))
          }
        }
      }
    }
  }

  @Test("a capacity below one is one")
  func smallest() {
    var ring = RingBuffer<Int>(capacity: -3)
    ring.append(1)
    let pushedOut = ring.append(2)
    #expect(pushedOut == 1)
    let capacity = ring.capacity
    #expect(capacity == 1)
  }
}
