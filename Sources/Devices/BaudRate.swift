/// The speed of a receiver's port.
public enum BaudRate: Hashable, Sendable {
  /// So many bits a second.
  case fixed(Int)
  /// To be found by listening.
  case automatic
}

/// What was learned about the speed of a receiver's port, from one run to the next.
public struct BaudMemory: Sendable {
  /// The speed that worked last time; nil when none is known.
  public let remembered: Int?
  /// Called on the loop's thread with the speed that was found.
  public let found: @Sendable (Int) -> Void

  /// A memory with what it holds and how it is written.
  public init(remembered: Int? = nil, found: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.remembered = remembered
    self.found = found
  }
}
