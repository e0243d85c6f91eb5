import CLinux
import Glibc

/// A thread of its own for calls that block, and the resource they work on, which never leaves that thread.
///
/// Jobs run one after the other, in the order they came. The resource need not be `Sendable`: it is made on the thread
/// and handed to each job there.
public final class Worker<Resource>: Sendable {
  private enum Job: Sendable {
    case run(@Sendable (Resource) -> Void)
    case finish(@Sendable () -> Void)
  }

  private let jobs = Locked<[Job]>([])
  private let tickets: Int32

  /// Starts the thread, and waits until `make` has made the resource there.
  ///
  /// - Throws: `SystemError` when the process may start no thread or open no descriptor, and what `make` throws.
  public init(_ make: @escaping @Sendable () throws -> Resource) throws {
    tickets = try check("eventfd", waymark_eventfd_semaphore())
    let ready = try check("eventfd", waymark_eventfd_semaphore())
    defer { _ = close(ready) }
    let made = Outcome<Void>()
    try startThread { [self] in serve(make, made, ready) }
    take(ready)
    try made.value()
  }

  deinit { _ = close(tickets) }

  /// Runs `job` after all earlier ones.
  public func submit(_ job: @escaping @Sendable (Resource) -> Void) { add(.run(job)) }

  /// Runs `job` after all earlier ones and waits for what it gives. Not for the loop's thread, which must not wait.
  public func call<Value: Sendable>(_ job: @escaping @Sendable (Resource) throws -> Value) throws -> Value {
    let done = try check("eventfd", waymark_eventfd_semaphore())
    defer { _ = close(done) }
    let outcome = Outcome<Value>()
    submit { resource in
      outcome.result.withLock { result in result = Result { try job(resource) } }
      post(done)
    }
    take(done)
    return try outcome.value()
  }

  /// Ends the thread after all earlier jobs; the resource is let go before `ended` runs. Jobs submitted later never run.
  public func finish(_ ended: @escaping @Sendable () -> Void) { add(.finish(ended)) }

  private func add(_ job: Job) {
    jobs.withLock { $0.append(job) }
    post(tickets)
  }

  private func serve(_ make: () throws -> Resource, _ made: Outcome<Void>, _ ready: Int32) {
    var resource: Resource?
    made.result.withLock { result in result = Result { resource = try make() } }
    post(ready)
    guard resource != nil else { return }
    while true {
      take(tickets)
      switch jobs.withLock({ $0.removeFirst() }) {
      case .run(let work):
        if let resource { work(resource) }
      case .finish(let ended):
        resource = nil
        return ended()
      }
    }
  }
}

/// What one thread found out and another waits for.
private final class Outcome<Value: Sendable>: Sendable {
  let result = Locked<Result<Value, any Error>?>(nil)

  /// The value, once the other thread has said that it is there.
  func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw SystemError(call: "read", EINTR) }
    return try result.get()
  }
}

/// Counts an eventfd semaphore up.
private func post(_ semaphore: Int32) {
  var one: UInt64 = 1
  _ = write(semaphore, &one, 8)
}

/// Waits until an eventfd semaphore can be counted down.
private func take(_ semaphore: Int32) {
  var one: UInt64 = 0
  while read(semaphore, &one, 8) != 8 {}
}

/// Starts a detached thread that runs `body` to its end.
///
/// - Throws: `SystemError` when the process may start no more threads.
public func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  // Safety: the retained box is taken back exactly once, by the thread that is started with it, or right here when no
  // thread was started.
  let box = Unmanaged.passRetained(Body(body))
  var thread = pthread_t()
  let result = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  guard result == 0 else {
    box.release()
    throw SystemError(call: "pthread_create", result)
  }
  pthread_detach(thread)
}
