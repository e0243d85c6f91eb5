import Delivery
import EventLoop
import GNSS
import HAL
import Sampling
import Testing

@testable import Tracking

private let vanBinding = Binding(assetID: "van-7", server: "https://example.org")

/// A queue on a disk that takes nothing, with room for three points in memory.
private final class FullStore: LocationQueue, StateStore {
  private struct DiskFull: Error {}

  private(set) var state = QueueState()

  func append(_ samples: [Sample]) {
    let count = state.waiting + samples.count
    state.waiting = min(count, 3)
    state.unsaved = state.waiting
    state.overflowed += count - state.waiting
  }

  func commit() throws { throw DiskFull() }
  func read(_ selection: Selection) throws -> [QueuedSample] { throw DiskFull() }
  func settle(_ entry: UploadLogEntry) throws {}
  func removeAll() throws -> Int { 0 }
  func uploadLog(_ limit: Int) throws -> [UploadLogEntry] { [] }
  func setAside(_ limit: Int) throws -> [SetAsideSample] { [] }
  func sendAgain(assetID: String) throws -> Int { 0 }
  func removeSetAside() throws -> Int { 0 }
  func text(_ key: StateKey) throws -> String? { key == .boundAsset ? vanBinding.text : nil }
  func set(_ key: StateKey, to text: String?) throws {}
}

/// A receiver in a vehicle that drives for a minute.
private final class Drive: FixSource {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func start(_ receive: @escaping (SourceEvent) -> Void) {
    receive(.connected)
    for second in 0..<60 {
      loop.timer(after: Int64(second) * 1_000_000) {
        receive(.fix(Self.fix(second)))
        receive(.drained)
        if second == 59 { receive(.ended) }
      }
    }
  }

  func stop() {}

  private static func fix(_ second: Int) -> Fix {
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: 1_796_083_200_000 + Int64(second) * 1000)
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_000_000_000 + Int64(second) * 200_000, longitudeNanodegrees: 8_500_000_000)
    fix.mode = .threeD
    fix.satellitesUsed = 9
    fix.speedMillimetresPerSecond = 22_000
    fix.trackMillidegrees = 0
    fix.horizontalErrorMillimetres = 3_000
    return fix
  }
}

@Suite("A tracker whose memory is full", .timeLimit(.minutes(1)))
struct FullMemoryTests {
  @Test("tells of the points that are lost when they are, and knows how many wait")
  func overflow() throws {
    let loop = try EventLoop()
    let disk = try Worker<Tracker.Store> { FullStore() }
    let told = Locked<(kept: Int, losses: [Int], waiting: Int?)>((0, [], nil))
    let settings = TrackerSettings(binding: vanBinding, locationConfig: LocationConfig(.active), seed: 1)
    let tracker = Tracker(on: LoopExecutor(loop), settings: settings, disk: disk, network: { _ in }) { event in
      told.withLock { told in
        switch event {
        case .kept: told.kept += 1
        case .overflowed(let points): told.losses.append(points)
        case .stopped(_, let waiting): told.waiting = waiting
        default: break
        }
      }
      if case .stopped = event { loop.stop() }
    }
    loop.execute { tracker.assumeIsolated { $0.start { Drive($0) } } }
    try loop.run()
    let (kept, losses, waiting) = told.withLock { $0 }
    #expect(kept > 40 && waiting == 3 && losses.reduce(0, +) == kept - 3)
    #expect(losses.count > 10, "at once, not when it stops: \(losses)")
  }
}
