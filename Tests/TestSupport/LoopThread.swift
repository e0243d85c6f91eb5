import Dispatch
public import EventLoop

/// A loop on a thread of its own, for tests of what lives on one.
public final class LoopThread: Sendable {
  /// The loop, running until `stop`.
  public let loop: EventLoop
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread.
  public init() throws {
    let loop = try EventLoop()
    self.loop = loop
    try startThread { [ended] in
      try? loop.run()
      ended.signal()
    }
  }

  /// What `work` gives on the loop's thread; waits for it.
  public func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Result<Value, any Error>?>(nil)
    loop.execute {
      let value = Result { try work() }
      result.withLock { $0 = value }
      done.signal()
    }
    guard done.wait(timeout: .now() + 20) == .success, let value = result.withLock({ $0 }) else { throw Stuck() }
    return try value.get()
  }

  /// Ends the thread and waits for it.
  public func stop() throws {
    loop.stop()
    guard ended.wait(timeout: .now() + 20) == .success else { throw Stuck() }
  }

  /// The loop did not come round in twenty seconds.
  public struct Stuck: Error {}
}

/// Something that is confined to a loop's thread, for handing it from one `LoopThread.perform` to the next.
public final class Confined<Value>: @unchecked Sendable {
  // Safety: tests touch the value in `perform` only.
  /// The value; nil before it is made and once it has been let go.
  public var value: Value?

  /// Nothing yet.
  public init() {}
}
