import EventLoop
import HAL
import Testing

@testable import Devices

private let second: Int64 = 1_000_000_000

@Suite("Reconnecting")
struct ReconnectTests {
  @Test("a port's pauses double from 1 s to 30 s, and start anew once it has spoken")
  func serialPauses() {
    var reconnect = Reconnect(.serial(silence: 60))
    let pauses = (0..<8).map { _ in reconnect.lost(.absent, chance: 0.9).pause / second }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30])
    _ = reconnect.opened(at: 0)
    let unproven = reconnect.lost(.gone, chance: 0)
    #expect(unproven.pause == 30 * second)
    _ = reconnect.opened(at: 0)
    _ = reconnect.heard(at: 0)
    let proven = reconnect.lost(.gone, chance: 0)
    #expect(proven.pause == second)
  }

  @Test("gpsd's pauses lie between 1 s and 60 s, spread by chance", arguments: [0, 0.25, 0.999_999])
  func gpsdPauses(chance: Double) {
    var reconnect = Reconnect(.gpsd(silence: 60))
    let pauses = (0..<100).map { _ in reconnect.lost(.absent, chance: chance).pause }
    let whole = [2, 4, 8, 16, 32, 60, 60].map { Double($0 * second) * (1 - chance / 2) }
    for (pause, expected) in zip(pauses, whole) { #expect(abs(Double(pause) - expected) <= 1) }
    #expect(pauses.allSatisfy { second...(60 * second) ~= $0 })
  }

  @Test("a loss is reported once, however often the device is tried in vain")
  func reportsOnce() {
    var reconnect = Reconnect(.serial(silence: 60))
    let opened = reconnect.opened(at: 0)
    let heard = reconnect.heard(at: second)
    #expect(opened && !heard)
    let kinds: [DeviceError.Kind] = [.gone, .absent, .absent, .permission, .absent]
    #expect(kinds.map { reconnect.lost($0, chance: 0).isReported } == [true, false, false, false, false])
    let back = reconnect.opened(at: 20 * second)
    let lostAgain = reconnect.lost(.gone, chance: 0)
    #expect(back && lostAgain.isReported)
  }

  @Test("a first try in vain is reported, and a lasting reason that a person has to remove")
  func reportsWhatAPersonMustDo() {
    var reconnect = Reconnect(.serial(silence: 60))
    let kinds: [DeviceError.Kind] = [.absent, .permission, .permission, .permission, .busy, .busy, .absent, .absent]
    let reported = kinds.map { reconnect.lost($0, chance: 0).isReported }
    #expect(reported == [true, false, true, false, false, true, false, false])
  }

  @Test("a device that was given up for its silence is connected when it speaks, not when it opens")
  func silence() {
    var reconnect = Reconnect(.gpsd(silence: 60))
    var reported = [reconnect.opened(at: 0)]
    #expect(reconnect.patience(at: 59 * second) == second)
    reported.append(reconnect.heard(at: 59 * second))
    #expect(reconnect.patience(at: 100 * second) == 19 * second)
    #expect(reconnect.patience(at: 119 * second) <= 0)
    #expect(reported == [true, false])

    reported = [reconnect.lost(.gone, afterSilence: true, chance: 0).isReported]
    reported.append(reconnect.opened(at: 121 * second))
    reported.append(reconnect.lost(.gone, afterSilence: true, chance: 0).isReported)
    reported.append(reconnect.opened(at: 200 * second))
    #expect(reported == [true, false, false, false], "it is one silence")

    reported = [reconnect.heard(at: 201 * second), reconnect.heard(at: 202 * second)]
    #expect(reported == [true, false])
  }

  @Test("a device that opens and stays silent is tried at the shortest pause, as often as it takes")
  func silentPauses() {
    var reconnect = Reconnect(.serial(silence: 60))
    for _ in 0..<4 { _ = reconnect.lost(.absent, chance: 0) }
    let pauses = (0..<5).map { _ in
      _ = reconnect.opened(at: 0)
      return reconnect.lost(.gone, afterSilence: true, chance: 0).pause / second
    }
    #expect(pauses == [1, 1, 1, 1, 1])
  }

  @Test("a device that opens and is lost again without a word is not reported each time")
  func comesAndGoes() {
    var reconnect = Reconnect(.gpsd(silence: 60))
    let reported = (0..<3).map { _ in [reconnect.opened(at: 0), reconnect.lost(.absent, chance: 0).isReported] }
    #expect(reported == [[true, true], [false, false], [false, false]])
    let heard = [reconnect.opened(at: 0), reconnect.heard(at: 0)]
    #expect(heard == [false, true])
  }

  @Test("a silent device is given up by the loop's timer, one that speaks is not")
  func silenceOnTheLoop() throws {
    let loop = try EventLoop()
    let policy = Reconnect.Policy(firstPause: 0, longestPause: 0, jitter: 0, silence: 20_000_000)
    let lifeline = Lifeline(loop, policy, reconnects: true, random: SystemRandomNumberGenerator())
    var story: [String] = []
    lifeline.start(
      { event in
        story.append("\(event)".prefix { $0 != "(" }.description)
        if story.count == 5 { loop.stop() }
      },
      connect: {
        story.append("connect")
        lifeline.opened()
        if story.count == 4 { lifeline.heard() }
      },
      giveUp: { lifeline.lost(DeviceError(.gone, "silent"), afterSilence: true) })
    try loop.run(within: 10)
    lifeline.stop()
    #expect(story == ["connect", "connected", "lost", "connect", "connected"])
  }
}
