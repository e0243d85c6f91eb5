public import Delivery
import FoundationEssentials
import Sampling
import Tracking

/// What the SDK remembers over restarts and power cuts, as it is read at the start.
public struct SessionMemory: Sendable {
  /// The random name of this board.
  let deviceID: String
  /// The asset that is bound, on the server that knows it.
  var binding: Binding?
  /// Whether tracking is to be on; nil when nobody has ever said so.
  var isTracking: Bool?
  /// Why it was stopped last.
  var stopReason: TrackingDisableType?
  /// Thresholds that were set by a call; nil when the configuration's hold.
  var locationConfig: LocationConfig?
  /// How points are sent, when it was set by a call.
  var upload: RememberedUpload?
  /// Which notifications there are.
  var notificationConfig = NotificationConfig()
  /// The trip that is running.
  var activeTrip: String?
  /// Who uses the board.
  var userID: String?
  /// The asset that was created last.
  var createdAsset: CreatedAsset?

  /// Reads it all; makes and remembers the board's random name when there is none yet. What cannot be understood (an
  /// older or newer version wrote it) counts as never set.
  public init(from store: any LocationQueue & StateStore, seed: UInt64) throws {
    let remembered = try Remembered(from: store, seed: seed)
    deviceID = remembered.deviceID
    binding = remembered.binding
    isTracking = try store.text(.tracking).flatMap { ["on": true, "off": false][$0] }
    stopReason = try store.text(.stopReason).flatMap(TrackingDisableType.init)
    locationConfig = try store.value(.locationConfig, RememberedLocationConfig.self)?.config
    upload = try store.value(.dataTrackingConfig, RememberedUpload.self)
    notificationConfig = try store.value(.notificationConfig, NotificationConfig.self) ?? NotificationConfig()
    activeTrip = try store.text(.activeTrip)
    userID = try store.text(.userID)
    createdAsset = try CreatedAsset(from: store)
  }
}

/// The asset that was created last, as it was asked for.
struct CreatedAsset: Hashable, Sendable {
  let id: String
  let profile: AssetProfile

  init(id: String, profile: AssetProfile) {
    self.id = id
    self.profile = profile
  }

  fileprivate init?(from store: any StateStore) throws {
    guard let id = try store.text(.assetID), let name = try store.text(.assetName) else { return nil }
    self.id = id
    profile = AssetProfile(
      name: name, customId: try store.text(.customID), description: try store.text(.assetDescription),
      attributes: try store.value(.assetAttributes, [String: String].self))
  }

  /// Remembers it; the id goes last, for it is what says that the rest is there.
  func remember(in store: any StateStore) throws {
    try store.set(.customID, to: profile.customId)
    try store.set(.assetName, to: profile.name)
    try store.set(.assetDescription, to: profile.description)
    try store.set(.assetAttributes, toValue: profile.attributes)
    try store.set(.assetID, to: id)
  }
}

/// A location configuration as it is remembered, and as the API speaks of it.
struct RememberedLocationConfig: Codable {
  private let mode: String
  private let distance, leastTime, heartbeat, accuracy: Double
  private let turn: Double?

  init(_ config: LocationConfig) {
    mode = config.mode.rawValue
    distance = config.distanceMetres
    leastTime = config.leastTimeSeconds
    heartbeat = config.heartbeatSeconds
    accuracy = config.accuracyMetres
    turn = config.turnDegrees
  }

  var config: LocationConfig? {
    guard let mode = TrackingMode(rawValue: mode) else { return nil }
    var config = LocationConfig(mode)
    guard mode == .custom else { return config }
    config.distanceMetres = distance
    config.leastTimeSeconds = leastTime
    config.heartbeatSeconds = heartbeat
    config.accuracyMetres = accuracy
    config.turnDegrees = turn
    return config
  }
}

/// The SDK's part of a data tracking configuration, as it is remembered.
struct RememberedUpload: Codable, Hashable {
  private let batchSize, storageSize: Int
  private let batchWindow: Double
  private let clearOnCollision: Bool

  init(_ config: DataTrackingConfig) {
    batchSize = config.batchSize
    storageSize = config.storageSize
    batchWindow = config.batchWindowSeconds
    clearOnCollision = config.shouldClearLocalDataWhenCollision
  }

  /// The configuration with this part in it.
  func inserted(into config: DataTrackingConfig) -> DataTrackingConfig {
    var config = config
    config.batchSize = batchSize
    config.storageSize = storageSize
    config.batchWindowSeconds = batchWindow
    config.shouldClearLocalDataWhenCollision = clearOnCollision
    return config
  }
}

extension StateStore {
  /// A value that is remembered as JSON; nil when it was never set or is not of that shape.
  func value<Value: Decodable>(_ key: StateKey, _ type: Value.Type) throws -> Value? {
    try text(key).flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  /// Remembers a value as JSON; nil forgets it.
  func set(_ key: StateKey, toValue value: (some Encodable)?) throws {
    try set(key, to: value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) })
  }
}
