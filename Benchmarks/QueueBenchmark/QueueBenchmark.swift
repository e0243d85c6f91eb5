import Delivery
import EventLoop
import GNSS
import Glibc
import HTTPClient
import Sampling
import Sinks
import Store
import Synchronization
import Tracking

/// Fills a queue, drains it into a server as the tracker does, or lives a day; one line of figures each.
@main
enum QueueBenchmark {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("fill", 4): try fill(words[1], points: Int(words[2]) ?? 0, group: Int(words[3]) ?? 1)
    case ("drain", 5): try drain(words[1], server: words[2], asset: words[3], batch: Int(words[4]) ?? 1)
    case ("day", 3): try day(words[1], Durability(rawValue: words[2]) ?? .batch)
    default: print("usage: QueueBenchmark fill DB POINTS GROUP | drain DB URL ASSET BATCH | day DB DURABILITY")
    }
  }

  private static let asset = "bench"

  /// Points of a drive at 1 Hz, committed in groups.
  private static func fill(_ path: String, points: Int, group: Int) throws {
    let usage = Usage()
    let store = try SQLiteStore(path: path, capacity: points + group)
    let started = bootNanoseconds()
    var number = 0
    while number < points {
      let count = min(group, points - number)
      store.append((number..<number + count).compactMap { Sample(fix($0), mode: .active, reason: .distance) })
      try store.commit()
      number += count
    }
    report("fill", points, since: started, usage)
  }

  /// The live tracker, without a receiver, until nothing waits.
  private static func drain(_ path: String, server url: String, asset: String, batch: Int) throws {
    let usage = Usage()
    var config = DataTrackingConfig()
    (config.backlogBatchSize, config.requestsPerSecond) = (batch, 100)
    let server = try NextBillionServer(base: url, key: "")
    let loop = try EventLoop()
    let disk = try Worker<Tracker.Store> { try SQLiteStore(path: path, capacity: 10_000_000) }
    let network = try Worker<any Sink> { NextBillionSink(server, client: try HTTPClient(userAgent: "bench")) }
    let settings = TrackerSettings(
      binding: Binding(assetID: asset, server: server.base), locationConfig: LocationConfig(.active),
      dataTrackingConfig: config, seed: 1)
    let points = Atomic<Int>(0)
    let stop = Mutex<(@Sendable () -> Void)?>(nil)
    let tracker = Tracker(
      on: LoopExecutor(loop), settings: settings, disk: disk, network: { work in network.submit { work($0) } }
    ) { event in
      switch event {
      case .started(_, let waiting): points.store(waiting, ordering: .relaxed)
      case .uploaded(_, 0, _): stop.withLock { $0 }?()
      case .stopped: disk.finish { loop.stop() }
      case .uploadFailed(let reason), .uploadDenied(let reason), .storeFailed(let reason): print(reason)
      default: break
      }
    }
    stop.withLock { $0 = { tracker.assumeIsolated { $0.stop(.byUser) } } }
    let started = bootNanoseconds()
    loop.execute { tracker.assumeIsolated { $0.start { _ in nil } } }
    try loop.run()
    report("drain", points.load(ordering: .relaxed), since: started, usage)
  }

  /// A day of driving in active mode at 1 Hz, each request confirmed at once, on a virtual clock.
  private static func day(_ path: String, _ durability: Durability) throws {
    let usage = Usage()
    var settings = TrackerSettings(
      binding: Binding(assetID: asset, server: "http://bench"), locationConfig: LocationConfig(.active), seed: 1)
    settings.dataTrackingConfig.durability = durability
    let store = try SQLiteStore(path: path)
    let started = bootNanoseconds()
    var run = try VirtualRun(settings: settings, store: store, sink: Yes())
    for second in 0..<86_400 { _ = try run.receive(fix(second)) }
    try run.finish()
    report("day", run.result.pipeline.keptInAll, since: started, usage)
  }

  private final class Yes: Sink {
    func bind(assetID: String, deviceID: String) -> Outcome { .accepted(answer: "200") }
    func deliver(_ batch: Batch) -> Outcome { .accepted(answer: "200") }
  }

  /// A drive north at 10 m/s.
  private static func fix(_ second: Int) -> Fix {
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: 1_796_000_000_000 + Int64(second) * 1000)
    fix.mode = .threeD
    fix.coordinate = Coordinate(
      latitudeNanodegrees: -80_000_000_000 + Int64(second % 1_700_000) * 90_000, longitudeNanodegrees: 8_123_456_789)
    fix.timeOfDayMilliseconds = Int32(second % 86_400) * 1000
    fix.altitudeMSLMillimetres = 412_300
    fix.altitudeHAEMillimetres = 459_800
    fix.geoidSeparationMillimetres = 47_500
    fix.speedMillimetresPerSecond = 10_000
    fix.trackMillidegrees = 359_410
    fix.horizontalErrorMillimetres = 2_400
    fix.hdopThousandths = 790
    fix.satellitesUsed = 12
    fix.quality = 1
    fix.status = 1
    return fix
  }

  private static func report(_ what: String, _ points: Int, since started: Int64, _ usage: Usage) {
    let seconds = Double(bootNanoseconds() - started) / 1e9
    let written = Usage().written - usage.written
    print(
      what, "points", points, "seconds", rounded(seconds), "per_second", Int(Double(points) / max(seconds, 1e-9)),
      "bytes_written", written, "bytes_per_point", rounded(Double(written) / Double(max(1, points))), "peak_kib",
      Usage().peakKiB)
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// What the kernel says that this process has used.
private struct Usage {
  /// Bytes sent to the disk.
  let written: Int
  /// The most memory it had.
  let peakKiB: Int

  init() {
    written = Usage.number("write_bytes:", in: "/proc/self/io")
    peakKiB = Usage.number("VmHWM:", in: "/proc/self/status")
  }

  private static func number(_ name: String, in path: String) -> Int {
    guard let file = fopen(path, "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let words = line.split { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 0 }
      let text = words.map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
      if text.first == name, text.count > 1 { return Int(text[1]) ?? 0 }
    }
    return 0
  }
}
