import EventLoop
import Glibc
import Testing

@Suite("The loop")
struct EventLoopTests {
  @Test("runs timers in the order they are due, those of one time in the order they were added")
  func timersRunInOrder() throws {
    let loop = try EventLoop()
    var order: [Int] = []
    loop.timer(after: 2_000_000) { order.append(3) }
    loop.timer(after: 0) { order.append(1) }
    loop.timer(after: 0) { order.append(2) }
    let cancelled = loop.timer(after: 0) { order.append(99) }
    loop.cancel(cancelled)
    loop.timer(after: 3_000_000) { loop.stop() }
    try loop.run()
    #expect(order == [1, 2, 3])
  }

  @Test("a timer that sets itself anew for at once leaves time for everything else")
  func timerDoesNotStarve() throws {
    let loop = try EventLoop()
    var rounds = 0
    func again() {
      rounds += 1
      if rounds < 1_000_000 { loop.timer(after: 0, again) }
    }
    again()
    loop.execute { loop.timer(after: 0) { loop.stop() } }
    try loop.run()
    #expect(rounds < 1000)
  }

  @Test("runs work of other threads on its own thread, in order")
  func executeFromOtherThreads() throws {
    let loop = try EventLoop()
    let order = Locked<[Int]>([])
    try startThread {
      for number in 0..<1000 {
        loop.execute {
          #expect(loop.isOnLoop)
          order.withLock { $0.append(number) }
        }
      }
      loop.execute { loop.stop() }
    }
    try loop.run()
    #expect(order.withLock { $0 } == Array(0..<1000))
  }

  @Test("a handler may forget its own and another ready descriptor")
  func forgettingWhileDispatching() throws {
    let loop = try EventLoop()
    var ends: [[Int32]] = []
    for _ in 0..<2 {
      var pair: [Int32] = [0, 0]
      #expect(pipe(&pair) == 0)
      _ = write(pair[1], "x", 1)
      ends.append(pair)
    }
    var calls = 0
    for pair in ends {
      try loop.watch(pair[0], for: .readable) { _ in
        calls += 1
        for other in ends { loop.forget(other[0]) }
        loop.stop()
      }
    }
    try loop.run()
    #expect(calls == 1)
    for pair in ends { pair.forEach { close($0) } }
  }

  @Test("an actor pinned to the loop is entered from a handler without a hop")
  func actorOnLoop() throws {
    actor Counter {
      let executor: LoopExecutor
      var count = 0
      init(_ executor: LoopExecutor) { self.executor = executor }
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
      func add() { count += 1 }
    }
    let loop = try EventLoop()
    let counter = Counter(LoopExecutor(loop))
    loop.timer(after: 0) {
      counter.assumeIsolated { $0.add() }
      counter.assumeIsolated { #expect($0.count == 1) }
      loop.stop()
    }
    try loop.run()
  }
}

@Suite("A worker")
struct WorkerTests {
  @Test("runs jobs in order on one thread, and lets its resource go at the end")
  func jobsInOrder() throws {
    final class Resource {
      var seen: [Int] = []
    }
    let loop = try EventLoop()
    let worker = try Worker { Resource() }
    let result = Locked<[Int]>([])
    for number in 0..<100 { worker.submit { $0.seen.append(number) } }
    worker.submit { resource in
      let seen = resource.seen
      result.withLock { $0 = seen }
    }
    worker.finish { loop.execute { loop.stop() } }
    try loop.run()
    #expect(result.withLock { $0 } == Array(0..<100))
  }

  @Test("that cannot make its resource is none")
  func failingResource() {
    #expect(throws: SystemError(call: "open", 2)) {
      _ = try Worker<Int> { throw SystemError(call: "open", 2) }
    }
  }

  @Test("lets its resource go before it says that it ended")
  func resourceEnds() throws {
    final class Resource {
      let ended: @Sendable () -> Void
      init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    let loop = try EventLoop()
    let order = Locked<[String]>([])
    let worker = try Worker { Resource { order.withLock { $0.append("resource") } } }
    worker.finish {
      order.withLock { $0.append("worker") }
      loop.execute { loop.stop() }
    }
    try loop.run()
    #expect(order.withLock { $0 } == ["resource", "worker"])
  }
}

@Suite("A locked value")
struct LockedTests {
  @Test("loses nothing of what threads do to it at once")
  func manyThreads() throws {
    let count = Locked(0)
    let workers = try (0..<4).map { _ in try Worker { count } }
    for worker in workers {
      worker.submit { count in
        for _ in 0..<50_000 { count.withLock { $0 += 1 } }
      }
    }
    for worker in workers { try worker.call { _ in } }
    #expect(count.withLock { $0 } == 200_000)
    for worker in workers { worker.finish {} }
  }
}
