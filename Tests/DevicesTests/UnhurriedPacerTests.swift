import Testing

@testable import Devices

/// What a reader in no hurry finds on a line that brings `bytesPerSecond`, in bursts of a second, on a virtual clock.
private func read(baud: Int, bytesPerSecond: Int, seconds: Int, longest: Int64 = 4_000_000_000) -> (
  wakeUps: Int, fullest: Int, pauses: [Int64]
) {
  var pacer = UnhurriedPacer(baud: baud)
  var (now, taken): (Int64, Int) = (0, 0)
  var result: (wakeUps: Int, fullest: Int, pauses: [Int64]) = (0, 0, [])
  // Each second begins with its burst, at the port's speed.
  func sent(until time: Int64) -> Int {
    let (second, inside) = (Int(time / 1_000_000_000), Int(time % 1_000_000_000))
    return second * bytesPerSecond + min(bytesPerSecond, inside * baud / 10 / 1_000_000_000)
  }
  while now < Int64(seconds) * 1_000_000_000 {
    let waiting = sent(until: now) - taken
    taken += waiting
    result.wakeUps += 1
    result.fullest = max(result.fullest, waiting)
    guard let pause = pacer.read(max(waiting, 1), at: now, longest: longest) else { break }
    result.pauses.append(pause)
    now += pause
  }
  return result
}

@Suite("Reading in no hurry")
struct UnhurriedPacerTests {
  @Test(
    "takes one wake-up in four seconds, whatever the port's speed",
    arguments: [(4800, 300), (9600, 444), (38_400, 444), (115_200, 444), (921_600, 444)])
  func rare(baud: Int, bytesPerSecond: Int) {
    let found = read(baud: baud, bytesPerSecond: bytesPerSecond, seconds: 3600)
    #expect(found.wakeUps <= 3600 / 4 + 200, "\(found.wakeUps)")
  }

  @Test("never lets the buffer overflow, even on a line that is full", arguments: [4800, 9600, 115_200, 921_600])
  func fullLine(baud: Int) {
    let found = read(baud: baud, bytesPerSecond: baud / 10, seconds: 60)
    #expect(found.fullest < 4095, "\(found.fullest)")
  }

  @Test("sleeps no longer than it may")
  func bounded() {
    let found = read(baud: 9600, bytesPerSecond: 144, seconds: 60, longest: 1_500_000_000)
    #expect(found.pauses.allSatisfy { $0 <= 1_500_000_000 })
  }

  @Test("a receiver that sends more than it did is read as if nothing were known of it")
  func more() {
    var pacer = UnhurriedPacer(baud: 115_200)
    var now: Int64 = 0
    for _ in 0..<100 {
      now += pacer.read(100, at: now, longest: 4_000_000_000) ?? 0
    }
    #expect(pacer.read(100, at: now, longest: 4_000_000_000) == 4_000_000_000)
    #expect(pacer.read(3500, at: now + 4_000_000_000, longest: 4_000_000_000) == 177_690_972)
  }

  @Test("waits for the next byte of a silent one")
  func silent() {
    var pacer = UnhurriedPacer(baud: 9600)
    #expect(pacer.read(0, at: 0, longest: 4_000_000_000) == nil)
  }
}
