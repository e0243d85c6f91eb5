import Collector
import HTTPClient
import TestSupport

@testable import Sinks

/// The real collector on a loopback socket, on a thread of its own, and what asks it.
final class CollectorServer {
  let api: NextBillionAPI
  let sink: NextBillionSink
  private let thread: LoopThread
  private let collector = Confined<Collector>()

  /// A collector with an empty database; `key` is what clients say, `settings` what the collector wants.
  init(_ settings: Collector.Settings = Collector.Settings(), key: String = "", keyHeader: String? = nil) throws {
    thread = try LoopThread()
    let port = try thread.perform { [thread, collector] in
      let made = try Collector(loop: thread.loop, database: ":memory:", settings: settings)
      collector.value = made
      return try made.start()
    }
    let server = try NextBillionServer(base: "http://127.0.0.1:\(port)", key: key, keyHeader: keyHeader)
    let client = try HTTPClient(userAgent: "test")
    api = NextBillionAPI(server, client: client)
    sink = NextBillionSink(server, client: client)
  }

  /// A collector on which some requests go wrong.
  convenience init(failing plan: String) throws {
    var settings = Collector.Settings()
    settings.faults = try FaultPlan(plan)
    try self.init(settings)
  }

  /// How many points it holds for an asset.
  func points(of asset: String) throws -> Int? {
    try thread.perform { [collector] in try collector.value?.pointCount(assetID: asset) }
  }

  deinit {
    try? thread.perform { [collector] in collector.value = nil }
    try? thread.stop()
  }
}
