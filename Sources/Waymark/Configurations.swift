public import Delivery
public import Sampling

/// How closely the asset is followed.
public typealias TrackingMode = Sampling.TrackingMode
/// The thresholds by which locations are kept.
public typealias LocationConfig = Sampling.LocationConfig
/// How locations are stored and sent.
public typealias DataTrackingConfig = Delivery.DataTrackingConfig

extension TrackingMode {
  /// The SDK's spelling.
  public static let ACTIVE = TrackingMode.active
  /// The SDK's spelling.
  public static let BALANCED = TrackingMode.balanced
  /// The SDK's spelling.
  public static let PASSIVE = TrackingMode.passive
  /// The SDK's spelling.
  public static let CUSTOM = TrackingMode.custom
}

extension LocationConfig {
  /// The documented thresholds of a mode.
  public init(trackingMode: TrackingMode) { self.init(trackingMode) }

  /// Thresholds set by hand, which make the mode `custom`.
  ///
  /// - Parameter distanceFilter: metres.
  public init(distanceFilter: Double) {
    self.init(.custom)
    distanceMetres = distanceFilter
  }

  /// The mode, under the SDK's name.
  public var trackingMode: TrackingMode { mode }

  /// The distance in metres, under the SDK's name; setting it makes the mode `custom`.
  public var distanceFilter: Double {
    get { distanceMetres }
    set {
      distanceMetres = newValue
      mode = .custom
    }
  }
}

extension DataTrackingConfig {
  /// A configuration under the SDK's names, with its defaults.
  ///
  /// - Parameters:
  ///   - dataStorageSize: how many full batches are stored before the oldest points go; takes effect when the board
  ///     starts again.
  ///   - dataUploadingBatchSize: the most points in one request.
  ///   - dataUploadingBatchWindow: seconds between two requests that are not full.
  ///   - shouldClearLocalDataWhenCollision: whether points that wait are dropped when another device takes the asset.
  public init(
    dataStorageSize: Int = 5000, dataUploadingBatchSize: Int = 30, dataUploadingBatchWindow: Int = 20,
    shouldClearLocalDataWhenCollision: Bool = true
  ) {
    self.init()
    storageSize = dataStorageSize
    batchSize = dataUploadingBatchSize
    batchWindowSeconds = Double(dataUploadingBatchWindow)
    self.shouldClearLocalDataWhenCollision = shouldClearLocalDataWhenCollision
  }

  /// How many full batches are stored.
  public var dataStorageSize: Int {
    get { storageSize }
    set { storageSize = newValue }
  }

  /// The most points in one request.
  public var dataUploadingBatchSize: Int {
    get { batchSize }
    set { batchSize = newValue }
  }

  /// Seconds between two requests that are not full.
  public var dataUploadingBatchWindow: Int {
    get { Int(exactly: batchWindowSeconds.rounded()) ?? 0 }
    set { batchWindowSeconds = Double(newValue) }
  }
}
