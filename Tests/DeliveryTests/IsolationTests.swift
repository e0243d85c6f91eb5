import Delivery
import GNSS
import Testing

/// A server of a few rules and a queue of numbers, driven by the machine on a virtual clock.
private struct Drive {
  var queue: [Int]
  var machine = UploadMachine(DataTrackingConfig(), isBound: true, now: BootInstant(nanoseconds: 0), seed: 3)
  var now = BootInstant(nanoseconds: 0).adding(seconds: 20)
  var delivered: [Int] = []
  var refused: [Int] = []
  /// When each was delivered.
  var times: [Int: Double] = [:]
  var requests = 0
  /// How long a request takes over which the server fails.
  var faultSeconds = 0.0

  init(_ queue: [Int]) { self.queue = queue }

  /// Runs until the queue is empty or the time is up.
  mutating func run(seconds: Double, _ server: (ArraySlice<Int>, Double) -> Outcome) {
    let start = now
    while !queue.isEmpty, now.seconds(since: start) < seconds {
      switch machine.next(waiting: queue.count, now: now) {
      case .wait(let until): now = until
      case .send(.oldest(let limit, let skipping)):
        requests += 1
        let batch = queue.dropFirst(skipping).prefix(limit)
        let outcome = server(batch, now.seconds(since: start))
        if case .fault = outcome { now = now.adding(seconds: faultSeconds) }
        if case .settle(let state, _, _) = machine.sendEnded(outcome, points: batch.count, now: now) {
          if state == .sent { delivered += batch } else { refused += batch }
          for point in batch { times[point] = now.seconds(since: start) }
          queue.removeAll { batch.contains($0) }
        }
      case .bind, .rest, .send(.newest):
        Issue.record("stuck")
        return
      }
    }
  }
}

@Suite("Points that a server cannot take")
struct IsolationTests {
  /// Answers, and how long they take.
  private static let faults: [(answer: Outcome, seconds: Double)] = [
    (.refused(reason: "400 bad point"), 0), (.fault(reason: "500", afterSeconds: nil), 0),
    (.fault(reason: "silence", afterSeconds: nil), 30),
  ]

  @Test(
    "are set aside alone, wherever they stand, and hold the others up for less than 5 minutes",
    arguments: [[1], [2], [17], [200], [1, 2, 3], [1, 100, 101, 180], [7, 8, 9, 10, 11], [971], [1000]], faults)
  func poison(bad: [Int], fault: (answer: Outcome, seconds: Double)) {
    let answer = fault.answer
    var drive = Drive(Array(1...1000))
    drive.faultSeconds = fault.seconds
    drive.run(seconds: 7200) { batch, _ in batch.contains(where: bad.contains) ? answer : .accepted(answer: "200") }
    // The last point of all has none behind it, by which a failing server could be told from a bad point.
    let isUndecidable = bad == [1000] && answer != Self.faults[0].answer
    #expect(drive.refused == (isUndecidable ? [] : bad))
    #expect(drive.delivered.sorted() == (1...1000).filter { !bad.contains($0) }, "\(drive.requests) requests")
    #expect(drive.queue == (isUndecidable ? [1000] : []))
    let latest = drive.times.filter { !bad.contains($0.key) }.values.max() ?? 0
    #expect(latest < 300 * Double(bad.count), "after \(latest) s, \(drive.requests) requests")
  }

  @Test("the last point of all is judged once another one has come")
  func lastPoint() {
    var drive = Drive([1])
    let server = { (batch: ArraySlice<Int>, _: Double) -> Outcome in
      batch.contains(1) ? .fault(reason: "500", afterSeconds: nil) : .accepted(answer: "200")
    }
    drive.run(seconds: 3600, server)
    #expect(drive.queue == [1])
    drive.queue += 2...13
    drive.run(seconds: 900, server)
    #expect(drive.refused == [1])
    #expect(drive.delivered == Array(2...13))
  }

  @Test(
    "a server that is ill for a week costs no point, and gets all but one that probed it in order",
    arguments: [1, 2, 29, 500])
  func illServer(points: Int) {
    var drive = Drive(Array(1...points))
    drive.run(seconds: 700_000) { _, seconds in
      seconds < 604_800 ? .fault(reason: "500", afterSeconds: nil) : .accepted(answer: "200")
    }
    let probe = drive.delivered.first == 1 ? 0 : 1
    #expect(drive.delivered.dropFirst(probe) == (1...points).filter { probe == 0 || $0 != drive.delivered.first }[...])
    #expect(Set(drive.delivered) == Set(1...points))
    #expect(drive.requests < 5_000, "one each 2 to 3 minutes")
  }

  @Test("a server that refuses everything for a day costs ten points, which are set aside, and no more")
  func refusesAll() {
    var drive = Drive(Array(1...5_000))
    drive.run(seconds: 86_400) { _, _ in .refused(reason: "400 unknown version") }
    #expect(drive.refused == Array(1...10))
    #expect(drive.queue.count == 4_990)
    guard case .denied(_, let reason) = drive.machine.state else {
      Issue.record("no alarm: \(drive.machine.state)")
      return
    }
    #expect(reason.contains("400 unknown version"))
    drive.run(seconds: 3_600) { _, _ in .accepted(answer: "200") }
    #expect(drive.queue.isEmpty && drive.refused.count == 10)
  }

  @Test(
    "a long row of points that are all bad is set aside, and what is behind it gets through", arguments: [11, 30, 60])
  func longRow(bad: Int) {
    var drive = Drive(Array(1...1_000))
    drive.run(seconds: 86_400) { batch, _ in
      batch.contains { $0 <= bad } ? .refused(reason: "400") : .accepted(answer: "200")
    }
    #expect(drive.refused.sorted() == Array(1...bad))
    #expect(Set(drive.delivered) == Set(bad + 1...1_000))
  }

  @Test(
    "a network that breaks this share of connections at random costs no point", arguments: [0.3, 0.5, 0.6], 1...20)
  func poorNetwork(share: Double, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var drive = Drive(Array(1...500))
    drive.run(seconds: 1_000_000) { _, _ in
      let isBroken = Double.random(in: 0..<1, using: &random) < share
      return isBroken ? .fault(reason: "reset", afterSeconds: nil) : .accepted(answer: "200")
    }
    #expect(drive.refused.isEmpty)
    #expect(Set(drive.delivered) == Set(1...500))
  }

  @Test("a server that cannot be reached in time never makes it take a batch apart")
  func timeouts() {
    var sizes: Set<Int> = []
    var drive = Drive(Array(1...1000))
    drive.run(seconds: 100_000) { batch, seconds in
      sizes.insert(batch.count)
      return seconds < 90_000 ? .retry(reason: "timeout", afterSeconds: nil) : .accepted(answer: "200")
    }
    #expect(sizes == [200])
    #expect(drive.delivered == Array(1...1000))
  }
}
