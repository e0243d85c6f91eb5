import Testing

@testable import Devices

@Suite("Finding a receiver's speed")
struct BaudScanTests {
  /// The speeds listened at when so many sentences come in each window, until it is found.
  private func listen(_ scan: inout BaudScan, _ windows: [Int]) -> [Int] {
    var (rates, total): ([Int], Int) = ([], 0)
    for count in windows {
      scan.listen(sentences: total)
      rates.append(scan.baud)
      total += count
      if scan.heard(sentences: total) || scan.windowEnded(sentences: total) { break }
    }
    return rates
  }

  @Test("tries each speed, the most frequent first, and begins anew after a round")
  func round() {
    var scan = BaudScan(remembered: nil)
    let rates = listen(&scan, Array(repeating: 0, count: 9))
    #expect(rates == [9600, 38400, 115_200, 4800, 57600, 230_400, 460_800, 921_600, 9600])
    #expect(!scan.isFound)
    #expect(BaudScan.window * 8 <= 20_000_000_000, "a round fits into the time a receiver may be away")
  }

  @Test(
    "two sentences are found at once, one at the end of the window",
    arguments: [([2], [9600]), ([0, 0, 1], [9600, 38400, 115_200]), ([0, 5], [9600, 38400])])
  func finds(windows: [Int], rates: [Int]) {
    var scan = BaudScan(remembered: nil)
    #expect(listen(&scan, windows) == rates)
    #expect(scan.isFound && scan.baud == rates.last)
  }

  @Test("what worked is tried first, in the next run and after a loss")
  func remembers() {
    var scan = BaudScan(remembered: 4800)
    #expect(listen(&scan, [0, 0, 3]) == [4800, 9600, 38400])
    scan.lost()
    #expect(!scan.isFound)
    #expect(listen(&scan, [0, 3]) == [38400, 9600])
  }

  @Test("a loss while nothing is found goes on where it was")
  func lossOnTheWay() {
    var scan = BaudScan(remembered: nil)
    _ = listen(&scan, [0, 0])
    scan.lost()
    #expect(scan.baud == 115_200)
  }
}
