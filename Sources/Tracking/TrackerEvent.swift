public import Delivery
public import HAL
public import Sampling

/// Why tracking stopped; the SDK's TrackingDisableType.
public enum StopReason: Sendable, Hashable {
  /// Somebody asked for it.
  case byUser
  /// The asset was bound to another device.
  case assetTaken
  /// A rule does not let this device report for the asset.
  case bindingRefused(BindingRefusal)
  /// It cannot go on, for the reason given.
  case error(String)
}

/// What a tracker tells its owner, once for each change.
public enum TrackerEvent: Sendable {
  /// Tracking is on for that asset.
  case started(assetID: String, waiting: Int)
  /// The receiver can be read.
  case sourceConnected
  /// The receiver is lost; the source goes on trying.
  case sourceLost(DeviceError)
  /// The receiver does not take what it is told, and is read as it is.
  case sourceUncontrolled(DeviceError)
  /// A fix was kept.
  case kept(Sample)
  /// The server confirmed so many points; so many wait.
  case uploaded(points: Int, waiting: Int, answer: String)
  /// The server will never take this point.
  case refused(points: Int, reason: String)
  /// A batch is done with: its line of the upload log.
  case logged(UploadLogEntry)
  /// Sending failed and will be tried again.
  case uploadFailed(reason: String)
  /// The server does not accept the key, the device or the asset: somebody must look. Points are kept.
  case uploadDenied(reason: String)
  /// The disk cannot be written; points are kept in memory meanwhile.
  case storeFailed(reason: String)
  /// The disk takes what was kept in memory.
  case storeRecovered
  /// Something else about the queue's file that the owner must know, in a sentence.
  case storeNotice(String)
  /// The queue or the memory was full: so many of the oldest points are lost.
  case overflowed(points: Int)
  /// Tracking is off; so many points wait for the next start.
  case stopped(StopReason, waiting: Int)
}
