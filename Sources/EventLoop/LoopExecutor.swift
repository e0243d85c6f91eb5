/// Runs actors on a loop's thread, so that what a handler of the loop calls needs no hop and no lock.
///
/// A task that prefers it (`Task(executorPreference:)`) stays on the loop where it would else go to the global executor,
/// whose threads wake the board once a second from the first use on.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
  /// The loop whose thread runs the jobs.
  public let loop: EventLoop

  /// An executor on that loop.
  public init(_ loop: EventLoop) { self.loop = loop }

  /// Runs the job on the loop's thread, soon.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { [self] in
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  /// This executor, for an actor's `unownedExecutor`.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Traps when the caller is not on the loop's thread: makes `assumeIsolated` hold in the loop's handlers.
  public func checkIsolated() { precondition(loop.isOnLoop, "called from another thread than the loop's") }
}
