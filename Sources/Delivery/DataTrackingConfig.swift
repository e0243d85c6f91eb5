/// How points are stored and sent; the SDK's DataTrackingConfig and its defaults, and what a board needs besides.
public struct DataTrackingConfig: Hashable, Sendable {
  /// The most points in one request while points go out as they come (dataUploadingBatchSize).
  public var batchSize = 30
  /// The most points in one request while more wait than one batch holds, if that is more than `batchSize`.
  public var backlogBatchSize = 200
  /// The least time between two requests that are not full (dataUploadingBatchWindow).
  public var batchWindowSeconds = 20.0
  /// The most requests a second; NextBillion takes 100 from all devices of a key together.
  public var requestsPerSecond = 50
  /// Whether the newest point goes ahead, once a window and marked, while older ones are still on their way.
  public var currentFirst = false
  /// When kept points go to the disk.
  public var durability = Durability.batch
  /// How many full batches the queue holds (dataStorageSize).
  public var storageSize = 5000
  /// Whether points that wait are dropped when another device takes the asset; else they are kept, and sent once the
  /// asset is bound again.
  public var shouldClearLocalDataWhenCollision = true

  /// The SDK's defaults.
  public init() {}

  /// How many points the queue holds before the oldest go.
  public var capacity: Int {
    let (points, overflow) = batchSize.multipliedReportingOverflow(by: storageSize)
    return overflow ? .max : points
  }
}
