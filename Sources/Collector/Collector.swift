public import EventLoop
import Glibc
public import HTTPServer

/// The embedded server: takes assets, bindings and locations in the manner of NextBillion's tracking API and keeps them
/// in an SQLite file.
///
/// Everything here belongs to the loop's thread. A request is on disk before it is answered, and the loop waits for the
/// disk: it is not a loop on which a receiver is read as well.
public final class Collector {
  private let store: CollectorStore
  private let address: ListenAddress
  private let server: Server

  /// A collector that does not listen yet.
  ///
  /// - Parameters:
  ///   - database: the SQLite file, made when it is missing; `:memory:` for none.
  ///   - address: where to listen; port 0 lets the kernel choose one.
  ///   - key: what every request must bear as its query value `key`; nil takes any.
  ///   - report: told, in a sentence, of a request that the database failed.
  /// - Throws: an error whose description is a sentence for the user, when the database cannot be used.
  public init(
    loop: EventLoop, database: String, address: ListenAddress = .loopback(port: 0), key: String? = nil,
    report: @escaping (String) -> Void = { _ in }
  ) throws {
    store = try CollectorStore(path: database)
    self.address = address
    let router = Router(store: store, key: key, report: report)
    server = Server(loop: loop) { router.answer($0, now: Int64(time(nil))) }
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
