import Collector
import HTTPClient
import SQLite
import TestSupport

/// The real collector, on a loop of its own, and a look into its database.
final class CrashServer {
  let port: UInt16
  private let folder: TemporaryFolder
  private let thread: LoopThread
  private let collector = Confined<Collector>()

  init() throws {
    folder = try TemporaryFolder()
    thread = try LoopThread()
    port = try thread.perform { [thread, collector, path = folder.file("collector.db")] in
      let made = try Collector(loop: thread.loop, database: path)
      collector.value = made
      return try made.start()
    }
  }

  deinit {
    try? thread.perform { [collector] in
      collector.value?.stop()
      collector.value = nil
    }
    try? thread.stop()
  }

  func createAsset(_ id: String) throws {
    let request = HTTPRequest(
      .post, "http://127.0.0.1:\(port)/skynet/asset", headers: ["Content-Type": "application/json"],
      body: Array(#"{"name":"\#(id)","custom_id":"\#(id)"}"#.utf8))
    let status = try HTTPClient(userAgent: "test").perform(request).status
    if status != 200 { throw HTTPClientError.other("the collector answers \(status)") }
  }

  /// How many places an asset has at each time.
  func places(of asset: String) throws -> [Int64: Int] {
    let connection = try Connection(path: folder.file("collector.db"), mode: .readOnly)
    let select = try connection.prepare(
      """
      SELECT timestamp, count(*) FROM location WHERE asset = (SELECT number FROM asset WHERE id = ?) GROUP BY timestamp
      """)
    try select.bind(asset, at: 1)
    var places: [Int64: Int] = [:]
    while try select.step() { places[select.integer(0) ?? 0] = Int(select.integer(1) ?? 0) }
    return places
  }
}
