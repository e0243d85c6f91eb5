import FoundationEssentials
import Testing

@Suite("Crashes")
struct CrashTests {
  /// `scripts/crash N` asks for more.
  private static let runs = ProcessInfo.processInfo.environment["WAYMARK_CRASH_RUNS"].flatMap(UInt64.init) ?? 25
  private static let firstSeed =
    ProcessInfo.processInfo.environment["WAYMARK_CRASH_SEED"].flatMap(UInt64.init) ?? 1

  @Test("at any step, by kill or power cut, on a failing network, cost no confirmed point and no point its name")
  func seeded() throws {
    let server = try CrashServer()
    var tally = CrashTally()
    for seed in Self.firstSeed..<Self.firstSeed + Self.runs {
      let run = try CrashRun(seed: seed, server: server).run()
      #expect(run.lost == 0 && run.renumbered == 0 && run.twoKeys == 0 && run.changed == 0, "seed \(seed): \(run)")
      tally.add(run)
    }
    #expect(tally.confirmed > 100 * tally.runs / 2, "too little happened: \(tally)")
    print(tally.table)
  }
}

extension CrashTally {
  mutating func add(_ other: CrashTally) {
    runs += other.runs
    cuts += other.cuts
    requests += other.requests
    confirmed += other.confirmed
    lost += other.lost
    renumbered += other.renumbered
    twoKeys += other.twoKeys
    changed += other.changed
  }

  /// One line a figure.
  var table: String {
    let rows = [
      ("runs", runs), ("cuts", cuts), ("requests", requests), ("points confirmed", confirmed), ("lost", lost),
      ("renumbered", renumbered), ("sent under two keys", twoKeys), ("changed when sent again", changed),
    ]
    return rows.map { name, number in
      "crash: \(name)" + String(repeating: " ", count: max(1, 34 - name.count - "\(number)".count)) + "\(number)"
    }.joined(separator: "\n")
  }
}
