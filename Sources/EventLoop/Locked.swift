import Glibc

/// A value that threads share, one at a time.
///
/// The standard library's `Mutex` takes a contended lock in a library that the thread sanitizer does not see into, and
/// each such moment is reported as a race. It knows pthread's lock.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  // Safety: `value` is touched with `mutex` held only, and by `init`; the mutex never moves, and is let go when nobody can
  // hold it any more.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// A lock around a first value.
  public init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value while no other thread has it. `body` must not come back to the same lock.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
