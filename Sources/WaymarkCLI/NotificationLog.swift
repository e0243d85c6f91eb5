import Waymark

/// Writes to the log what a phone would show as a notification, but for start and stop, which `RunLog` tells.
final class NotificationLog: AssetTrackingCallback {
  private let write: @Sendable (String) -> Void

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func onNotification(_ notification: TrackingNotification) {
    switch notification {
    case .lowBattery, .assetTaken: write(notification.text)
    case .assetEnabled, .assetDisabled: break
    }
  }
}
