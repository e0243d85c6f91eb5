import Delivery
import GNSS
import Sampling
import Store
import TestSupport
import Testing
import Tracking

/// A server that knows points by asset, device, time and place, and whose answers a test may lose.
private final class KeyedServer: Sink {
  private(set) var stored: [String: [QueuedSample]] = [:]
  private(set) var order: [Int64] = []
  private(set) var batches: [Batch] = []
  /// What the device hears instead of the answer, for the next requests; nil lets the answer through.
  var lost: [Outcome?] = []
  /// What happens instead of the next requests.
  var down: (() -> Outcome?) = { nil }

  func bind(assetID: String, deviceID: String) -> Outcome { down() ?? .accepted(answer: "200") }

  func deliver(_ batch: Batch) -> Outcome {
    if let outcome = down() { return outcome }
    batches.append(batch)
    for queued in batch.samples {
      let sample = queued.sample
      let key = "\(batch.assetID) \(batch.deviceID) \(sample.time) \(sample.coordinate)"
      if stored[key] == nil { order.append(sample.time.millisecondsSince1970) }
      stored[key, default: []].append(queued)
    }
    return (lost.isEmpty ? nil : lost.removeFirst()) ?? .accepted(answer: "200")
  }

  /// Whether each point was the same under the same number whenever it came.
  var isUnchanged: Bool { stored.values.allSatisfy { Set($0).count == 1 } }
}

private let settings = TrackerSettings(
  binding: Binding(assetID: "van", server: "http://a"), locationConfig: LocationConfig(.active), seed: 7)

/// The nth fix of a drive north, `seconds` after the first.
private func fix(_ number: Int, at seconds: Int) -> Fix {
  var fix = Fix()
  fix.time = UTCInstant(millisecondsSince1970: 1_796_000_000_000 + Int64(seconds) * 1000)
  fix.mode = .threeD
  fix.coordinate = Coordinate(
    latitudeNanodegrees: 40_000_000_000 + Int64(number) * 90_000, longitudeNanodegrees: 8_000_000_000)
  fix.speedMillimetresPerSecond = 10_000
  return fix
}

@Suite("Answers that are lost, and long silences")
struct LostAnswerTests {
  @Test("a lost answer, then a kill before the delete: the server has each of the seven points once, unchanged")
  func lostAcknowledgement() throws {
    let folder = try TemporaryFolder()
    let server = KeyedServer()
    var settings = settings
    settings.dataTrackingConfig.batchSize = 5
    server.lost = [.retry(reason: "timeout", afterSeconds: nil)]
    let disk = try FaultyDisk(folder.path)
    var left = 0
    do {
      let store = try SQLiteStore(path: folder.file("queue.db"))
      var run = try VirtualRun(settings: settings, store: store, sink: server)
      try drive(&run, from: 0, keeping: 5)
      // T+0: the server has stored all five, and the board does not know it.
      #expect(server.batches.map(\.samples.count) == [5] && run.result.acknowledged == 0)
      // T+31: two new ones; all seven are on the disk.
      try drive(&run, from: 31, keeping: 7)
      try store.commit()
      left = disk.eventCount
      // T+35: the same five again, and then the rest. The kill comes before any of it is deleted.
      try run.finish()
      #expect(run.result.acknowledged == 7)
    }
    let after = try TemporaryFolder()
    try disk.leaveAfterKill(left, in: after.path)
    let store = try SQLiteStore(path: after.file("queue.db"))
    var run = try VirtualRun(settings: settings, store: store, sink: server)
    try run.finish()
    #expect(run.result.waiting == 0)
    #expect(server.stored.count == 7)
    #expect(server.isUnchanged)
    #expect(server.batches[1] == server.batches[0], "byte for byte")
  }

  /// Feeds a fix a second until so many were kept in all.
  private func drive(_ run: inout VirtualRun, from second: Int, keeping number: Int) throws {
    for second in second..<second + 60 where run.result.pipeline.keptInAll < number {
      _ = try run.receive(fix(second, at: second))
    }
    try #require(run.result.pipeline.keptInAll == number)
  }

  @Test("thirty days without a network, then all points oldest first", arguments: Durability.allCases)
  func thirtyDays(durability: Durability) throws {
    let folder = try TemporaryFolder()
    let server = KeyedServer()
    var settings = settings
    settings.dataTrackingConfig.durability = durability
    let end = 30 * 86_400
    var (seconds, attempts) = (0, 0)
    server.down = {
      guard seconds < end else { return nil }
      attempts += 1
      return .retry(reason: "no route", afterSeconds: nil)
    }
    let store = try SQLiteStore(path: folder.file("queue.db"))
    var run = try VirtualRun(settings: settings, store: store, sink: server)
    var kept: [Sample] = []
    var number = 0
    while seconds <= end {
      kept += try run.receive(fix(number, at: seconds))
      number += 1
      seconds += durability == .each ? 1800 : 300
    }
    kept += try run.finish()
    #expect(kept.count == number)
    #expect(server.order == kept.map(\.time.millisecondsSince1970), "all of them, oldest first")
    #expect(run.result.waiting == 0 && run.result.overflowed == 0)
    #expect(server.isUnchanged)
    // A wait of 150 s on average; a drain of whole batches.
    #expect((10_000..<40_000).contains(attempts), "\(attempts) attempts")
    #expect(server.batches.count <= number / 200 + 2)
  }

  @Test("what the server confirms within half a minute is never written; what it does not is on the disk in time")
  func diskUse() throws {
    let folder = try TemporaryFolder()
    let server = KeyedServer()
    let disk = try FaultyDisk(folder.path)
    let store = try SQLiteStore(path: folder.file("queue.db"))
    var run = try VirtualRun(settings: settings, store: store, sink: server)
    for second in 0..<600 { _ = try run.receive(fix(second, at: second)) }
    let online = disk.bytesWritten
    server.down = { .retry(reason: "no route", afterSeconds: nil) }
    for second in 600..<700 { _ = try run.receive(fix(second, at: second)) }
    #expect(disk.bytesWritten > online)
    #expect(store.state.unsaved <= CommitPolicy.batchPoints)
    let opening = try FaultyDisk(folder.path)
    #expect(opening.eventCount == 0)
    #expect(online < 60_000, "\(online) bytes for ten minutes: the schema, and once the sampler's memory")
  }

  @Test("an unknown asset or a wrong key holds the queue, and lets go of nothing")
  func denied() throws {
    let folder = try TemporaryFolder()
    let server = KeyedServer()
    let store = try SQLiteStore(path: folder.file("queue.db"))
    var run = try VirtualRun(settings: settings, store: store, sink: server)
    for second in 0..<30 { _ = try run.receive(fix(second, at: second)) }
    server.down = { .denied(reason: "404") }
    for second in 30..<4000 { _ = try run.receive(fix(second, at: second)) }
    try run.finish()
    #expect(run.result.failure == "404")
    #expect(run.result.refused == 0)
    server.down = { nil }
    let (kept, before) = (run.result.pipeline.keptInAll, run.result.waiting)
    #expect(before > 3900)
    var second = try VirtualRun(settings: settings, store: store, sink: server)
    try second.finish()
    #expect(server.stored.count == kept)
  }
}
