import HAL
import Testing

@testable import Devices

/// What a talk did, in words: `w4` writes four bytes, `500` waits so many milliseconds.
private struct Script {
  var talk: ReceiverTalk
  /// How many bytes the port takes at once.
  var fits = Int.max
  private(set) var words: [String] = []
  private(set) var written: [UInt8] = []

  init(_ family: ReceiverFamily = .mtk) { talk = ReceiverTalk(family) }

  /// Performs a step and all that follow from it, waiting without end.
  mutating func perform(_ first: ReceiverTalk.Step, waits: Int = .max) {
    var (step, waited) = (first, 0)
    while true {
      switch step {
      case .rest: return
      case .done: return words.append("done")
      case .failed: return words.append("failed")
      case .write(let bytes):
        let count = min(bytes.count, fits)
        words.append("w\(count)")
        written += bytes.prefix(count)
        step = talk.wrote(count)
      case .wait(let milliseconds):
        words.append("\(milliseconds)")
        waited += 1
        if waited > waits { return }
        step = talk.passed()
      }
    }
  }

  mutating func take() -> String {
    defer { words = [] }
    return words.joined(separator: " ")
  }
}

@Suite("What is written to a receiver")
struct ReceiverTalkTests {
  private let full = ReceiverFamily.mtk.commands(for: .full)

  @Test("is a byte that wakes it, after half a second the orders, and a moment for them to leave")
  func sequence() {
    var script = Script()
    script.perform(script.talk.want(.full))
    #expect(script.take() == "", "the port is not open")
    script.perform(script.talk.opened(isSpeedKnown: true))
    let orders = full.orders.joined()
    #expect(script.take() == "w2 500 w\(orders.count) 200 done")
    #expect(script.written == full.wake + orders)
  }

  @Test("is nothing when the receiver is there already, and no waking byte when it works at full power")
  func awake() {
    var script = Script(.ublox8)
    script.perform(script.talk.want(.full))
    script.perform(script.talk.opened(isSpeedKnown: true))
    _ = script.take()
    script.perform(script.talk.want(.full))
    #expect(script.take() == "done")
    script.perform(script.talk.want(.asleep(milliseconds: 60_000)))
    #expect(script.take() == "w16 200 done")
    script.perform(script.talk.want(.full))
    #expect(script.take() == "w1 500 w30 200 done")
    script.perform(script.talk.want(.slow(milliseconds: 2000)))
    #expect(script.take() == "w30 200 done")
    script.perform(script.talk.want(.full))
    #expect(script.take() == "w1 500 w30 200 done", "one that saves power may doze")
  }

  @Test("is all of it anew when the port was opened anew: a receiver that was unplugged has its defaults")
  func reopened() {
    var script = Script(.ublox10)
    script.perform(script.talk.want(.slow(milliseconds: 2000)))
    script.perform(script.talk.opened(isSpeedKnown: true))
    let first = script.take()
    script.talk.closed()
    script.perform(script.talk.want(.slow(milliseconds: 2000)))
    #expect(script.take() == "")
    script.perform(script.talk.opened(isSpeedKnown: true))
    #expect(script.take() == first && first == "w1 500 w23 200 done")
  }

  @Test("is the last state wanted, and no order is cut off by the next")
  func changesMind() {
    var script = Script(.ublox8)
    script.perform(script.talk.want(.slow(milliseconds: 2000)))
    script.perform(script.talk.opened(isSpeedKnown: true), waits: 0)
    script.perform(script.talk.want(.full))
    #expect(script.take() == "w1 500")
    script.perform(script.talk.passed(), waits: 0)
    script.perform(script.talk.want(.asleep(milliseconds: 1000)))
    #expect(script.take() == "w30 200")
    script.perform(script.talk.passed())
    #expect(script.take() == "w16 200 done")
    let orders: [[UInt8]] = [
      [0xFF], UBX.powerSetup(.full), UBX.rate(milliseconds: 1000), UBX.sleep(milliseconds: 1000),
    ]
    #expect(script.written == Array(orders.joined()))
  }

  @Test("is offered again where the port does not take all at once")
  func partial() {
    var script = Script()
    script.fits = 20
    script.perform(script.talk.want(.full))
    script.perform(script.talk.opened(isSpeedKnown: true))
    #expect(script.take() == "w2 500 w20 50 w20 50 w\(full.orders.joined().count - 40) 200 done")
    #expect(script.written == full.wake + full.orders.joined())
  }

  @Test("is given up where the port takes nothing for two seconds, and tried again with the next state")
  func blocked() {
    var script = Script()
    script.fits = 0
    script.perform(script.talk.want(.full))
    script.perform(script.talk.opened(isSpeedKnown: true))
    let words = script.take().split(separator: " ")
    #expect(words.last == "failed" && words.filter { $0 == "50" }.count == 40)
    script.fits = .max
    script.perform(script.talk.want(.slow(milliseconds: 2000)))
    #expect(script.take().hasSuffix("200 done"))
  }

  @Test("is only the waking byte while the port's speed is tried")
  func unknownSpeed() {
    var script = Script(.ublox7)
    script.perform(script.talk.want(.full))
    script.perform(script.talk.opened(isSpeedKnown: false))
    #expect(script.take() == "w1 500 done")
    script.perform(script.talk.speedFound())
    #expect(script.take() == "w1 500 w24 200 done")
    script.perform(script.talk.opened(isSpeedKnown: false), waits: 0)
    script.perform(script.talk.speedFound())
    script.perform(script.talk.passed())
    #expect(script.take() == "w1 500 w24 200 done", "found while it wakes")
  }

  @Test("is nothing before a state is wanted, and nothing after the port was closed")
  func nothing() {
    var script = Script()
    script.perform(script.talk.opened(isSpeedKnown: true))
    script.perform(script.talk.speedFound())
    #expect(script.take() == "")
    script.perform(script.talk.want(.full), waits: 0)
    script.talk.closed()
    script.perform(script.talk.passed())
    script.perform(script.talk.wrote(5))
    #expect(script.take() == "w2 500")
  }
}
