import Waymark

/// What the screens share.
@MainActor
final class App {
  let assetTracking: AssetTracking
  let preferences: Preferences
  let apiKey: String
  let navigator = Navigator()
  private(set) weak var terminal: (any Terminal)?

  init(_ terminal: any Terminal, preferences: Preferences, apiKey: String, assetTracking: AssetTracking = .shared) {
    self.terminal = terminal
    self.preferences = preferences
    self.apiKey = apiKey
    self.assetTracking = assetTracking
    navigator.terminal = terminal
    assetTracking.callbackExecutor = { work in Task { @MainActor in work() } }
  }

  /// Shows the first screen: the profile before anything was ever bound, else the home screen.
  func launch() {
    let isFirst = !preferences.bool(forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY)
    navigator.setRoot(isFirst ? SetProfileScreen(self) : ExtendedTrackingScreen(self))
  }

  func toast(_ message: String) { terminal?.toast(message) }
}
