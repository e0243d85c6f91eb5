import Testing

@testable import Devices

/// A receiver on a line, the kernel's buffer before the reader, and the reader: all of it on a virtual clock.
private struct VirtualPort {
  /// Nanoseconds between bursts, bytes of each, and the pause inside a burst.
  var period: Int64 = 1_000_000_000
  var burst: (Int) -> Int = { _ in 444 }
  var baud = 9600
  /// Bytes a second while a burst lasts, when not the speed's; a USB receiver.
  var bytesPerSecond: Int?
  /// A receiver that computes in the midst of its burst.
  var pauseInside: Int64 = 0
  /// How much later than the period says a burst begins; nil leaves it out.
  var lateness: (Int) -> Int64? = { _ in 0 }

  struct Result: Equatable {
    var wakeUps = 0
    var bytesRead = 0
    var bytesSent = 0
    var fullest = 0
    var longestDelay: Int64 = 0
  }

  private static let piece = 16

  /// Runs the receiver; wake-ups are counted from burst number `settled` on.
  func run(bursts: Int, settled: Int) -> Result {
    var pacer = BurstPacer(baud: baud)
    var result = Result()
    var waiting = 0
    var asleepUntil: Int64?
    var isOver = false
    let byteTime = 1_000_000_000 / Int64(bytesPerSecond ?? baud / 10)
    func look(_ now: Int64, _ index: Int) {
      if index >= settled { result.wakeUps += 1 }
      result.bytesRead += waiting
      let step = pacer.read(waiting, at: now, isWhole: isOver && waiting > 0)
      waiting = 0
      if case .sleep(let pause) = step { asleepUntil = now + pause } else { asleepUntil = nil }
    }
    func wakeBefore(_ now: Int64, _ index: Int) {
      guard let until = asleepUntil, until <= now else { return }
      look(until, index)
    }
    for index in 0..<bursts {
      guard let late = lateness(index) else { continue }
      let size = burst(index)
      var time = Int64(index) * period + late
      var sent = 0
      wakeBefore(time, index)
      isOver = false
      while sent < size {
        let count = min(Self.piece, size - sent)
        time += Int64(count) * byteTime + (sent == size / 32 * 16 ? pauseInside : 0)
        wakeBefore(time, index)
        sent += count
        waiting += count
        result.fullest = max(result.fullest, waiting)
        if asleepUntil == nil { look(time, index) }
      }
      isOver = true
      result.bytesSent += size
      if let until = asleepUntil, index >= settled { result.longestDelay = max(result.longestDelay, until - time) }
    }
    if let asleepUntil { look(asleepUntil, bursts) }
    return result
  }
}

@Suite("Reading with few wake-ups")
struct BurstPacerTests {
  private static let buffer = 4095

  @Test(
    "costs little more than one wake-up an epoch, whatever the burst",
    arguments: [
      (9600, 444, 1_000_000_000), (9600, 144, 1_000_000_000), (9600, 600, 1_000_000_000), (4800, 300, 1_000_000_000),
      (38400, 500, 200_000_000), (115_200, 450, 100_000_000), (9600, 444, 5_000_000_000),
    ] as [(Int, Int, Int64)])
  func oneAnEpoch(baud: Int, bytes: Int, period: Int64) {
    let settled = Int(5_000_000_000 / period) + 12
    let port = VirtualPort(period: period, burst: { _ in bytes }, baud: baud)
    let result = port.run(bursts: settled + 200, settled: settled)
    #expect(Double(result.wakeUps) / 200 <= 1.15, "\(result)")
    #expect(result.bytesRead == result.bytesSent)
    #expect(result.fullest < Self.buffer)
    #expect(result.longestDelay <= 100_000_000, "a fix waits a tenth of a second at most: \(result)")
  }

  @Test("costs two where bursts leave hardly a pause, and where they begin at no steady pace")
  func twoAnEpoch() {
    for port in [
      VirtualPort(burst: { _ in 900 }), VirtualPort(period: 200_000_000, burst: { _ in 600 }, baud: 38_400),
      VirtualPort(burst: { _ in 444 }, lateness: { Int64($0 * 37 % 100) * 2_000_000 }),
    ] {
      let result = port.run(bursts: 220, settled: 20)
      #expect(Double(result.wakeUps) / 200 <= 2.2, "\(result)")
      #expect(result.bytesRead == result.bytesSent)
      #expect(result.longestDelay <= 100_000_000, "\(result)")
    }
  }

  @Test("follows a receiver whose clock runs otherwise, and one that takes now longer, now shorter")
  func rhythm() {
    let drifts = VirtualPort(lateness: { Int64($0) * 100_000 }).run(bursts: 3620, settled: 20)
    #expect(Double(drifts.wakeUps) / 3600 <= 1.2, "\(drifts)")
    #expect(drifts.longestDelay <= 100_000_000, "\(drifts)")
    let wavers = VirtualPort(lateness: { Int64($0 * 37 % 40) * 1_000_000 }).run(bursts: 3620, settled: 20)
    #expect(Double(wavers.wakeUps) / 3600 <= 1.4, "\(wavers)")
    #expect(wavers.longestDelay <= 250_000_000, "\(wavers)")
  }

  @Test("is not led into the next burst by one that was longer")
  func longBurst() {
    for long in [781, 900, 950] {
      let result = VirtualPort(burst: { [0, 3].contains($0) ? long : 420 }).run(bursts: 240, settled: 40)
      #expect(Double(result.wakeUps) / 200 <= 1.3, "\(result)")
      #expect(result.longestDelay <= 100_000_000, "\(result)")
    }
  }

  @Test("is not led astray by bursts that are left out, nor by a receiver that comes to another pace")
  func otherPace() {
    let gaps = VirtualPort(lateness: { $0 % 50 < 3 ? nil : 0 }).run(bursts: 1000, settled: 20)
    #expect(gaps.bytesRead == gaps.bytesSent)
    #expect(gaps.longestDelay <= 100_000_000 && gaps.wakeUps <= 1300, "\(gaps)")
    // From burst 100 on two seconds apart, then half a second behind.
    let slower = VirtualPort(lateness: { $0 > 300 ? 500_000_000 : $0 > 100 && $0 % 2 == 1 ? nil : 0 })
    let result = slower.run(bursts: 400, settled: 0)
    #expect(result.bytesRead == result.bytesSent)
    #expect(result.longestDelay <= 1_200_000_000, "\(result)")
  }

  @Test("loses nothing in an hour of 10 Hz at 115200 baud")
  func anHour() {
    let port = VirtualPort(period: 100_000_000, burst: { 500 + $0 % 300 }, baud: 115_200)
    let result = port.run(bursts: 36_000, settled: 0)
    #expect(result.bytesRead == result.bytesSent)
    #expect(result.fullest < Self.buffer)
    #expect(Double(result.wakeUps) / 36_000 < 2.5, "\(result)")
  }

  @Test(
    "never lets the kernel's buffer overflow at any speed, even on a line that is full",
    arguments: [
      4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600,
    ])
  func fullLine(baud: Int) {
    // All of a second is one burst: the next begins as it ends.
    let port = VirtualPort(period: 1_000_000_000, burst: { _ in baud / 10 }, baud: baud)
    let result = port.run(bursts: 30, settled: 0)
    #expect(result.bytesRead == result.bytesSent)
    #expect(result.fullest < Self.buffer, "\(result)")
  }

  @Test("reads a burst that comes at once at once")
  func atOnce() {
    let result = VirtualPort(burst: { _ in 16 }, baud: 921_600).run(bursts: 100, settled: 8)
    #expect(result.wakeUps == 92 && result.longestDelay == 0)
  }

  @Test("adapts when bursts grow, shrink, or come more often")
  func adapts() {
    let grows = VirtualPort(burst: { $0 < 60 ? 144 : 600 }).run(bursts: 120, settled: 70)
    #expect(Double(grows.wakeUps) / 50 <= 3, "\(grows)")
    let shrinks = VirtualPort(burst: { $0 < 60 ? 600 : 144 }).run(bursts: 700, settled: 400)
    #expect(shrinks.longestDelay <= 100_000_000, "\(shrinks)")
    let satellites = VirtualPort(burst: { $0 % 5 == 0 ? 590 : 386 }).run(bursts: 240, settled: 40)
    #expect(Double(satellites.wakeUps) / 200 <= 2.2, "\(satellites)")
    let pauses = VirtualPort(burst: { _ in 444 }, pauseInside: 80_000_000).run(bursts: 240, settled: 40)
    #expect(Double(pauses.wakeUps) / 200 <= 2.5, "\(pauses)")
  }

  @Test("a USB receiver that is faster than its nominal speed fills no more than its own buffer once")
  func fasterThanNominal() {
    let port = VirtualPort(burst: { _ in 6000 }, baud: 9600, bytesPerSecond: 100_000)
    let result = port.run(bursts: 60, settled: 0)
    #expect(result.bytesRead == result.bytesSent)
    #expect(result.fullest < 6001)
    let later = port.run(bursts: 400, settled: 100)
    #expect(later.bytesRead == later.bytesSent)
  }
}
