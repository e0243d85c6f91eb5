/// A first-in, first-out buffer of fixed capacity. When it is full, a new element pushes out the oldest, and that is
/// counted. Its memory is allocated once, in `init`; every operation is O(1).
public struct RingBuffer<Element>: ~Copyable {
  /// How many elements fit.
  public let capacity: Int
  /// How many elements it holds.
  public private(set) var count = 0
  /// How many elements were pushed out before anybody took them.
  public private(set) var dropped = 0

  private let storage: UnsafeMutablePointer<Element>
  /// The slot of the oldest element, 0 to capacity - 1. A slot is a place in memory, an index counts from the oldest.
  private var head = 0

  /// An empty buffer for so many elements, at least one.
  public init(capacity: Int) {
    self.capacity = max(1, capacity)
    storage = .allocate(capacity: self.capacity)
  }

  deinit {
    // Safety: exactly the `count` slots from `head` on are initialised, and nothing uses the memory afterwards.
    for index in 0..<count { (storage + slot(index)).deinitialize(count: 1) }
    storage.deallocate()
  }

  /// Whether it holds nothing.
  public var isEmpty: Bool { count == 0 }
  /// Whether the next element pushes one out.
  public var isFull: Bool { count == capacity }

  /// Adds an element at the end. Returns the oldest one if that had to go, which is counted in `dropped`.
  @discardableResult
  public mutating func append(_ element: Element) -> Element? {
    let pushedOut = isFull ? popFirst() : nil
    if pushedOut != nil { dropped &+= 1 }
    // Safety: the slot behind the last element is free, because the buffer is not full any more.
    (storage + slot(count)).initialize(to: element)
    count += 1
    return pushedOut
  }

  /// Takes the oldest element; nil when there is none.
  public mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    // Safety: `head` is initialised because the buffer is not empty; moving out leaves it free.
    let element = (storage + head).move()
    head = slot(1)
    count -= 1
    return element
  }

  /// The element at an index counted from the oldest; nil outside 0 to count - 1.
  public subscript(index: Int) -> Element? {
    guard index >= 0, index < count else { return nil }
    // Safety: the index has been checked, so its slot is initialised.
    return storage[slot(index)]
  }

  private func slot(_ index: Int) -> Int {
    let slot = head + index
    return slot < capacity ? slot : slot - capacity
  }
}
