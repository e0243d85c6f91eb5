import Waymark

/// Starts and stops tracking, chooses its mode, and shows where the asset is.
@MainActor
final class ExtendedTrackingScreen: Screen {
  private(set) var locationInfo = ""
  private(set) var trackingStatus = ""

  private let app: App
  private var assetTracking: AssetTracking { app.assetTracking }

  init(_ app: App) { self.app = app }

  func load() {
    assetTracking.initialize(apiKey: app.apiKey)
    assetTracking.delegate = self
    bindExistingAssetId()
    updateTrackingStatus()
  }

  private func bindExistingAssetId() {
    let assetId = app.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) ?? ""
    if !assetId.isEmpty {
      assetTracking.bindAsset(assetId: assetId) { _ in
        self.app.toast("Bind asset successfully with id: " + assetId)
      } errorHandler: { error in
        self.app.toast("Bind asset failed: " + error.localizedDescription)
      }
    }
  }

  // MARK: Buttons

  func onCreateAssetTapped() {
    if assetTracking.isRunning() {
      app.toast("please stop tracking before editing asset profile")
      return
    }
    app.navigator.push(SetProfileScreen(app))
  }

  func onViewDataLogsTapped() { app.navigator.push(DataUploadLogScreen(app)) }

  func startTracking() {
    let assetId = assetTracking.getAssetId()
    if assetId.isEmpty {
      app.toast("Please bind asset first before start tracking!")
      return
    }
    assetTracking.startTracking()
  }

  func stopTracking() {
    locationInfo = ""
    assetTracking.stopTracking()
  }

  func onTrackingModeChanged(_ selectedIndex: Int) {
    var trackingMode: TrackingMode = TrackingMode.ACTIVE
    switch selectedIndex {
    case 0: trackingMode = .ACTIVE
    case 1: trackingMode = .BALANCED
    case 2: trackingMode = .PASSIVE
    default: break
    }
    assetTracking.updateLocationConfig(config: LocationConfig(trackingMode: trackingMode))
  }

  private func updateTrackingStatus() {
    trackingStatus = "Tracking Status: \(assetTracking.isRunning() ? "ON" : "OFF")"
    if !assetTracking.isRunning() { locationInfo = "" }
    app.terminal?.refresh()
  }

  // MARK: On the terminal

  var text: String { trackingStatus + (locationInfo.isEmpty ? "" : "\n" + locationInfo) }

  var commands: [(word: String, help: String)] {
    [
      ("start", "start tracking"), ("stop", "stop tracking"),
      ("mode 0|1|2", "active, balanced or passive"), ("create", "edit the asset's profile"),
      ("logs", "view data logs"),
    ]
  }

  func perform(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "start": startTracking()
    case "stop":
      stopTracking()
      app.terminal?.refresh()
    case "mode": onTrackingModeChanged(Int(rest) ?? 0)
    case "create": onCreateAssetTapped()
    case "logs": onViewDataLogsTapped()
    default: return false
    }
    return true
  }
}

// The program has the callbacks delivered on the main actor.
extension ExtendedTrackingScreen: @preconcurrency AssetTrackingCallback {
  func onTrackingStart(assetId: String) { updateTrackingStatus() }

  func onTrackingStop(assetId: String, trackingDisableType: TrackingDisableType) { updateTrackingStatus() }

  func onLocationSuccess(location: CLLocation) {
    locationInfo = """
                  --------- Location Info ---------
      Latitude: \(location.coordinate.latitude)
      Longitude: \(location.coordinate.longitude)
      Altitude: \(location.altitude)
      Accuracy: \(location.horizontalAccuracy)
      Speed: \(location.speed)
      Bearing: \(location.course)
      Time: \(location.timestamp)
      """
    app.terminal?.refresh()
  }

  func onLocationFailure(error: any Error) {}

  func onLocationServiceOff() {
    app.terminal?.alert(
      title: "Location Services Disabled",
      message: "To enable location services, please go to Settings > Privacy > Location Services.",
      actions: [AlertAction(title: "OK") {}])
  }
}
