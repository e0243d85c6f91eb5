import Delivery
import GNSS
import Testing

@Suite("When points go to the disk")
struct CommitPolicyTests {
  private func at(_ seconds: Double) -> BootInstant { BootInstant(nanoseconds: 0).adding(seconds: seconds) }

  private func state(unsaved: Int, lines: Int = 0, isBehind: Bool = false) -> QueueState {
    var state = QueueState()
    (state.waiting, state.unsaved, state.unsavedLines, state.isBehind) = (unsaved, unsaved, lines, isBehind)
    return state
  }

  /// Unsaved points since second 100; what is decided at second `now`.
  static let rows: [(Durability, points: Int, now: Double, isServerLost: Bool, CommitPolicy.Decision)] = {
    func at(_ seconds: Double) -> BootInstant { BootInstant(nanoseconds: 0).adding(seconds: seconds) }
    return [
      (.each, 0, 100, false, .rest), (.each, 1, 100, false, .commit),
      (.batch, 0, 500, true, .rest), (.batch, 1, 100, false, .wait(until: at(130))),
      (.batch, 1, 129.9, true, .wait(until: at(130))), (.batch, 1, 130, false, .commit),
      (.batch, 30, 100, false, .wait(until: at(130))), (.batch, 31, 100, false, .commit),
      (.spill, 1, 100, false, .rest), (.spill, 1, 100_000, false, .rest), (.spill, 1, 100, true, .commit),
      (.spill, 1_000, 100, false, .rest), (.spill, 1_001, 100, false, .commit),
    ]
  }()

  @Test("is decided by number, age and the server", arguments: rows)
  func table(
    durability: Durability, points: Int, now: Double, isServerLost: Bool, decision: CommitPolicy.Decision
  ) {
    var policy = CommitPolicy(durability)
    policy.note(state(unsaved: points), now: at(100))
    #expect(policy.decide(isServerLost: isServerLost, now: at(now)) == decision)
  }

  @Test("points that the server takes within 30 s never go there")
  func onlineNeverWrites() {
    var policy = CommitPolicy(.batch)
    var unsaved = 0
    for second in 0..<86_400 {
      unsaved += 1
      policy.note(state(unsaved: unsaved), now: at(Double(second)))
      // Every 20 s a request takes all that was there two seconds before.
      if second % 20 == 19 {
        unsaved = 2
        policy.note(state(unsaved: unsaved), now: at(Double(second)))
      }
      if case .commit = policy.decide(isServerLost: false, now: at(Double(second))) {
        Issue.record("a commit at second \(second)")
        return
      }
    }
  }

  @Test("no point is older than 30 s in memory, whenever others leave it")
  func age() {
    var policy = CommitPolicy(.batch)
    policy.note(state(unsaved: 2), now: at(0))
    policy.note(state(unsaved: 5), now: at(10))
    policy.note(state(unsaved: 4), now: at(11))
    #expect(policy.decide(isServerLost: false, now: at(11)) == .wait(until: at(30)))
    policy.note(state(unsaved: 3), now: at(12))
    #expect(policy.decide(isServerLost: false, now: at(12)) == .wait(until: at(40)))
    policy.committed()
    policy.note(state(unsaved: 0), now: at(40))
    #expect(policy.decide(isServerLost: false, now: at(50)) == .rest)
  }

  @Test("lines of the log wait for company, also for good; refused points and settlements do not wait")
  func lines() {
    var policy = CommitPolicy(.batch)
    policy.note(state(unsaved: 0, lines: 59), now: at(0))
    #expect(policy.decide(isServerLost: true, now: at(1_000)) == .rest)
    policy.note(state(unsaved: 0, lines: 60), now: at(0))
    #expect(policy.decide(isServerLost: false, now: at(0)) == .commit)
    policy.note(state(unsaved: 0, isBehind: true), now: at(0))
    #expect(policy.decide(isServerLost: false, now: at(0)) == .commit)
  }

  @Test("a disk that failed is asked again after 10 s", arguments: Durability.allCases)
  func failure(durability: Durability) {
    var policy = CommitPolicy(durability)
    policy.note(state(unsaved: 2_000), now: at(0))
    #expect(policy.decide(isServerLost: true, now: at(0)) == .commit)
    policy.failed(now: at(1))
    policy.note(state(unsaved: 2_001), now: at(2))
    #expect(policy.decide(isServerLost: true, now: at(2)) == .wait(until: at(11)))
    #expect(policy.decide(isServerLost: true, now: at(11)) == .commit)
    policy.committed()
    policy.note(state(unsaved: 0), now: at(11))
    #expect(policy.decide(isServerLost: true, now: at(11)) == .rest)
  }
}
