import CLinux
import Glibc
import Synchronization

/// One thread that waits for descriptors, timers, signals and work from other threads, and runs what they call for.
///
/// Everything but `execute`, `stop` and `isOnLoop` belongs to the thread that is in `run()` (or, before `run()`, to the
/// thread that made the loop). Handlers must not block: work that does belongs to a `Worker`.
public final class EventLoop: @unchecked Sendable {
  // Safety: `posted`, `stopping` and `runner` are locked or atomic; the rest is touched by the loop's thread only,
  // which `watch`, `forget`, `timer` and `cancel` state as their contract and assert in debug builds.
  private let epoll: Int32
  private let timerDescriptor: Int32
  private let wakeDescriptor: Int32
  private let posted = Locked<[@Sendable () -> Void]>([])
  private let stopping = Atomic<Bool>(false)
  private let runner = Atomic<UInt>(UInt(pthread_self()))
  private var handlers: [Int32: (Readiness) -> Void] = [:]
  private var timers = TimerQueue()

  /// A loop that is not running yet.
  ///
  /// - Throws: `SystemError` when the process may open no more descriptors.
  public init() throws(SystemError) {
    epoll = try check("epoll_create1", waymark_epoll_create())
    timerDescriptor = try check("timerfd_create", waymark_timer_create())
    wakeDescriptor = try check("eventfd", waymark_eventfd())
    for descriptor in [timerDescriptor, wakeDescriptor] {
      _ = try check("epoll_ctl", waymark_epoll_add(epoll, descriptor, waymark_epollin))
    }
  }

  deinit {
    for descriptor in [epoll, timerDescriptor, wakeDescriptor] { _ = close(descriptor) }
  }

  /// Nanoseconds on the boot-time clock, the clock of all timers.
  public var now: Int64 { bootNanoseconds() }

  /// Whether the caller runs on the loop's thread.
  public var isOnLoop: Bool { runner.load(ordering: .acquiring) == UInt(pthread_self()) }

  // MARK: From any thread

  /// Runs `work` on the loop's thread, soon, in the order of the calls.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    let isFirst = posted.withLock { posted in
      posted.append(work)
      return posted.count == 1
    }
    if isFirst { wake() }
  }

  /// Ends `run()` after the handlers that are running now.
  public func stop() {
    stopping.store(true, ordering: .releasing)
    wake()
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  // MARK: On the loop's thread

  /// Calls `handler` whenever the descriptor is ready, until `forget`. The caller keeps the descriptor open meanwhile.
  public func watch(
    _ descriptor: Int32, for interest: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) {
    assert(isOnLoop)
    if handlers[descriptor] == nil {
      _ = try check("epoll_ctl", waymark_epoll_add(epoll, descriptor, interest.rawValue))
    } else {
      _ = try check("epoll_ctl", waymark_epoll_change(epoll, descriptor, interest.rawValue))
    }
    handlers[descriptor] = handler
  }

  /// Stops watching; must come before the descriptor is closed.
  public func forget(_ descriptor: Int32) {
    assert(isOnLoop)
    if handlers.removeValue(forKey: descriptor) != nil { _ = waymark_epoll_remove(epoll, descriptor) }
  }

  /// Runs `handler` once, `nanoseconds` from now or later.
  @discardableResult
  public func timer(after nanoseconds: Int64, _ handler: @escaping () -> Void) -> TimerID {
    assert(isOnLoop)
    return timers.add(at: now &+ max(0, nanoseconds), handler)
  }

  /// Forgets a timer; one that has run or was cancelled is ignored.
  public func cancel(_ timer: TimerID) {
    assert(isOnLoop)
    timers.remove(timer)
  }

  /// Waits and dispatches until `stop()`.
  ///
  /// - Throws: `SystemError` when the kernel refuses to wait, which it does for a bug of ours only.
  public func run() throws(SystemError) {
    runner.store(UInt(pthread_self()), ordering: .releasing)
    var descriptors = [Int32](repeating: 0, count: 16)
    var events = [UInt32](repeating: 0, count: 16)
    runPosted()
    while !stopping.load(ordering: .acquiring) {
      _ = waymark_timer_arm(timerDescriptor, timers.next ?? 0)
      let count = waymark_epoll_wait(epoll, &descriptors, &events)
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(call: "epoll_wait", errno)
      }
      for index in 0..<Int(count) { dispatch(descriptors[index], Readiness(rawValue: events[index])) }
      // Only what was due when the round began: a timer that sets itself anew must not starve the descriptors.
      let round = now
      while let due = timers.popDue(at: round) { due() }
    }
  }

  private func dispatch(_ descriptor: Int32, _ readiness: Readiness) {
    var counter: UInt64 = 0
    if descriptor == timerDescriptor {
      _ = read(descriptor, &counter, 8)
    } else if descriptor == wakeDescriptor {
      _ = read(descriptor, &counter, 8)
      runPosted()
    } else {
      // A handler earlier in this round may have forgotten this descriptor.
      handlers[descriptor]?(readiness)
    }
  }

  private func runPosted() {
    let works = posted.withLock { posted in
      defer { posted.removeAll(keepingCapacity: true) }
      return posted
    }
    for work in works { work() }
  }
}

/// Nanoseconds on the clock that starts with the board, counts while it sleeps, and that nobody can set.
public func bootNanoseconds() -> Int64 { waymark_boottime_nanoseconds() }

/// What a descriptor is ready (or watched) for.
public struct Readiness: OptionSet, Sendable {
  /// epoll's bits.
  public let rawValue: UInt32
  /// A set from epoll's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reading gives data, or the end of the stream.
  public static let readable = Readiness(rawValue: waymark_epollin)
  /// Writing takes data.
  public static let writable = Readiness(rawValue: waymark_epollout)
  /// The other side is gone. A watcher that goes on ignoring it makes the loop spin.
  public static let hangup = Readiness(rawValue: waymark_epollhup | waymark_epollerr)
}
