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
    #expect(machine.next(waiting: 29, now: at(20)) == .send(.oldest(30)))
    #expect(machine.next(waiting: 29, now: at(20)) == .rest, "one request at a time")
    #expect(machine.sendEnded(accepted, points: 29, now: at(21)) == .settle(.sent, tries: 1, answer: "200"))
    #expect(machine.next(waiting: 1, now: at(21)) == .wait(until: at(40)))
  }

  @Test("sends a backlog back to back in larger batches, no faster than the server allows")
  func backlog() {
    var config = DataTrackingConfig()
    (config.backlogBatchSize, config.requestsPerSecond) = (500, 10)
    var machine = UploadMachine(config, isBound: true, now: start, seed: 1)
    for request in 1...5 {
      let now = at(Double(request) / 10)
      #expect(machine.next(waiting: 10_000, now: now.adding(seconds: -0.001)) == .wait(until: now))
      #expect(machine.next(waiting: 10_000, now: now) == .send(.oldest(500)))
      _ = machine.sendEnded(accepted, points: 500, now: now)
    }
    #expect(machine.next(waiting: 30, now: at(1)) == .send(.oldest(30)), "a single batch is no backlog")
  }

  @Test("binds first when it must, and tries that again after a failure")
  func bindsFirst() {
    var machine = machine(isBound: false)
    #expect(machine.next(waiting: 0, now: at(0)) == .bind)
    #expect(!machine.isBound)
    machine.bindEnded(lost, now: at(1))
    guard case .wait(let until) = machine.next(waiting: 50, now: at(1)) else {
      Issue.record("no pause after a failure")
      return
    }
    #expect(machine.next(waiting: 50, now: until) == .bind)
    machine.bindEnded(accepted, now: until)
    #expect(machine.isBound)
    #expect(machine.next(waiting: 50, now: until) == .send(.oldest(200)))
  }

  @Test("repeats a failed batch with the same points, however many came meanwhile")
  func repeatsTheSame() {
    var machine = machine()
    #expect(machine.next(waiting: 7, now: at(20)) == .send(.oldest(30)))
    #expect(machine.sendEnded(lost, points: 7, now: at(50)) == .keep)
    #expect(machine.next(waiting: 9, now: at(400)) == .send(.oldest(7)))
    #expect(machine.sendEnded(lost, points: 7, now: at(430)) == .keep)
    #expect(machine.next(waiting: 90, now: at(900)) == .send(.oldest(7)))
    #expect(machine.sendEnded(accepted, points: 7, now: at(901)) == .settle(.sent, tries: 3, answer: "200"))
    #expect(machine.next(waiting: 83, now: at(901)) == .send(.oldest(200)))
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
      guard
        case .send(.oldest(let limit, skipping: 0)) = machine.next(
          waiting: queue.count, now: at(20 + Double(requests)))
      else { break }
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
    _ = machine.next(waiting: 30, now: at(1))
    #expect(machine.sendEnded(.denied(reason: "401"), points: 30, now: at(1)) == .keep)
    #expect(machine.next(waiting: 30, now: at(300)) == .wait(until: at(301)))
    #expect(machine.next(waiting: 31, now: at(301)) == .send(.oldest(30)))
  }

  @Test("sends nothing any more once the asset is taken")
  func assetTaken() {
    var machine = machine()
    _ = machine.next(waiting: 30, now: at(1))
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
    #expect(machine.next(waiting: 3, now: at(20.1)) == .send(.oldest(3)))
    #expect(!machine.isFlushed(waiting: 3))
    _ = machine.sendEnded(accepted, points: 3, now: at(20.1))
    #expect(machine.next(waiting: 2, now: at(20.2)) == .send(.oldest(30)))
    _ = machine.sendEnded(lost, points: 2, now: at(21))
    #expect(machine.isFlushed(waiting: 2))
  }

  @Test("a flush does not break into a pause that the server asked for")
  func flushIsPatient() {
    var machine = machine()
    _ = machine.next(waiting: 3, now: at(20))
    _ = machine.sendEnded(.retry(reason: "429", afterSeconds: 60), points: 3, now: at(20))
    machine.flush()
    #expect(machine.isFlushed(waiting: 3))
    guard case .wait(let until) = machine.next(waiting: 3, now: at(21)) else {
      Issue.record("called too early")
      return
    }
    #expect(until >= at(80))
  }

  @Test("a network that comes back ends a pause, but not one that the server asked for", arguments: [nil, 60])
  func linkCameUp(asked: Int?) {
    var machine = machine()
    // Eight failures make a pause of minutes.
    var now = at(20)
    for _ in 0..<8 {
      guard case .send = machine.next(waiting: 3, now: now) else {
        Issue.record("not sent")
        return
      }
      _ = machine.sendEnded(.retry(reason: "no route", afterSeconds: asked), points: 3, now: now)
      guard case .wait(let until) = machine.next(waiting: 3, now: now) else {
        Issue.record("no pause")
        return
      }
      now = until
    }
    _ = machine.next(waiting: 3, now: now)
    _ = machine.sendEnded(.retry(reason: "no route", afterSeconds: asked), points: 3, now: now)
    machine.linkCameUp(now: now.adding(seconds: 0.4))
    let action = machine.next(waiting: 3, now: now.adding(seconds: 0.4))
    #expect((action == .send(.oldest(3))) == (asked == nil))
    #expect((machine.failuresInARow == 0) == (asked == nil))
  }

  @Test("halves what is too large, and remembers what was small enough")
  func tooLarge() {
    var machine = machine()
    let most = 70
    var (waiting, sizes, second) = (600, [Int](), 20.0)
    while waiting > 0, sizes.count < 50 {
      second += 1
      guard case .send(.oldest(let limit, skipping: 0)) = machine.next(waiting: waiting, now: at(second)) else {
        Issue.record("not sent")
        return
      }
      let points = min(limit, waiting)
      sizes.append(points)
      let outcome = points > most ? Outcome.tooLarge(reason: "413") : accepted
      if case .settle(.sent, _, _) = machine.sendEnded(outcome, points: points, now: at(second)) { waiting -= points }
      machine.flush()
    }
    #expect(sizes == [200, 100] + Array(repeating: 50, count: 12))
  }

  @Test("a single point that is too large is let go as refused")
  func tooLargeAlone() {
    var machine = machine()
    _ = machine.next(waiting: 1, now: at(20))
    let settlement = machine.sendEnded(.tooLarge(reason: "413"), points: 1, now: at(20))
    #expect(settlement == .settle(.refused, tries: 1, answer: "413"))
  }

  @Test("a batch of which some points are there already is taken apart, for the others must not be lost")
  func duplicates() {
    var machine = machine()
    // The server has 1 to 3 and answers 409, without storing anything, to whatever holds one of them.
    var (queue, stored, second) = (Array(1...8), Set([1, 2, 3]), 20.0)
    while !queue.isEmpty, second < 60 {
      second += 1
      guard case .send(.oldest(let limit, skipping: 0)) = machine.next(waiting: queue.count, now: at(second)) else {
        break
      }
      let batch = Array(queue.prefix(limit))
      let isKnown = !stored.isDisjoint(with: batch)
      if !isKnown { stored.formUnion(batch) }
      let outcome = isKnown ? Outcome.duplicate(answer: "409") : accepted
      if case .settle(.sent, _, _) = machine.sendEnded(outcome, points: batch.count, now: at(second)) {
        queue.removeFirst(batch.count)
      }
      machine.flush()
    }
    #expect(queue.isEmpty)
    #expect(stored == Set(1...8))
  }

  @Test("when asked to, sends the newest point ahead of a backlog once a window, after a batch has got through")
  func currentFirst() {
    var config = DataTrackingConfig()
    config.currentFirst = true
    var machine = UploadMachine(config, isBound: true, now: start, seed: 1)
    var sent: [Selection] = []
    for request in 0..<9 {
      let now = at(20 + Double(request) * 5)
      guard case .send(let selection) = machine.next(waiting: 5_000, now: now) else {
        Issue.record("not sent")
        return
      }
      sent.append(selection)
      _ = machine.sendEnded(accepted, points: selection == .newest ? 1 : 200, now: now)
    }
    let expected = [0, 1, 0, 0, 0, 1, 0, 0, 0].map { $0 == 1 ? Selection.newest : .oldest(200) }
    #expect(sent == expected)
  }

  @Test(
    "a current point that did not get through goes in its turn",
    arguments: [
      Outcome.retry(reason: "x", afterSeconds: nil), .fault(reason: "x", afterSeconds: nil), .refused(reason: "x"),
      .tooLarge(reason: "x"), .denied(reason: "x"),
    ])
  func currentFails(outcome: Outcome) {
    var config = DataTrackingConfig()
    config.currentFirst = true
    var machine = UploadMachine(config, isBound: true, now: start, seed: 1)
    #expect(machine.next(waiting: 500, now: at(20)) == .send(.oldest(200)))
    _ = machine.sendEnded(accepted, points: 200, now: at(20))
    #expect(machine.next(waiting: 200, now: at(20.5)) == .send(.oldest(200)), "it is in the batch")
    _ = machine.sendEnded(accepted, points: 1, now: at(20.5))
    #expect(machine.next(waiting: 300, now: at(21)) == .send(.newest))
    #expect(machine.sendEnded(outcome, points: 1, now: at(21)) == .keep)
    let isHeldUp = machine.failuresInARow > 0 || machine.isServerLost
    #expect(machine.next(waiting: 300, now: at(isHeldUp ? 1000 : 22)) == .send(.oldest(200)))
  }

  @Test("points that the full queue has lost are not waited for")
  func nothingToSend() {
    var machine = machine()
    _ = machine.next(waiting: 3, now: at(20))
    _ = machine.sendEnded(lost, points: 3, now: at(20))
    _ = machine.next(waiting: 3, now: at(300))
    machine.nothingToSend()
    #expect(machine.next(waiting: 50, now: at(301)) == .send(.oldest(200)))
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
