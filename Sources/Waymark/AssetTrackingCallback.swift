public import Sampling

/// Why tracking stopped.
public enum TrackingDisableType: String, Sendable, CaseIterable {
  /// Somebody asked for it.
  case byUser = "BY_USER"
  /// The asset was bound to another device.
  case assetTaken = "ASSET_TAKEN"
  /// It could not go on; `onLocationFailure` has told why.
  case error = "ERROR"

  /// The SDK's spelling.
  public static let BY_USER = TrackingDisableType.byUser
  /// The SDK's spelling.
  public static let ASSET_TAKEN = TrackingDisableType.assetTaken
  /// The SDK's spelling.
  public static let ERROR = TrackingDisableType.error
}

/// What became of a trip.
public enum TripStatus: String, Sendable, CaseIterable {
  /// It began.
  case started
  /// It is over.
  case ended
  /// Its data were changed.
  case updated
  /// It was removed.
  case deleted
}

/// Receives what happens while an asset is tracked. Each method has an implementation that does nothing.
///
/// The methods are called in order, where `AssetTracking.callbackExecutor` says: on the tracker's own thread unless a program
/// sets it, and there they must not block.
public protocol AssetTrackingCallback: AnyObject {
  /// Tracking is on.
  func onTrackingStart(assetId: String)
  /// Tracking is off.
  func onTrackingStop(assetId: String, trackingDisableType: TrackingDisableType)
  /// A location was kept; only while tracking is on.
  func onLocationSuccess(location: Location)
  /// The receiver was lost, points could not be kept, or a call without an error handler was refused. Tracking goes on.
  func onLocationFailure(error: any Error)
  /// Tracking was started while no receiver can be read: unplugged, gpsd down, no permission. It goes on trying.
  func onLocationServiceOff()
  /// A trip began, ended, was changed or removed.
  func onTripStatusChanged(tripId: String, status: TripStatus)
  /// The thresholds by which locations are kept have changed.
  func onLocationConfigChanged(config: LocationConfig)
  /// A batch was sent, or refused for good.
  func onUpload(record: UploadLogRecord)
  /// Something that a phone would show as a notification.
  func onNotification(_ notification: TrackingNotification)
}

extension AssetTrackingCallback {
  /// Does nothing.
  public func onTrackingStart(assetId: String) {}
  /// Does nothing.
  public func onTrackingStop(assetId: String, trackingDisableType: TrackingDisableType) {}
  /// Does nothing.
  public func onLocationSuccess(location: Location) {}
  /// Does nothing.
  public func onLocationFailure(error: any Error) {}
  /// Does nothing.
  public func onLocationServiceOff() {}
  /// Does nothing.
  public func onTripStatusChanged(tripId: String, status: TripStatus) {}
  /// Does nothing.
  public func onLocationConfigChanged(config: LocationConfig) {}
  /// Does nothing.
  public func onUpload(record: UploadLogRecord) {}
  /// Does nothing.
  public func onNotification(_ notification: TrackingNotification) {}
}
