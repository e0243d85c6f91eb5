public import Delivery
public import Devices
public import GNSS
import Glibc
public import Sampling

/// What the owner decided, read from one TOML file and checked.
public struct Configuration: Sendable {
  /// Where fixes come from.
  public let source: SourceAddress
  /// The commands by which the receiver is driven; nil leaves it as it is.
  public let drivenFamily: ReceiverFamily?
  /// The earliest date to believe.
  public let notBefore: UTCInstant?
  /// The server's address.
  public let serverURL: String
  /// Its API key.
  public let serverKey: String
  /// The asset this board reports for; nil leaves it to the calls.
  public let assetID: String?
  /// Which fixes are kept.
  public let locationConfig: LocationConfig
  /// How they are stored and sent.
  public let dataTrackingConfig: DataTrackingConfig
  /// The queue's file.
  public let storePath: String
  /// A light that shows how the tracker stands; nil for none.
  public let led: String?
  /// A file with the battery's percentage; nil takes the battery that the kernel knows.
  public let battery: String?
  /// The local API's socket.
  public let socketPath: String

  /// Reads a configuration text; `file` is its name in error sentences.
  public init(_ text: String, file: String) throws(ConfigurationError) {
    let reader = try ConfigurationReader(text, file: file)
    do throws(SourceAddressError) {
      source = try SourceAddress(reader.text("source"))
    } catch {
      throw reader.error("source", error.description)
    }
    switch source {
    case .serial, .gpsd: break
    case .capture, .standardInput, .replay:
      throw reader.error("source", "takes a receiver, serial:// or gpsd://; captures are for `waymark replay`")
    }
    drivenFamily = try Self.drivenFamily(reader, source)
    notBefore = UTCInstant(iso8601: reader.text("not_before"))
    serverURL = reader.text("server.url")
    serverKey = reader.text("server.key")
    assetID = reader.optional("asset.id")
    storePath = reader.text("store.path")
    led = reader.optional("board.led")
    battery = reader.optional("board.battery")
    socketPath = reader.optional("api.socket") ?? Self.socketPath(besides: storePath, isRoot: geteuid() == 0)
    locationConfig = Self.locationConfig(reader)
    var upload = DataTrackingConfig()
    upload.batchSize = reader.count("upload.batch_size") ?? upload.batchSize
    upload.storageSize = reader.count("upload.storage_size") ?? upload.storageSize
    upload.batchWindowSeconds =
      reader.quantity("upload.batch_window", Quantity.seconds) ?? upload.batchWindowSeconds
    upload.shouldClearLocalDataWhenCollision = reader.flag("upload.clear_on_collision")
    upload.backlogBatchSize = reader.count("upload.backlog_batch_size") ?? upload.backlogBatchSize
    upload.requestsPerSecond = reader.count("upload.requests_per_second") ?? upload.requestsPerSecond
    upload.currentFirst = reader.flag("upload.current_first")
    upload.durability = Durability(rawValue: reader.text("store.durability")) ?? upload.durability
    dataTrackingConfig = upload
  }

  /// The local API's socket of a board that runs as root with the default configuration.
  public static let systemSocketPath = "/run/waymark/waymark.sock"

  /// Where the store is when the file does not say.
  static let defaultStorePath = "/var/lib/waymark/waymark.db"

  private static func socketPath(besides store: String, isRoot: Bool) -> String {
    // One socket a store: a second tracker of root's has its own.
    if isRoot, store == defaultStorePath { return systemSocketPath }
    guard let slash = store.lastIndex(of: "/") else { return "waymark.sock" }
    return store[...slash] + "waymark.sock"
  }

  private static func drivenFamily(
    _ reader: ConfigurationReader, _ source: SourceAddress
  ) throws(ConfigurationError) -> ReceiverFamily? {
    guard reader.flag("receiver.control"), case .serial = source else { return nil }
    if let family = reader.optional("receiver.family").flatMap({ ReceiverFamily(rawValue: $0) }) { return family }
    let names = ReceiverFamily.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw reader.error(
      "receiver.control", "needs receiver.family, which tells the receiver's commands: set it to one of \(names)")
  }

  private static func locationConfig(_ reader: ConfigurationReader) -> LocationConfig {
    var config = LocationConfig(TrackingMode(rawValue: reader.text("tracking.mode")) ?? .active)
    let ofMode = config
    config.distanceMetres = reader.quantity("tracking.distance", Quantity.metres) ?? config.distanceMetres
    config.leastTimeSeconds = reader.quantity("tracking.least_time", Quantity.seconds) ?? config.leastTimeSeconds
    config.turnDegrees = reader.quantity("tracking.turn", Quantity.degrees) ?? config.turnDegrees
    config.heartbeatSeconds = reader.quantity("tracking.heartbeat", Quantity.seconds) ?? config.heartbeatSeconds
    config.accuracyMetres = reader.quantity("tracking.accuracy", Quantity.metres) ?? config.accuracyMetres
    if let change = reader.quantity("tracking.speed_change", Quantity.speed) {
      config.speedChangeMetresPerSecond = change > 0 ? change : nil
    }
    config.shape = shape(reader, config.shape)
    if config != ofMode { config.mode = .custom }
    return config
  }

  private static func shape(_ reader: ConfigurationReader, _ ofMode: ShapeTolerance?) -> ShapeTolerance? {
    let metres = reader.quantity("tracking.shape", Quantity.metres)
    guard metres != 0, var shape = ofMode ?? metres.map({ ShapeTolerance(metres: $0) }) else { return nil }
    shape.metres = metres ?? shape.metres
    if let inTime = reader.quantity("tracking.shape_in_time", Quantity.metres) {
      shape.synchronisedMetres = inTime > 0 ? inTime : nil
    }
    shape.delaySeconds = reader.quantity("tracking.shape_delay", Quantity.seconds) ?? shape.delaySeconds
    return shape
  }

  /// The commented default: every key with what it does; what has a default stands as a comment.
  ///
  /// - Parameter board: whose port, receiver and light are filled in as far as they are known; nil for none.
  public static func commented(for board: BoardProfile? = nil) -> String {
    let known = ["source": board?.source, "board.led": board?.led, "receiver.family": board?.family?.rawValue]
    var text = "# Waymark's configuration. What is commented out is the default, or an example where there is none.\n"
    var table = ""
    for key in ConfigurationKey.all {
      let parts = key.path.split(separator: ".")
      if parts.count > 1, table != parts[0] {
        table = String(parts[0])
        text += "\n[\(table)]\n"
      } else {
        text += "\n"
      }
      for line in key.help { text += "# \(line)\n" }
      var isRequired = false
      if case .required = key.absent { isRequired = true }
      if let value = known[key.path] ?? nil {
        text += "\(parts.last ?? "") = \"\(value)\"\n"
      } else {
        text += "\(isRequired ? "" : "# ")\(parts.last ?? "") = \(key.written)\n"
      }
    }
    return text
  }
}
