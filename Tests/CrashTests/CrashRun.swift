import Delivery
import EventLoop
import GNSS
import HTTPClient
import Sampling
import Sinks
import Store
import Synchronization
import TestSupport
import Tracking

/// What many runs came to.
struct CrashTally: Equatable {
  var runs = 0
  var cuts = 0
  var requests = 0
  /// Points that were confirmed to the producer.
  var confirmed = 0
  /// Confirmed points that neither the server has nor the board keeps.
  var lost = 0
  /// Points that got a second number, and numbers that got a second point.
  var renumbered = 0
  /// Points that the server has under two keys.
  var twoKeys = 0
  /// Points whose text differed when they were sent again.
  var changed = 0
}

/// One seeded run: a tracker drives, sends through a network that fails in every way, and is cut off again and again at
/// any step of its upload side, by a kill or by the power. In the end all is well, and everything is audited.
final class CrashRun {
  private let seed: UInt64
  private var random: SplitMix64
  private let server: CrashServer
  private let asset: String
  private let ledger = Ledger()
  private let sent = SentLog()
  private var second: Int64 = 0
  private var cuts = 0

  init(seed: UInt64, server: CrashServer) throws {
    self.seed = seed
    self.server = server
    random = SplitMix64(seed: seed)
    asset = "crash-\(seed)"
    try server.createAsset(asset)
  }

  /// What the requests carried, and what becomes of them; shared with the relay's threads.
  final class SentLog: Sendable {
    private let texts = Locked(SentTexts())
    private let random = Locked(SplitMix64(seed: 0))
    private let requests = Atomic<Int>(0)
    let isWell = Atomic<Bool>(false)

    var changed: Int { texts.withLock { $0.changed } }
    var requestCount: Int { requests.load(ordering: .relaxed) }

    func seed(_ seed: UInt64) { random.withLock { $0 = SplitMix64(seed: seed) } }

    /// Whether the server's name cannot be resolved just now.
    func isNameLost() -> Bool {
      if isWell.load(ordering: .relaxed) { return false }
      return random.withLock { Int.random(in: 0..<100, using: &$0) < 3 }
    }

    /// Takes a request down and decides its fate.
    func fate(of body: String) -> FaultRelay.Fault {
      requests.add(1, ordering: .relaxed)
      texts.withLock { $0.saw(body) }
      if isWell.load(ordering: .relaxed) { return .none }
      let fate = random.withLock { Int.random(in: 0..<1000, using: &$0) }
      switch fate {
      case 0..<100: return .lostAnswer
      case 100..<150: return .reset
      case 150..<200: return .halfAnswer
      case 200..<205: return .stall
      case 205..<260: return .status([500, 502, 503][fate % 3])
      case 260..<300: return .status([401, 403, 404, 408, 429][fate % 5])
      // A refusal of one point alone would be for good; of many it makes the board take them apart.
      case 300..<340 where SentTexts.points(in: body) > 1: return .status([400, 413, 422, 409][fate % 4])
      default: return .none
      }
    }
  }

  /// Lives from cut to cut, ends well, and audits.
  func run() throws -> CrashTally {
    sent.seed(seed &+ 1)
    let relay = try FaultRelay(to: server.port) { [sent] in sent.fate(of: $0) }
    defer { relay.stop() }
    var folder = try TemporaryFolder()
    for _ in 0..<Int.random(in: 1...5, using: &random) { folder = try live(in: folder, relay.port) }
    sent.isWell.store(true, ordering: .relaxed)
    return try audit(endWell(in: folder, relay.port))
  }

  private var settings: TrackerSettings {
    var config = DataTrackingConfig()
    config.durability = Durability.allCases[Int(seed % 3)]
    config.currentFirst = seed % 4 == 0
    (config.backlogBatchSize, config.requestsPerSecond) = (60, 100)
    return TrackerSettings(
      binding: Binding(assetID: asset, server: "relay"), locationConfig: LocationConfig(.active),
      dataTrackingConfig: config, seed: seed)
  }

  private func sink(_ port: UInt16) throws -> NamedSink {
    var limits = HTTPLimits()
    limits.totalMilliseconds = 400
    func sink(_ base: String) throws -> NextBillionSink {
      let server = try NextBillionServer(base: base, key: "", limits: limits)
      return NextBillionSink(server, client: try HTTPClient(userAgent: "crash"))
    }
    return NamedSink(try sink("http://127.0.0.1:\(port)"), lost: try sink("http://waymark.invalid")) { [sent] in
      sent.isNameLost()
    }
  }

  /// One life that is cut off; gives the folder with what it left.
  private func live(in folder: TemporaryFolder, _ port: UInt16) throws -> TemporaryFolder {
    let disk = try FaultyDisk(folder.path)
    let life = Life(disk, steps: Int.random(in: 1...60, using: &random), seed: random.next())
    do { try drive(life, folder, port) } catch is Cut {}
    life.end()
    cuts += 1
    let left = try TemporaryFolder()
    let events = life.cutAfter ?? disk.eventCount
    if Bool.random(using: &random) {
      try disk.leaveAfterPowerCut(events, in: left.path, using: &random)
    } else {
      try disk.leaveAfterKill(events, in: left.path)
    }
    return left
  }

  private func drive(_ life: Life, _ folder: TemporaryFolder, _ port: UInt16) throws {
    let store = try life.perform { try SQLiteStore(path: folder.file("queue.db"), capacity: 100_000) }
    let mortal = MortalStore(store, life, ledger)
    var run = try VirtualRun(settings: settings, store: mortal, sink: MortalSink(try sink(port), life))
    // Now and then the disk is full for a while.
    let full = Int.random(in: 0..<1_600, using: &random)
    for step in 0..<400 where !life.isOver {
      life.disk.limit(bytes: (full..<full + 80).contains(step) ? 3_000 : nil)
      _ = try run.receive(nextFix())
    }
  }

  /// A drive north at 10 m/s, with a stretch without reception now and then.
  private func nextFix() -> Fix {
    second += Int.random(in: 0..<100, using: &random) == 0 ? 900 : 1
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: 1_796_000_000_000 + second * 1000)
    fix.mode = .threeD
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_000_000_000 + second * 90_000, longitudeNanodegrees: 8_000_000_000)
    fix.speedMillimetresPerSecond = 10_000
    return fix
  }

  /// A last life without faults; gives the times of the points that were set aside.
  private func endWell(in folder: TemporaryFolder, _ port: UInt16) throws -> Set<Int64> {
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 100_000)
    let life = Life(try FaultyDisk(folder.path), steps: nil, seed: 0)
    let mortal = MortalStore(store, life, ledger)
    var run = try VirtualRun(settings: settings, store: mortal, sink: MortalSink(try sink(port), life))
    try run.finish()
    if run.result.waiting > 0 { throw StillWaiting(points: run.result.waiting, failure: run.result.failure) }
    return Set(try store.setAside(1_000).map { $0.queued.sample.time.millisecondsSince1970 })
  }

  private func audit(_ setAside: Set<Int64>) throws -> CrashTally {
    let places = try server.places(of: asset)
    var tally = CrashTally(runs: 1, cuts: cuts, requests: sent.requestCount, confirmed: ledger.confirmed.count)
    tally.lost = ledger.confirmed.filter { places[$0] == nil && !setAside.contains($0) }.count
    tally.renumbered = ledger.renumbered
    tally.twoKeys = places.values.filter { $0 > 1 }.count
    tally.changed = sent.changed
    return tally
  }
}

/// A run that should have ended well did not.
struct StillWaiting: Error {
  let points: Int
  let failure: String?
}
