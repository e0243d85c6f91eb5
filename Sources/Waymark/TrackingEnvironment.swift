public import Delivery
public import EventLoop
public import GNSS
public import HAL
public import Sampling
public import Tracking

/// What a server must know of whoever asks it.
public struct ServerAccess: Hashable, Sendable {
  /// The API key.
  public var apiKey: String
  /// The header field that carries the key; nil for the query value `key`.
  public var keyHeader: String?
  /// Who uses the board; part of the user agent.
  public var userID: String?

  /// Access by a key.
  public init(apiKey: String, keyHeader: String? = nil, userID: String? = nil) {
    self.apiKey = apiKey
    self.keyHeader = keyHeader
    self.userID = userID
  }
}

/// The server as the network's thread sees it: none before there is a key.
///
/// Belongs to the thread that made it.
public final class ServerLink {
  /// One server in its two roles.
  public struct Server {
    /// It takes points.
    let sink: any Sink
    /// It knows assets and trips.
    let assets: any AssetService

    /// A server by the fronts to its two roles.
    public init(sink: any Sink, assets: any AssetService) {
      self.sink = sink
      self.assets = assets
    }
  }

  private let connect: (ServerAccess) throws -> Server
  private var server: Server?

  /// A link that is not usable before `use`.
  ///
  /// - Parameter connect: makes the front to the server.
  public init(_ connect: @escaping (ServerAccess) throws -> Server) { self.connect = connect }

  /// Asks with that key from now on.
  ///
  /// - Throws: an error whose description is a sentence, when the front cannot be made.
  func use(_ access: ServerAccess) throws { server = try connect(access) }

  /// Whom to ask about assets and trips.
  func assets() throws -> any AssetService {
    guard let assets = server?.assets else { throw AssetTrackingApiException(.notInitialized) }
    return assets
  }
}

extension ServerLink: Sink {
  /// Makes this device the one that reports for the asset.
  public func bind(assetID: String, deviceID: String) -> Outcome {
    server?.sink.bind(assetID: assetID, deviceID: deviceID) ?? withoutKey
  }

  /// Sends one batch and waits for the answer.
  public func deliver(_ batch: Batch) -> Outcome { server?.sink.deliver(batch) ?? withoutKey }

  private var withoutKey: Outcome { .denied(reason: "there is no API key") }
}

/// The board behind the SDK: its threads, its receiver, its server, and what its owner decided. Whoever knows the
/// adapters makes one.
public struct TrackingEnvironment: Sendable {
  /// The loop on which tracking lives.
  public var executor: LoopExecutor
  /// The queue and what is remembered.
  public var disk: Worker<Tracker.Store>
  /// The server.
  public var network: Worker<ServerLink>
  /// The server's address, without path and key.
  public var server: String
  /// Makes the receiver's source for one run; nil when there is none.
  public var source: Tracker.MakeSource
  /// The thresholds that hold until a call sets others.
  public var locationConfig: LocationConfig
  /// How points are sent until a call says otherwise.
  public var dataTrackingConfig = DataTrackingConfig()
  /// The earliest date to believe; nil believes every date.
  public var notBefore: UTCInstant?
  /// The battery whose percentage goes with each point; nil where there is none.
  public var battery: (any Battery)?
  /// The asset that the configuration names; nil leaves the choice to the calls.
  public var configuredAsset: String?
  /// Makes this board's waiting times differ from others'.
  public var seed: UInt64
  /// Told, on the loop's thread, of what happens to the tracker: for a log.
  public var report: @Sendable (TrackerEvent) -> Void = { _ in }

  /// An environment with the SDK's defaults.
  public init(
    executor: LoopExecutor, disk: Worker<Tracker.Store>, network: Worker<ServerLink>, server: String,
    locationConfig: LocationConfig = LocationConfig(.active), seed: UInt64,
    source: @escaping Tracker.MakeSource
  ) {
    self.executor = executor
    self.disk = disk
    self.network = network
    self.server = server
    self.locationConfig = locationConfig
    self.seed = seed
    self.source = source
  }
}
