public import EventLoop
import Glibc
public import HTTPServer

/// The embedded server: takes assets, bindings, locations and trips in the manner of NextBillion's tracking API and
/// keeps them in an SQLite file.
///
/// Everything here belongs to the loop's thread. A request is on disk before it is answered, and the loop waits for the
/// disk: it is not a loop on which a receiver is read as well.
public final class Collector {
  /// What a collector demands of its clients, and does to them.
  public struct Settings: Sendable {
    /// What every request must bear as its query value `key`; nil takes any.
    public var key: String?
    /// The header field that may bear the key in the query's place.
    public var keyHeader: String?
    /// How many requests it takes a minute with that key, and as many at once after a quiet minute; more are answered
    /// 429 with Retry-After. Nil is without a limit. The default is the vendor's documented limit.
    public var requestsPerMinute: Int? = 6000
    /// Where the page gets its map from: an address with `{z}`, `{x}` and `{y}`; nil draws a plain grid.
    public var tiles: String?
    /// Where the package libjs-leaflet keeps its files.
    var leafletFolder = "/usr/share/javascript/leaflet"
    /// What goes wrong on purpose.
    public var faults = FaultPlan()

    /// A collector that takes any key and does its best.
    public init() {}
  }

  private let store: CollectorStore
  private let address: ListenAddress
  private let server: Server

  /// A collector that does not listen yet.
  ///
  /// - Parameters:
  ///   - database: the SQLite file, made when it is missing; `:memory:` for none.
  ///   - address: where to listen; port 0 lets the kernel choose one.
  ///   - settings: its key, its limit and its faults.
  ///   - report: told, in a sentence, of a request that the database failed.
  /// - Throws: an error whose description is a sentence for the user, when the database cannot be used.
  public init(
    loop: EventLoop, database: String, address: ListenAddress = .loopback(port: 0), settings: Settings = Settings(),
    report: @escaping (String) -> Void = { _ in }
  ) throws {
    store = try CollectorStore(path: database)
    self.address = address
    let router = Router(store: store, settings: settings, report: report)
    server = Server(loop: loop, headers: settings.keyHeader.map { [$0] } ?? []) {
      router.answer($0, now: Int64(time(nil)))
    }
  }

  /// Begins to listen.
  ///
  /// - Returns: the port.
  public func start() throws(ListenError) -> UInt16 { try server.start(on: address) }

  /// Closes the port and all connections.
  public func stop() { server.stop() }

  /// How many locations the collector holds for an asset; 0 without such an asset.
  ///
  /// - Throws: an error whose description is a sentence for the user, when the database cannot be read.
  public func pointCount(assetID: String) throws -> Int { try store.locationCount(of: assetID) }
}
