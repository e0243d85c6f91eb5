/// Runs actors on a loop's thread, so that what a handler of the loop calls needs no hop and no lock.
public final class LoopExecutor: SerialExecutor {
  /// The loop whose thread runs the jobs.
  public let loop: EventLoop

  /// An executor on that loop.
  public init(_ loop: EventLoop) { self.loop = loop }

  /// Runs the job on the loop's thread, soon.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// This executor, for an actor's `unownedExecutor`.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Traps when the caller is not on the loop's thread: makes `assumeIsolated` hold in the loop's handlers.
  public func checkIsolated() { precondition(loop.isOnLoop, "called from another thread than the loop's") }
}
