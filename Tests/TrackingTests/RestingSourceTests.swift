import EventLoop
import GNSS
import HAL
import Sampling
import Testing

@testable import Tracking

/// A source whose receiver answers when the test says so.
private final class Source: FixSource, ReceiverControl {
  private(set) var log: [String] = []
  private(set) var receive: ((SourceEvent) -> Void)?
  private var done: (() -> Void)?

  var control: (any ReceiverControl)? { self }

  func start(_ receive: @escaping (SourceEvent) -> Void) {
    log.append("open")
    self.receive = receive
  }

  func stop() {
    log.append("close")
    receive = nil
  }

  func bring(to state: ReceiverState, _ done: @escaping () -> Void) {
    log.append("\(state)")
    self.done = done
  }

  func allow(delay: Int64) { log.append("delay \(delay / 1_000_000)") }

  func answer() {
    let done = done
    self.done = nil
    done?()
  }
}

@Suite("A resting source")
struct RestingSourceTests {
  @Test("is closed and left once its receiver was restored, and tells nothing meanwhile")
  func stops() throws {
    let loop = try EventLoop()
    let source = Source()
    let resting = RestingSource(source, on: loop, config: LocationConfig(.balanced))
    var events = 0
    var isLeft = false
    resting.start { _ in events += 1 }
    source.answer()
    source.receive?(.connected)
    resting.stop { isLeft = true }
    #expect(source.log == ["delay 4000", "full", "open", "full"] && !isLeft)
    source.receive?(.drained)
    #expect(events == 1)
    source.answer()
    #expect(source.log.last == "close" && isLeft)
  }

  @Test("may report late as far as the mode's points allow")
  func delays() throws {
    let source = Source()
    let resting = RestingSource(source, on: try EventLoop(), config: LocationConfig(.active))
    resting.start { _ in }
    var custom = LocationConfig(.custom)
    custom.leastTimeSeconds = 5
    resting.use(custom)
    resting.use(LocationConfig(.passive))
    #expect(source.log.filter { $0.hasPrefix("delay") } == ["delay 0", "delay 2000", "delay 4000"])
  }

  @Test("is left at once where its receiver is not there")
  func absent() throws {
    let loop = try EventLoop()
    let source = Source()
    let resting = RestingSource(source, on: loop, config: LocationConfig(.passive))
    var isLeft = false
    resting.start { _ in }
    source.receive?(.connected)
    source.receive?(.lost(DeviceError(.gone, "unplugged")))
    resting.stop { isLeft = true }
    #expect(source.log == ["delay 4000", "full", "open", "close"] && isLeft)
  }

  @Test("says that its receiver takes nothing, and goes on")
  func uncontrolled() throws {
    let loop = try EventLoop()
    let source = Source()
    let resting = RestingSource(source, on: loop, config: LocationConfig(.balanced))
    var words: [String] = []
    resting.start { if case .uncontrolled(let error) = $0 { words.append(error.description) } }
    source.receive?(.uncontrolled(DeviceError(.unusable, "told nothing")))
    #expect(words == ["told nothing"] && source.log == ["delay 4000", "full", "open"])
  }
}
