import Collector
import EventLoop

/// The embedded server on a thread and a loop of its own, for as long as a replay lasts.
final class EmbeddedCollector {
  private struct Served {
    let loop: EventLoop
    let collector: Collector
  }

  /// The address to upload to.
  let url: String
  private let worker: Worker<Served>
  private let loop: EventLoop

  /// Starts it at a free port of the loopback interface.
  init(database: String) throws {
    let port = Locked<UInt16>(0)
    worker = try Worker {
      let loop = try EventLoop()
      var settings = Collector.Settings()
      // A long capture is a day's requests within seconds.
      settings.requestsPerMinute = nil
      let collector = try Collector(loop: loop, database: database, settings: settings)
      let chosen = try collector.start()
      port.withLock { $0 = chosen }
      return Served(loop: loop, collector: collector)
    }
    url = "http://127.0.0.1:\(port.withLock { $0 })"
    loop = try worker.call { $0.loop }
    worker.submit { served in
      do { try served.loop.run() } catch { complain("the collector ended: \(error)") }
    }
  }

  /// Ends the server; gives how many points of the asset it holds.
  func stop(countingPointsOf assetID: String) throws -> Int {
    loop.stop()
    return try worker.call { served in
      served.collector.stop()
      return try served.collector.pointCount(assetID: assetID)
    }
  }
}
