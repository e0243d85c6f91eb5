/// The battery behind a board.
public protocol Battery: AnyObject, Sendable {
  /// How full it is, 0 to 100; nil when that cannot be read now. Takes some milliseconds at most.
  func percent() -> UInt8?
}
