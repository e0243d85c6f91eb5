import Delivery
import GNSS
import Testing

@Suite("The upload machine")
struct UploadMachineTests {
  private func at(_ seconds: Double) -> BootInstant { BootInstant(nanoseconds: 0).adding(seconds: seconds) }
  private let start = BootInstant(nanoseconds: 0)
  private let accepted = Outcome.accepted(answer: "200")
  private let lost = Outcome.retry(reason: "timeout", afterSeconds: nil)

  private func machine(isBound: Bool = true) -> UploadMachine {
    UploadMachine(DataTrackingConfig(), isBound: isBound, now: start, seed: 1)
  }

  @Test("waits out the window for a batch that is not full, and rests without points")
  func window() {
    var machine = machine()
    #expect(machine.next(waiting: 0, now: at(100)) == .rest)
    #expect(machine.next(waiting: 1, now: at(5)) == .wait(until: at(20)))
    #expect(machine.next(waiting: 29, now: at(19.9)) == .wait(until: at(20)))
    #expect(machine.next(waiting: 29, now: at(20)) == .send(limit: 30))
    #expect(machine.next(waiting: 29, now: at(20)) == .rest, "one request at a time")
    #expect(machine.sendEnded(accepted, points: 29, now: at(21)) == .settle(.sent, tries: 1, answer: "200"))
    #expect(machine.next(waiting: 1, now: at(21)) == .wait(until: at(40)))
  }

  @Test("sends full batches back to back")
  func backlog() {
    var machine = machine()
    for second in 0..<5 {
      #expect(machine.next(waiting: 1000, now: at(Double(second))) == .send(limit: 30))
      _ = machine.sendEnded(accepted, points: 30, now: at(Double(second)))
    }
  }

  @Test("binds first when it must, and tries that again after a failure")
  func bindsFirst() {
    var machine = machine(isBound: false)
    #expect(machine.next(waiting: 0, now: at(0)) == .bind)
    machine.bindEnded(lost, now: at(1))
    guard case .wait(let until) = machine.next(waiting: 50, now: at(1)) else {
      Issue.record("no pause after a failure")
      return
    }
    #expect(machine.next(waiting: 50, now: until) == .bind)
    machine.bindEnded(accepted, now: until)
    #expect(machine.next(waiting: 50, now: until) == .send(limit: 30))
  }

  @Test("repeats a failed batch with the same points, however many came meanwhile")
  func repeatsTheSame() {
    var machine = machine()
    #expect(machine.next(waiting: 7, now: at(20)) == .send(limit: 30))
    #expect(machine.sendEnded(lost, points: 7, now: at(50)) == .keep)
    #expect(machine.next(waiting: 9, now: at(400)) == .send(limit: 7))
    #expect(machine.sendEnded(lost, points: 7, now: at(430)) == .keep)
    #expect(machine.next(waiting: 90, now: at(900)) == .send(limit: 7))
    #expect(machine.sendEnded(accepted, points: 7, now: at(901)) == .settle(.sent, tries: 3, answer: "200"))
    #expect(machine.next(waiting: 83, now: at(901)) == .send(limit: 30))
  }

  @Test("never calls earlier than the server asked, nor later than 5 minutes", arguments: [nil, 0, 1, 90, 1000])
  func waits(asked: Int?) {
    var machine = machine()
    var now = at(20)
    for _ in 0..<200 {
      guard case .send = machine.next(waiting: 30, now: now) else {
        Issue.record("not sent at \(now)")
        return
      }
      _ = machine.sendEnded(.retry(reason: "503", afterSeconds: asked), points: 30, now: now)
      guard case .wait(let until) = machine.next(waiting: 30, now: now) else {
        Issue.record("no pause after a failure")
        return
      }
      let pause = until.seconds(since: now)
      #expect(pause >= Double(asked ?? 0) && pause >= 0.5)
      #expect(pause <= Double(max(300, asked ?? 0)))
      now = until
    }
  }

  @Test("halves a refused batch until the bad point stands alone, and grows back")
  func isolatesThePoison() {
    // The 11th of 60 points is the one the server does not like.
    var queue = Array(1...60)
    var machine = machine()
    var delivered: [Int] = []
    var refused: [Int] = []
    var requests = 0
    while !queue.isEmpty, requests < 40 {
      guard case .send(let limit) = machine.next(waiting: queue.count, now: at(20 + Double(requests))) else { break }
      requests += 1
      let batch = Array(queue.prefix(limit))
      let outcome = batch.contains(11) ? Outcome.refused(reason: "400 bad point") : accepted
      switch machine.sendEnded(outcome, points: batch.count, now: at(20 + Double(requests))) {
      case .settle(.sent, _, _):
        delivered += batch
        queue.removeFirst(batch.count)
      case .settle(.refused, _, _):
        refused += batch
        queue.removeFirst(batch.count)
      case .keep: break
      }
      machine.flush()
    }
    #expect(refused == [11])
    #expect(delivered == Array(1...60).filter { $0 != 11 })
    #expect(requests < 20)
  }

  @Test("keeps everything and tries rarely when the key is denied")
  func denied() {
    var machine = machine()
    _ = machine.next(waiting: 30, now: at(0))
    #expect(machine.sendEnded(.denied(reason: "401"), points: 30, now: at(1)) == .keep)
    #expect(machine.next(waiting: 30, now: at(300)) == .wait(until: at(301)))
    #expect(machine.next(waiting: 31, now: at(301)) == .send(limit: 30))
  }

  @Test("sends nothing any more once the asset is taken")
  func assetTaken() {
    var machine = machine()
    _ = machine.next(waiting: 30, now: at(0))
    #expect(machine.sendEnded(.assetTaken, points: 30, now: at(1)) == .keep)
    #expect(machine.next(waiting: 30, now: at(1_000_000)) == .rest)
    #expect(machine.isFlushed(waiting: 30))
  }

  @Test("a flush sends at once what waits, also out of a pause, and ends at the first failure")
  func flush() {
    var machine = machine()
    _ = machine.next(waiting: 3, now: at(20))
    _ = machine.sendEnded(lost, points: 3, now: at(20))
    machine.flush()
    #expect(!machine.isFlushed(waiting: 3))
    #expect(machine.next(waiting: 3, now: at(20)) == .send(limit: 3))
    #expect(!machine.isFlushed(waiting: 3))
    _ = machine.sendEnded(accepted, points: 3, now: at(20))
    #expect(machine.next(waiting: 2, now: at(20)) == .send(limit: 30))
    _ = machine.sendEnded(lost, points: 2, now: at(21))
    #expect(machine.isFlushed(waiting: 2))
  }
}

@Suite("Binding")
struct BindingTests {
  private let mine = Binding(assetID: "van", server: "http://a")

  @Test("is needed when there was none, or one at another server")
  func needed() throws {
    #expect(try mine.needsBind(remembered: nil, waiting: 5))
    #expect(try mine.needsBind(remembered: Binding(assetID: "van", server: "http://b"), waiting: 5))
    #expect(try !mine.needsBind(remembered: mine, waiting: 5))
    #expect(try mine.needsBind(remembered: Binding(assetID: "boat", server: "http://a"), waiting: 0))
  }

  @Test("is refused while points of another asset wait")
  func refused() {
    #expect(throws: BindingRefusal.unUploadedLocationData) {
      try mine.needsBind(remembered: Binding(assetID: "boat", server: "http://a"), waiting: 1)
    }
  }

  @Test("survives being remembered")
  func text() {
    #expect(Binding(text: mine.text) == mine)
    #expect(Binding(text: "van") == nil)
  }
}
