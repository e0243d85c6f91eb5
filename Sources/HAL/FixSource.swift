public import GNSS

/// What a source of fixes reports, always on the loop's thread.
public enum SourceEvent: Sendable {
  /// The receiver (or the daemon in front of it) can be read from now on.
  case connected
  /// One epoch, with or without a position.
  case fix(Fix)
  /// All that one wake-up brought has been reported: the time to decide about it.
  case drained
  /// Nothing can be read until `connected` comes again; the source goes on trying by itself.
  case lost(DeviceError)
  /// The receiver does not take what it is told; it is read as it is. Reported once, until it takes something again.
  case uncontrolled(DeviceError)
  /// A source that has an end (a capture) reached it.
  case ended
}

/// Anything that gives fixes on the loop: gpsd, or a byte stream with a decoder behind it.
///
/// A source reconnects by itself, with growing pauses, until it is stopped. It never repeats a fix and never joins what
/// came before a gap with what came after.
public protocol FixSource: AnyObject {
  /// Begins to connect and read; `receive` is called on the loop's thread until `stop()`.
  func start(_ receive: @escaping (SourceEvent) -> Void)
  /// Stops reading and closes the device; no event follows.
  func stop()
  /// Fixes may be reported so many nanoseconds late from now on, so that one wake-up brings several; 0, as at first, is at
  /// once.
  func allow(delay: Int64)
  /// Tells its receiver how much to work; nil where that is not for this source to say.
  var control: (any ReceiverControl)? { get }
}

extension FixSource {
  /// A source that would save nothing reports at once all the same.
  public func allow(delay: Int64) {}
  /// Most sources only listen.
  public var control: (any ReceiverControl)? { nil }
}
