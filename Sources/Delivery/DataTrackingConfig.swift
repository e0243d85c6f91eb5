/// How points are stored and sent; the SDK's DataTrackingConfig and its defaults.
public struct DataTrackingConfig: Hashable, Sendable {
  /// The most points in one request (dataUploadingBatchSize).
  public var batchSize = 30
  /// The least time between two requests that are not full (dataUploadingBatchWindow).
  public var batchWindowSeconds = 20.0
  /// How many full batches the queue holds (dataStorageSize).
  public var storageSize = 5000
  /// Whether points that wait are dropped when another device takes the asset; else they are kept, and sent once the
  /// asset is bound again.
  public var shouldClearLocalDataWhenCollision = true

  /// The SDK's defaults.
  public init() {}

  /// How many points the queue holds before the oldest go.
  public var capacity: Int { batchSize.multipliedReportingOverflow(by: storageSize).partialValue }
}
