import FoundationEssentials
import Testing
import Waymark

@testable import AssetProfile

extension ReferenceExampleTests {
  @Suite("The profile screen", .timeLimit(.minutes(2)))
  @MainActor
  struct ProfileScreenTests {
    private func with(
      clearsOnCollision: Bool = true, _ test: (ReferenceRig) async throws -> Void
    ) async throws {
      try await ReferenceRig.run(clearsOnCollision: clearsOnCollision, test)
    }

    private static let keys = [
      Constants.CUSTOM_ID_KEY, Constants.ASSET_NAME_KEY, Constants.ASSET_DESCRIPTION_KEY,
      Constants.ASSET_ATTRIBUTES_KEY, Constants.ASSET_ID_KEY,
    ]

    @Test("loads the defaults, and a new lower-case custom id each time while none is saved")
    func defaults() async throws {
      try await with { rig in
        let (first, second) = (rig.profileScreen(), rig.profileScreen())
        #expect(first.assetName == "my car")
        #expect(first.assetDescription == "a luxury BMW")
        #expect(first.assetAttributes == "a test attribute")
        #expect(first.assetIdText == "")
        #expect(UUID(uuidString: first.customId) != nil)
        #expect(first.customId == first.customId.lowercased())
        #expect(first.customId != second.customId)
        #expect(Self.keys.allSatisfy { rig.preferences.string(forKey: $0) == nil })
      }
    }

    @Test("loads what was saved, and shows it with the asset that was bound last")
    func saved() async throws {
      try await with { rig in
        for (number, key) in Self.keys.enumerated() { rig.preferences.set("value \(number)", forKey: key) }
        rig.preferences.set("van", forKey: Constants.LAST_BIND_ASSET_ID_KEY)
        let screen = rig.profileScreen()
        for number in 0..<5 { #expect(screen.text.contains("value \(number)")) }
        #expect(screen.lastAssetId == "van")
        #expect(screen.text.contains("last bound asset:  van"))
        rig.preferences.set("bus", forKey: Constants.LAST_BIND_ASSET_ID_KEY)
        #expect(screen.lastAssetId == "van", "it is read once")
      }
    }

    @Test("remembers over runs in its file")
    func persists() async throws {
      try await with { rig in
        rig.preferences.set("my van", forKey: Constants.ASSET_NAME_KEY)
        rig.preferences.set(true, forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY)
        let again = Preferences(path: rig.folder.file("preferences.json"))
        #expect(again.string(forKey: Constants.ASSET_NAME_KEY) == "my van")
        #expect(again.bool(forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY))
      }
    }

    @Test(
      "trims spaces and tabs of each edit, but no line ends",
      arguments: [("  a b\t", "a b"), ("\ta", "a"), (" \t ", ""), ("a\n", "a\n"), ("", "")])
    func edits(text: String, counts: String) async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        for field in SetProfileScreen.Field.allCases { screen.edit(field, text) }
        #expect(screen.customId == counts)
        #expect(screen.assetName == counts)
        #expect(screen.assetDescription == counts)
        #expect(screen.assetAttributes == counts)
        #expect(screen.assetIdText == counts)
      }
    }

    @Test("is the launcher screen only when it stands alone")
    func launcher() async throws {
      try await with { rig in
        #expect(rig.profileScreen().isLauncherScreen())
        #expect(!rig.profileScreen(isLauncher: false).isLauncherScreen())
      }
    }

    @Test("create: an empty name stops it first")
    func emptyName() async throws {
      try await with { rig in
        try await rig.tracking.bindAsset(assetId: "van")
        try await rig.tracking.startTracking()
        let screen = rig.profileScreen()
        screen.edit(.name, " \t")
        screen.onCreateAssetTapped()
        #expect(await rig.terminal.nextToast() == "Please enter asset name")
      }
    }

    @Test("create: tracking that runs stops it")
    func createWhileTracking() async throws {
      try await with { rig in
        try await rig.tracking.bindAsset(assetId: "van")
        try await rig.tracking.startTracking()
        rig.profileScreen().onCreateAssetTapped()
        #expect(
          await rig.terminal.nextToast()
            == "Asset tracking is ON, please turn off tracking before creating new asset!")
        #expect(Self.keys.allSatisfy { rig.preferences.string(forKey: $0) == nil })
      }
    }

    @Test("create: sends custom id, description, name and the one attribute")
    func createSends() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.customId, "car-1")
        screen.edit(.attributes, "red")
        screen.onCreateAssetTapped()
        await rig.terminal.until { screen.assetIdText == "car-1" }
        try await rig.tracking.bindAsset(assetId: "car-1")
        let asset = try await rig.tracking.getAssetDetail()
        #expect(asset.id == "car-1")
        #expect(asset.name == "my car")
        #expect(asset.description == "a luxury BMW")
        #expect(asset.attributes == ["test": "red"])
      }
    }

    @Test("create: custom id and description may be empty; the server chooses the id")
    func createWithoutCustomId() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.customId, "")
        screen.edit(.description, "")
        screen.onCreateAssetTapped()
        await rig.terminal.until { !screen.assetIdText.isEmpty }
        #expect(rig.preferences.string(forKey: Constants.CUSTOM_ID_KEY) == "")
        #expect(rig.preferences.string(forKey: Constants.ASSET_ID_KEY) == screen.assetIdText)
      }
    }

    @Test("create: success shows the id and saves the five keys, without bind, message or last bound asset")
    func createSucceeds() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.customId, "car-1")
        screen.onCreateAssetTapped()
        await rig.terminal.until { screen.assetIdText == "car-1" }
        let saved = Self.keys.map { rig.preferences.string(forKey: $0) }
        #expect(saved == ["car-1", "my car", "a luxury BMW", "a test attribute", "car-1"])
        try await rig.settle()
        #expect(rig.terminal.toasts.isEmpty)
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == nil)
        #expect(rig.tracking.getAssetId() == "")
      }
    }

    @Test("create: failure tells why and saves nothing")
    func createFails() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.customId, "van")
        screen.onCreateAssetTapped()
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Create asset failed: SERVER_REFUSED: "), "\(message)")
        #expect(Self.keys.allSatisfy { rig.preferences.string(forKey: $0) == nil })
        #expect(screen.assetIdText == "")
      }
    }

    @Test("bind: an empty id is refused, spaces are none", arguments: ["", "  \t"])
    func bindEmpty(text: String) async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.assetId, text)
        screen.onBindAssetTapped()
        #expect(await rig.terminal.nextToast() == "Please enter asset id")
        #expect(rig.tracking.getAssetId() == "")
      }
    }

    @Test("bind: success tells so, saves the flag and the id, and leaves the launcher for the home screen")
    func bindFromLauncher() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.assetId, " van ")
        screen.onBindAssetTapped()
        #expect(await rig.terminal.nextToast() == "Bind asset successfully with id: van")
        #expect(rig.preferences.bool(forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY))
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == "van")
        #expect(rig.app.navigator.screens.count == 1)
        #expect(rig.app.navigator.top is ExtendedTrackingScreen)
        #expect(rig.preferences.string(forKey: Constants.ASSET_NAME_KEY) == nil, "the profile is not saved")
      }
    }

    @Test("bind: success on top of the home screen goes back to it")
    func bindFromHome() async throws {
      try await with { rig in
        let screen = rig.profileScreen(isLauncher: false)
        screen.edit(.assetId, "van")
        screen.onBindAssetTapped()
        _ = await rig.terminal.nextToast()
        #expect(rig.app.navigator.screens.count == 1)
        #expect(rig.app.navigator.top is ExtendedTrackingScreen)
      }
    }

    @Test("bind: points of another asset that wait bring up the dialog, with its text and two buttons")
    func dialog() async throws {
      try await with { rig in
        try await rig.leavePointsWaiting()
        let screen = rig.profileScreen()
        screen.edit(.assetId, "bus")
        screen.onBindAssetTapped()
        let alert = await rig.terminal.nextAlert()
        #expect(alert.title == "")
        #expect(alert.message.contains(AssetTrackingApiExceptionType.UN_UPLOADED_LOCATION_DATA.rawValue))
        #expect(
          alert.message.hasSuffix(", do you want to clear local data and force bind to new asset id?"),
          "\(alert.message)")
        #expect(alert.actions.map(\.title) == ["Proceed", "Cancel"])
        #expect(rig.terminal.toasts.isEmpty)
        #expect(try await rig.waiting() == 1)
      }
    }

    @Test("bind: any other failure tells why and saves nothing")
    func bindFails() async throws {
      try await with { rig in
        let screen = rig.profileScreen()
        screen.edit(.assetId, "nobody")
        screen.onBindAssetTapped()
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Bind asset failed: NOT_FOUND: "), "\(message)")
        #expect(!rig.preferences.bool(forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY))
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == nil)
        #expect(rig.app.navigator.top === screen)
      }
    }

    @Test("dialog, Proceed: clears the points once the server has said yes, tells so, saves and leaves")
    func proceed() async throws {
      try await with { rig in
        try await rig.leavePointsWaiting()
        let screen = rig.profileScreen()
        screen.edit(.assetId, "bus")
        screen.onBindAssetTapped()
        let alert = await rig.terminal.nextAlert()
        alert.actions.first { $0.title == "Proceed" }?.handler()
        #expect(await rig.terminal.nextToast() == "Force bind new asset successfully with assetId: bus")
        #expect(try await rig.waiting() == 0)
        #expect(rig.tracking.getAssetId() == "bus")
        #expect(rig.preferences.bool(forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY))
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == "bus")
        #expect(rig.app.navigator.top is ExtendedTrackingScreen)
      }
    }

    @Test("dialog, Proceed, and the server refuses: tells why, clears nothing, saves nothing")
    func proceedFails() async throws {
      try await with { rig in
        try await rig.leavePointsWaiting()
        let screen = rig.profileScreen()
        screen.edit(.assetId, "nobody")
        screen.onBindAssetTapped()
        let alert = await rig.terminal.nextAlert()
        alert.actions.first { $0.title == "Proceed" }?.handler()
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Bind asset failed: NOT_FOUND: "), "\(message)")
        #expect(try await rig.waiting() == 1)
        #expect(rig.tracking.getAssetId() == "van")
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == nil)
        #expect(rig.app.navigator.top === screen)
      }
    }

    @Test("dialog, Cancel: leaves points, binding and keys as they were")
    func cancel() async throws {
      try await with { rig in
        try await rig.leavePointsWaiting()
        let screen = rig.profileScreen()
        screen.edit(.assetId, "bus")
        screen.onBindAssetTapped()
        let alert = await rig.terminal.nextAlert()
        alert.actions.first { $0.title == "Cancel" }?.handler()
        try await rig.settle()
        #expect(try await rig.waiting() == 1)
        #expect(rig.tracking.getAssetId() == "van")
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == nil)
        #expect(rig.terminal.toasts.isEmpty)
        #expect(rig.app.navigator.top === screen)
      }
    }

    @Test("bind: another asset while tracking runs is refused by the SDK")
    func bindWhileTracking() async throws {
      try await with { rig in
        try await rig.tracking.bindAsset(assetId: "van")
        try await rig.tracking.startTracking()
        let screen = rig.profileScreen()
        screen.edit(.assetId, "bus")
        screen.onBindAssetTapped()
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Bind asset failed: TRACKING_IS_ON: "), "\(message)")
        #expect(rig.tracking.getAssetId() == "van")
        #expect(rig.tracking.isRunning())
      }
    }

    @Test("the program begins with the profile screen, and with the home screen once something was bound")
    func launch() async throws {
      try await with { rig in
        rig.app.launch()
        #expect(rig.app.navigator.top is SetProfileScreen)
        rig.preferences.set(true, forKey: Constants.IS_NOT_FIRST_INSTALLATION_KEY)
        rig.app.launch()
        #expect(rig.app.navigator.top is ExtendedTrackingScreen)
      }
    }
  }
}

/// The phone's example, row by row, against a real server.
@Suite("The reference example", .serialized)
enum ReferenceExampleTests {}
