import FoundationEssentials
import Waymark

/// Creates an asset from what is entered, and binds this board to one.
@MainActor
final class SetProfileScreen: Screen {
  private(set) var customId = ""
  private(set) var assetName = ""
  private(set) var assetDescription = ""
  private(set) var assetAttributes = ""
  /// What stands in the field of the asset's id.
  private(set) var assetIdText = ""
  private(set) var lastAssetId = ""

  private let app: App

  init(_ app: App) { self.app = app }

  func load() {
    customId = app.preferences.string(forKey: Constants.CUSTOM_ID_KEY) ?? UUID().uuidString.lowercased()
    assetName = app.preferences.string(forKey: Constants.ASSET_NAME_KEY) ?? "my car"
    assetDescription = app.preferences.string(forKey: Constants.ASSET_DESCRIPTION_KEY) ?? "a luxury BMW"
    assetAttributes = app.preferences.string(forKey: Constants.ASSET_ATTRIBUTES_KEY) ?? "a test attribute"
    assetIdText = app.preferences.string(forKey: Constants.ASSET_ID_KEY) ?? ""
    lastAssetId = app.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) ?? ""
  }

  // MARK: Fields

  enum Field: String, CaseIterable {
    case customId = "custom-id"
    case name, description, attributes
    case assetId = "asset-id"
  }

  /// A field was edited: what stands in it counts without spaces and tabs around it.
  func edit(_ field: Field, _ text: String) {
    let text = trimmed(text)
    switch field {
    case .customId: customId = text
    case .name: assetName = text
    case .description: assetDescription = text
    case .attributes: assetAttributes = text
    case .assetId: assetIdText = text
    }
  }

  private func trimmed(_ text: String) -> String {
    let rest = text.drop { " \t".contains($0) }
    return rest.lastIndex { !" \t".contains($0) }.map { String(rest[...$0]) } ?? ""
  }

  // MARK: Buttons

  func onCreateAssetTapped() {
    if assetName.isEmpty {
      app.toast("Please enter asset name")
      return
    }
    if app.assetTracking.isRunning() {
      app.toast("Asset tracking is ON, please turn off tracking before creating new asset!")
      return
    }
    let assetProfile = AssetProfile(
      customId: customId, assetDescription: assetDescription, name: assetName, attributes: ["test": assetAttributes])
    app.assetTracking.createAsset(assetProfile: assetProfile) { assetCreationResponse in
      let assetId = assetCreationResponse.data.id
      self.assetIdText = assetId
      self.saveAssetProfile(assetId: assetId)
      self.app.terminal?.refresh()
    } errorHandler: { error in
      self.app.toast("Create asset failed: " + error.localizedDescription)
    }
  }

  private func saveAssetProfile(assetId: String) {
    app.preferences.set(customId, forKey: Constants.CUSTOM_ID_KEY)
    app.preferences.set(assetName, forKey: Constants.ASSET_NAME_KEY)
    app.preferences.set(assetDescription, forKey: Constants.ASSET_DESCRIPTION_KEY)
    app.preferences.set(assetAttributes, forKey: Constants.ASSET_ATTRIBUTES_KEY)
    app.preferences.set(assetId, forKey: Constants.ASSET_ID_KEY)
  }

  func onBindAssetTapped() {
    let assetId = trimmed(assetIdText)
    if assetId.isEmpty {
      app.toast("Please enter asset id")
      return
    }
    app.assetTracking.bindAsset(assetId: assetId) { _ in
      self.app.toast("Bind asset successfully with id: " + assetId)
      self.leave(boundTo: assetId)
    } errorHandler: { error in
      let errorMessage = error.localizedDescription
      if errorMessage.contains(AssetTrackingApiExceptionType.UN_UPLOADED_LOCATION_DATA.rawValue) {
        self.showForceBindDialog(assetId: assetId, warningMessage: errorMessage)
      } else {
        self.app.toast("Bind asset failed: " + errorMessage)
      }
    }
  }

  private func showForceBindDialog(assetId: String, warningMessage: String) {
    let message = warningMessage + ", do you want to clear local data and force bind to new asset id?"
    let proceed = AlertAction(title: "Proceed") {
      self.app.assetTracking.forceBindAsset(assetId: assetId) { _ in
        self.app.toast("Force bind new asset successfully with assetId: " + assetId)
        self.leave(boundTo: assetId)
      } errorHandler: { error in
        self.app.toast("Bind asset failed: " + error.localizedDescription)
      }
    }
    app.terminal?.alert(title: "", message: message, actions: [proceed, AlertAction(title: "Cancel") {}])
  }

  /// The launcher screen gives way to the home screen, any other to the one below it.
  private func leave(boundTo assetId: String) {
    app.preferences.set(true, forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY)
    app.preferences.set(assetId, forKey: Constants.LAST_BIND_ASSET_ID_KEY)
    if isLauncherScreen() {
      app.navigator.setRoot(ExtendedTrackingScreen(app))
    } else {
      app.navigator.pop()
    }
  }

  func isLauncherScreen() -> Bool { app.navigator.screens.count == 1 }

  // MARK: On the terminal

  var text: String {
    """
    Asset profile
      custom id:         \(customId)
      name:              \(assetName)
      description:       \(assetDescription)
      attributes:        \(assetAttributes)
      last bound asset:  \(lastAssetId)
      asset id:          \(assetIdText)
    """
  }

  var commands: [(word: String, help: String)] {
    Field.allCases.map { ("\($0.rawValue) TEXT", "edit the field") }
      + [("create", "create the asset"), ("bind", "bind this board to the asset id"), ("back", "leave the screen")]
  }

  func perform(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "create": onCreateAssetTapped()
    case "bind": onBindAssetTapped()
    case "back": app.navigator.pop()
    default:
      guard let field = Field(rawValue: word) else { return false }
      edit(field, rest)
      app.terminal?.refresh()
    }
    return true
  }
}
