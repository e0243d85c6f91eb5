import Delivery
import HAL
import Sampling
import Tracking

/// What `AssetTracking` knows without asking: enough for the calls that answer at once, from any thread.
struct TrackingSnapshot: Hashable, Sendable {
  var assetID = ""
  var isRunning = false
  var locationConfig = LocationConfig(.active)
  var dataTrackingConfig = DataTrackingConfig()
  var notificationConfig = NotificationConfig()
  var activeTrip: String?
  var userID: String?
}

/// What happened, for the receivers.
enum TrackingUpdate: Sendable {
  case started(assetID: String)
  case stopped(assetID: String, TrackingDisableType)
  case location(Location)
  case failure(any Error)
  case serviceOff
  case trip(String, TripStatus)
  case locationConfig(LocationConfig)
  case upload(UploadLogRecord)
  case notification(TrackingNotification)
}

extension AssetTrackingCallback {
  /// Calls the method that the update is for.
  func receive(_ update: TrackingUpdate) {
    switch update {
    case .started(let assetID): onTrackingStart(assetId: assetID)
    case .stopped(let assetID, let reason): onTrackingStop(assetId: assetID, trackingDisableType: reason)
    case .location(let location): onLocationSuccess(location: location)
    case .failure(let error): onLocationFailure(error: error)
    case .serviceOff: onLocationServiceOff()
    case .trip(let id, let status): onTripStatusChanged(tripId: id, status: status)
    case .locationConfig(let config): onLocationConfigChanged(config: config)
    case .upload(let record): onUpload(record: record)
    case .notification(let notification): onNotification(notification)
    }
  }
}
