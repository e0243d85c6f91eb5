import Delivery
import GNSS
import HTTPClient
import Sampling
import Sinks
import Store
import TestSupport
import Testing
import Tracking

@Suite("One point over which the server fails", .serialized)
struct PoisonTests {
  @Test(
    "is set aside with the reason, and all others arrive",
    arguments: [
      (FaultRelay.Fault.silence, "did not answer in time"), (.reset, "the connection broke"), (.status(500), "500"),
    ])
  func setAside(fault: FaultRelay.Fault, reason: String) throws {
    let server = try CrashServer()
    try server.createAsset("van")
    let poison: Int64 = 7
    let relay = try FaultRelay(to: server.port) { body in
      body.contains(#""timestamp":\#(Self.time(poison))"#) ? fault : .none
    }
    defer { relay.stop() }
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file("queue.db"))
    let settings = TrackerSettings(
      binding: Binding(assetID: "van", server: "relay"), locationConfig: LocationConfig(.active), seed: 1)
    var run = try VirtualRun(settings: settings, store: store, sink: try sink(relay.port))
    for second in 1...300 { _ = try run.receive(fix(Int64(second))) }
    try run.finish()

    let aside = try store.setAside(10)
    #expect(aside.map(\.queued.sample.time.millisecondsSince1970) == [Self.time(poison)])
    #expect(aside.first?.reason.contains(reason) == true, "\(aside)")
    let places = try server.places(of: "van")
    #expect(run.result.waiting == 0 && run.result.refused == 1)
    #expect(places.count == run.result.pipeline.keptInAll - 1 && places.values.allSatisfy { $0 == 1 })
  }

  private func sink(_ port: UInt16) throws -> NextBillionSink {
    var limits = HTTPLimits()
    limits.totalMilliseconds = 250
    let server = try NextBillionServer(base: "http://127.0.0.1:\(port)", key: "", limits: limits)
    return NextBillionSink(server, client: try HTTPClient(userAgent: "poison"))
  }

  private static func time(_ second: Int64) -> Int64 { 1_796_000_000_000 + second * 1000 }

  /// A drive north at 10 m/s.
  private func fix(_ second: Int64) -> Fix {
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: Self.time(second))
    fix.mode = .threeD
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_000_000_000 + second * 90_000, longitudeNanodegrees: 8_000_000_000)
    fix.speedMillimetresPerSecond = 10_000
    return fix
  }
}
