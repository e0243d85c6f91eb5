import GNSS
import Sampling
import Testing

/// A receiver under a sky, on virtual time: has a fix so many seconds after it was woken.
private struct Sky {
  var duty: ReceiverDuty
  private(set) var orders: [(at: Double, order: ReceiverDuty.Order)] = []
  private(set) var awakeSeconds = 0.0
  private var awakeSince = 0.0
  private var second = 0.0

  init(_ mode: TrackingMode, sampleSeconds: Double = 60) {
    duty = ReceiverDuty(mode: mode, sampleSeconds: sampleSeconds, now: at(0))
  }

  /// Goes on for so long; `toFix` is nil where there is no sky, `satellites` tells them by seconds since waking.
  mutating func run(seconds: Double, toFix: Double?, satellites: (Double) -> UInt8 = { _ in 3 }) {
    let end = second + seconds
    while second < end {
      second += 1
      let order: ReceiverDuty.Order?
      if duty.isAsleep {
        order = duty.next(now: at(second))
      } else {
        let awake = second - awakeSince
        awakeSeconds += 1
        let isGood = toFix.map { awake >= $0 } ?? false
        order = duty.take(
          satellites: isGood ? 9 : satellites(awake), isGood: isGood, isUndecided: false, now: at(second))
      }
      guard let order else { continue }
      orders.append((second, order))
      if order == .full { awakeSince = second }
    }
  }

  var sleeps: [Double] {
    orders.compactMap { if case .sleep(let seconds) = $0.order { seconds } else { nil } }
  }
}

@Suite("A receiver's duty")
struct ReceiverDutyTests {
  @Test("is to work in active mode, whatever it hears")
  func active() {
    var sky = Sky(.active)
    sky.run(seconds: 3600, toFix: 5)
    sky.run(seconds: 3600, toFix: nil)
    #expect(sky.orders.map(\.order) == [.full])
  }

  @Test("is to slow down in balanced mode once it has a fix and has heard the orbits, and to hurry without one")
  func balanced() {
    var sky = Sky(.balanced)
    sky.run(seconds: 100, toFix: 5)
    #expect(sky.orders.map(\.order) == [.full, .slow(milliseconds: 2000)])
    #expect(sky.orders.last?.at == 26)
    sky.run(seconds: 10, toFix: nil)
    #expect(sky.orders.last?.order == .full)
  }

  @Test("is to sleep between samples in passive mode")
  func passive() {
    var sky = Sky(.passive)
    sky.run(seconds: 3600, toFix: 3)
    #expect(sky.sleeps.count > 50)
    #expect(sky.sleeps.allSatisfy { $0 == 60 })
    #expect(sky.awakeSeconds < 360, "a tenth of the hour")
  }

  @Test("holds it awake for 20 s after a first fix, and again after half an hour")
  func orbits() {
    var sky = Sky(.passive)
    sky.run(seconds: 3600, toFix: 3)
    #expect(sky.orders.first { if case .sleep = $0.order { true } else { false } }?.at == 24)
    let wakes = zip(sky.orders, sky.orders.dropFirst()).filter { $0.0.order == .full }.map { $1.at - $0.at }
    #expect(wakes.filter { $0 >= 20 }.count == 2)
  }

  @Test("lets it work where a search costs more than the sleep saves")
  func slowSearch() {
    var sky = Sky(.passive)
    sky.run(seconds: 7200, toFix: 35)
    #expect(sky.duty.secondsToFix > 20)
    #expect(!sky.duty.isAsleep)
    #expect(sky.sleeps.count < 20)
  }

  @Test("does not give up a search while satellites are gained")
  func gaining() {
    var sky = Sky(.passive)
    sky.run(seconds: 300, toFix: nil) { UInt8(min($0 / 12, 200)) }
    #expect(sky.sleeps == [])
    sky.run(seconds: 400, toFix: nil) { UInt8(min($0 / 12, 200)) }
    #expect(sky.sleeps == [60], "but for ten minutes at most")
  }

  @Test("without sky searches less and less often, once an hour at least")
  func backOff() {
    var sky = Sky(.passive)
    sky.run(seconds: 40_000, toFix: nil)
    #expect(sky.sleeps.prefix(8) == [60, 120, 240, 480, 960, 1920, 3600, 3600])
    #expect(sky.awakeSeconds < 1000)
    sky.run(seconds: 4000, toFix: 3)
    #expect(sky.sleeps.last == 60, "a fix ends the back-off")
  }

  @Test("keeps it awake while it is not clear whether the vehicle leaves")
  func undecided() {
    var duty = ReceiverDuty(mode: .passive, sampleSeconds: 60, now: at(0))
    var orders: [ReceiverDuty.Order?] = []
    for second in 1...60 {
      orders.append(duty.take(satellites: 9, isGood: true, isUndecided: second < 50, now: at(Double(second))))
    }
    #expect(orders.firstIndex(of: .sleep(seconds: 60)) == 49)
  }
}
