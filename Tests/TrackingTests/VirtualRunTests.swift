import Delivery
import GNSS
import Sampling
import Store
import TestSupport
import Testing
import Tracking

/// A server of the test's making: answers by plan, then with yes.
private final class ScriptedSink: Sink {
  var plan: [Outcome]
  private(set) var batches: [Batch] = []
  private(set) var binds: [String] = []

  init(_ plan: [Outcome] = []) { self.plan = plan }

  func bind(assetID: String, deviceID: String) -> Outcome {
    binds.append(assetID)
    return .accepted(answer: "200")
  }

  func deliver(_ batch: Batch) -> Outcome {
    batches.append(batch)
    return plan.isEmpty ? .accepted(answer: "200") : plan.removeFirst()
  }
}

/// A drive north at 10 m/s, one fix a second.
private func drive(seconds: Int) -> [Fix] {
  (0...seconds).map { second in
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: 1_780_000_000_000 + Int64(second) * 1000)
    fix.mode = .threeD
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_000_000_000 + Int64(second) * 90_000, longitudeNanodegrees: 8_000_000_000)
    fix.speedMillimetresPerSecond = 10_000
    return fix
  }
}

@Suite("A virtual run")
struct VirtualRunTests {
  private let settings = TrackerSettings(
    binding: Binding(assetID: "van", server: "http://a"), locationConfig: LocationConfig(.active), seed: 7)

  private func run(
    _ fixes: [Fix], _ store: SQLiteStore, _ sink: ScriptedSink
  ) throws -> (VirtualRun.Result, [Sample]) {
    var run = try VirtualRun(settings: settings, store: store, sink: sink)
    var kept: [Sample] = []
    for fix in fixes { kept += try run.receive(fix) }
    kept += try run.finish()
    return (run.result, kept)
  }

  @Test("delivers each kept sample once, in order, in windows of 20 s")
  func deliversAll() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 1000)
    let sink = ScriptedSink()
    let (result, kept) = try run(drive(seconds: 120), store, sink)
    #expect(kept.count > 100)
    #expect(sink.batches.flatMap(\.samples).map(\.sample) == kept)
    #expect(result.acknowledged == kept.count)
    #expect(result.pipeline.keptInAll == kept.count)
    #expect(result.waiting == 0)
    #expect((6...7).contains(sink.batches.count), "one request each 20 s and the last")
    #expect(try store.uploadLog(100).count == sink.batches.count)
    #expect(sink.binds == ["van"])
  }

  @Test("binds once for all runs")
  func bindsOnce() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 1000)
    let sink = ScriptedSink()
    _ = try run(drive(seconds: 5), store, sink)
    _ = try run(drive(seconds: 5), store, sink)
    #expect(sink.binds == ["van"])
  }

  @Test("repeats a batch whose answer was lost with the same points under the same numbers")
  func repeatsTheSame() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 1000)
    let sink = ScriptedSink([.retry(reason: "timeout", afterSeconds: nil)])
    let (result, kept) = try run(drive(seconds: 120), store, sink)
    #expect(sink.batches[0] == sink.batches[1])
    #expect(result.acknowledged == kept.count)
    #expect(result.uploaded == kept.count + sink.batches[0].samples.count)
  }

  @Test("keeps what a dead server did not take, for the next run")
  func keepsForTheNextRun() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 1000)
    let down = ScriptedSink(Array(repeating: .retry(reason: "refused", afterSeconds: nil), count: 100))
    let (result, kept) = try run(drive(seconds: 60), store, down)
    #expect(result.waiting == kept.count)
    #expect(result.failure == "refused")
    let (later, _) = try run([], store, ScriptedSink())
    #expect(later.acknowledged == kept.count)
  }

  @Test("refuses to send another asset's points")
  func refusesAnothersPoints() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"), capacity: 1000)
    _ = try run(drive(seconds: 60), store, ScriptedSink(Array(repeating: .denied(reason: "401"), count: 9)))
    var other = settings
    other.binding = Binding(assetID: "boat", server: "http://a")
    #expect(throws: BindingRefusal.unUploadedLocationData) {
      _ = try VirtualRun(settings: other, store: store, sink: ScriptedSink())
    }
  }
}
