import EventLoop
import GNSS
import HAL
import Sampling
import Testing

@testable import Tracking

private func at(_ second: Int) -> BootInstant { BootInstant(nanoseconds: Int64(second) * 1_000_000_000) }

private func epoch(isGood: Bool = true) -> Fix {
  var fix = Fix()
  fix.satellitesUsed = 9
  guard isGood else { return fix }
  fix.time = UTCInstant(millisecondsSince1970: 1_796_083_200_000)
  fix.coordinate = Coordinate(latitudeNanodegrees: 47_000_000_000, longitudeNanodegrees: 8_500_000_000)
  fix.mode = .threeD
  return fix
}

/// A tracker's day, on virtual time, with an epoch each second while the source is open.
private struct Day {
  var rest: ReceiverRest
  /// What was done, with the second at which it was.
  private(set) var log: [String] = []
  private(set) var second = 0
  private var isOpen = false
  /// A state is wanted of a receiver that is not open yet.
  private var isUnanswered = false
  private var wakeAt: BootInstant?

  init(_ mode: TrackingMode, isControlled: Bool = true) {
    rest = ReceiverRest(LocationConfig(mode), isControlled: isControlled, now: at(0))
    perform(rest.start())
  }

  mutating func run(seconds: Int, isGood: Bool = true) {
    for _ in 0..<seconds {
      second += 1
      if let wake = wakeAt, at(second) >= wake {
        wakeAt = nil
        perform(rest.woke(now: at(second)))
      }
      if isOpen { perform(rest.decided(epoch(isGood: isGood), isUndecided: false, now: at(second))) }
    }
  }

  mutating func use(_ mode: TrackingMode) { perform(rest.use(LocationConfig(mode), now: at(second))) }
  mutating func stop(isThere: Bool = true) { perform(rest.stop(isThere: isThere)) }

  private mutating func perform(_ actions: [ReceiverRest.Action]) {
    for action in actions {
      switch action {
      case .bring(let state):
        log.append("\(second) \(state)")
        if isOpen { perform(rest.brought(now: at(second))) } else { isUnanswered = true }
      case .open:
        log.append("\(second) open")
        (isOpen, wakeAt) = (true, nil)
        if isUnanswered { perform(rest.brought(now: at(second))) }
        isUnanswered = false
      case .close:
        log.append("\(second) close")
        (isOpen, wakeAt) = (false, nil)
      case .wake(let time): wakeAt = time
      case .left: log.append("\(second) left")
      }
    }
  }
}

@Suite("A receiver's rest")
struct ReceiverRestTests {
  @Test("is none in active mode: full power at the start, and nothing but that in the end")
  func active() {
    var day = Day(.active)
    day.run(seconds: 3600)
    day.stop()
    #expect(day.log == ["0 full", "0 open", "1 full", "3600 full", "3600 close", "3600 left"])
  }

  @Test("is a slower pace in balanced mode, given up without a fix and at the end")
  func balanced() {
    var day = Day(.balanced)
    day.run(seconds: 60)
    day.run(seconds: 1, isGood: false)
    day.stop()
    #expect(
      day.log == [
        "0 full", "0 open", "1 full", "21 slow(milliseconds: 2000)", "61 full", "61 full", "61 close", "61 left",
      ])
  }

  @Test("is sleep with the source closed in passive mode, and full power before it is opened again")
  func passive() {
    var day = Day(.passive)
    day.run(seconds: 200)
    #expect(
      Array(day.log.prefix(9)) == [
        "0 full", "0 open", "1 full", "21 asleep(milliseconds: 60000)", "21 close", "81 full", "81 open",
        "81 asleep(milliseconds: 60000)", "81 close",
      ])
  }

  @Test("ends at once when the mode changes to active")
  func modeChange() {
    var day = Day(.passive)
    day.run(seconds: 30)
    day.use(.active)
    day.run(seconds: 100)
    #expect(day.log.suffix(3) == ["30 full", "30 open", "31 full"])
    var other = Day(.balanced)
    other.run(seconds: 30)
    other.use(.active)
    #expect(other.log.suffix(2) == ["21 slow(milliseconds: 2000)", "30 full"])
  }

  @Test("ends before tracking does: a receiver that sleeps is woken, one that is not there is left")
  func stops() {
    var day = Day(.passive)
    day.run(seconds: 30)
    #expect(day.rest.isAsleep)
    day.stop()
    #expect(day.log.suffix(4) == ["30 full", "30 open", "30 close", "30 left"])
    var gone = Day(.balanced)
    gone.run(seconds: 30)
    gone.stop(isThere: false)
    #expect(gone.log.suffix(2) == ["30 close", "30 left"])
  }

  @Test("only closes and opens a source that cannot be told anything")
  func uncontrolled() {
    var day = Day(.passive, isControlled: false)
    day.run(seconds: 90)
    day.stop()
    #expect(day.log.contains("21 close") && day.log.contains("81 open"))
    #expect(day.log.suffix(2) == ["90 close", "90 left"])
  }
}
