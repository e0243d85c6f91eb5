import Testing
import Waymark

@testable import AssetProfile

extension ReferenceExampleTests {
  @Suite("The tracking screen", .timeLimit(.minutes(2)))
  @MainActor
  struct TrackingScreenTests {
    private func with(
      clearsOnCollision: Bool = true, _ test: (ReferenceRig) async throws -> Void
    ) async throws {
      try await ReferenceRig.run(clearsOnCollision: clearsOnCollision, test)
    }

    @Test("load: becomes the receiver, binds the last asset and shows the status; the SDK's defaults hold")
    func load() async throws {
      try await with { rig in
        rig.preferences.set("van", forKey: Constants.LAST_BIND_ASSET_ID_KEY)
        let screen = ExtendedTrackingScreen(rig.app)
        rig.app.navigator.setRoot(screen)
        #expect(rig.tracking.delegate === screen)
        #expect(screen.trackingStatus == "Tracking Status: OFF")
        #expect(await rig.terminal.nextToast() == "Bind asset successfully with id: van")
        #expect(rig.tracking.getAssetId() == "van")
        #expect(rig.tracking.getLocationConfig().trackingMode == .ACTIVE)
        let upload = rig.tracking.getDataTrackingConfig()
        #expect(upload.dataUploadingBatchSize == 30)
        #expect(upload.dataUploadingBatchWindow == 20)
        #expect(upload.dataStorageSize == 5000)
        #expect(upload.shouldClearLocalDataWhenCollision)
      }
    }

    @Test("load: without an asset that was bound nothing is bound")
    func loadUnbound() async throws {
      try await with { rig in
        _ = await rig.homeScreen(bound: false)
        try await rig.settle()
        #expect(rig.terminal.toasts.isEmpty)
        #expect(rig.tracking.getAssetId() == "")
      }
    }

    @Test("load: a bind that fails tells why, keeps the key and blocks nothing")
    func loadBindFails() async throws {
      try await with { rig in
        rig.preferences.set("nobody", forKey: Constants.LAST_BIND_ASSET_ID_KEY)
        let screen = ExtendedTrackingScreen(rig.app)
        rig.app.navigator.setRoot(screen)
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Bind asset failed: NOT_FOUND: "), "\(message)")
        #expect(rig.preferences.string(forKey: Constants.LAST_BIND_ASSET_ID_KEY) == "nobody")
        screen.onCreateAssetTapped()
        #expect(rig.app.navigator.top is SetProfileScreen)
      }
    }

    @Test("load: points of another asset that wait are a failure like others here, without a dialog")
    func loadWithoutDialog() async throws {
      try await with { rig in
        try await rig.leavePointsWaiting()
        rig.preferences.set("bus", forKey: Constants.LAST_BIND_ASSET_ID_KEY)
        rig.app.navigator.setRoot(ExtendedTrackingScreen(rig.app))
        let message = await rig.terminal.nextToast()
        #expect(message.hasPrefix("Bind asset failed: UN_UPLOADED_LOCATION_DATA: "), "\(message)")
        #expect(rig.terminal.alerts.isEmpty)
        #expect(try await rig.waiting() == 1)
      }
    }

    @Test("create asset: tracking that runs keeps it here")
    func createWhileTracking() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        screen.onCreateAssetTapped()
        #expect(await rig.terminal.nextToast() == "please stop tracking before editing asset profile")
        #expect(rig.app.navigator.top === screen)
      }
    }

    @Test("create asset: opens the profile screen on top")
    func create() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.onCreateAssetTapped()
        #expect(rig.app.navigator.screens.count == 2)
        #expect(rig.app.navigator.top is SetProfileScreen)
      }
    }

    @Test("view data logs: opens the log, also while tracking runs, and shows what was sent")
    func dataLogs() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        try await rig.tellFix()
        screen.onViewDataLogsTapped()
        let log = try #require(rig.app.navigator.top as? DataUploadLogScreen)
        await rig.terminal.until { !log.records.isEmpty }
        #expect(log.text.contains("record name: "))
        #expect(log.text.contains("record status: waiting"))
        #expect(log.text.contains("asset id: van"))
        screen.stopTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("OFF") }
        log.load()
        await rig.terminal.until { log.text.contains("record status: sent (200)") }
        #expect(try rig.stored("van") == 1)
      }
    }

    @Test("start: without an asset it is refused here")
    func startUnbound() async throws {
      try await with { rig in
        let screen = await rig.homeScreen(bound: false)
        screen.startTracking()
        #expect(await rig.terminal.nextToast() == "Please bind asset first before start tracking!")
        #expect(!rig.tracking.isRunning())
      }
    }

    @Test("start: the status changes by the callback")
    func start() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.startTracking()
        #expect(screen.trackingStatus == "Tracking Status: OFF")
        await rig.terminal.until { screen.trackingStatus == "Tracking Status: ON" }
        #expect(rig.tracking.isRunning())
      }
    }

    @Test("stop: empties the location at once, without a check, and the status changes by the callback")
    func stop() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.stopTracking()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        try await rig.tellFix()
        await rig.terminal.until { !screen.locationInfo.isEmpty }
        screen.stopTracking()
        #expect(screen.locationInfo == "")
        await rig.terminal.until { screen.trackingStatus == "Tracking Status: OFF" }
        #expect(!rig.tracking.isRunning())
      }
    }

    @Test(
      "mode: 0, 1 and 2 are active, balanced and passive, anything else is active; at once, running or not",
      arguments: [(0, TrackingMode.ACTIVE), (1, .BALANCED), (2, .PASSIVE), (3, .ACTIVE), (-1, .ACTIVE)],
      [false, true])
    func mode(row: (index: Int, mode: TrackingMode), running: Bool) async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        if running {
          screen.startTracking()
          await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        }
        screen.onTrackingModeChanged(row.index)
        #expect(rig.tracking.getLocationConfig() == LocationConfig(trackingMode: row.mode))
        try await rig.settle()
        #expect(rig.tracking.getLocationConfig() == LocationConfig(trackingMode: row.mode))
        if running {
          try await rig.tellFix()
          try await rig.settle()
          await rig.terminal.until { !screen.locationInfo.isEmpty }
        }
      }
    }

    @Test("location: a heading and seven lines, each location in place of the last")
    func location() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        try await rig.tellFix()
        await rig.terminal.until { !screen.locationInfo.isEmpty }
        #expect(
          screen.locationInfo == """
                        --------- Location Info ---------
            Latitude: 47.0009
            Longitude: 8.5
            Altitude: 432.1
            Accuracy: 2.5
            Speed: 10.0
            Bearing: 1.5
            Time: 2026-12-01 00:00:10 +0000
            """)
      }
    }

    @Test("location failure: shows nothing and ends nothing")
    func locationFailure() async throws {
      try await with { rig in
        let screen = await rig.homeScreen()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        screen.onLocationFailure(error: AssetTrackingApiException(.storeFailed))
        #expect(rig.terminal.toasts.isEmpty)
        #expect(rig.tracking.isRunning())
      }
    }

    @Test("location service off: a start without a receiver brings up the alert, and tracking stays on")
    func serviceOff() async throws {
      try await with { rig in
        rig.receiver.unplug()
        let screen = await rig.homeScreen()
        screen.startTracking()
        let alert = await rig.terminal.nextAlert()
        #expect(alert.title == "Location Services Disabled")
        #expect(
          alert.message == "To enable location services, please go to Settings > Privacy > Location Services.")
        #expect(alert.actions.map(\.title) == ["OK"])
        #expect(rig.tracking.isRunning())
      }
    }

    @Test("the program never starts tracking by itself, but shows that the SDK still runs")
    func stillRunning() async throws {
      try await with { rig in
        try await rig.tracking.bindAsset(assetId: "van")
        try await rig.tracking.startTracking()
        let screen = await rig.homeScreen()
        #expect(screen.trackingStatus == "Tracking Status: ON")
        try await rig.tracking.stopTracking()
        let next = await rig.homeScreen()
        try await rig.settle()
        #expect(next.trackingStatus == "Tracking Status: OFF")
      }
    }

    @Test(
      "another device that takes the asset stops tracking at the next request; points go or stay by the flag",
      arguments: [true, false], [true, false])
    func taken(clears: Bool, whileStopping: Bool) async throws {
      try await with(clearsOnCollision: clears) { rig in
        rig.tracking.setDataTrackingConfig(
          config: DataTrackingConfig(
            dataUploadingBatchWindow: whileStopping ? 60 : 0, shouldClearLocalDataWhenCollision: clears))
        let screen = await rig.homeScreen()
        screen.startTracking()
        await rig.terminal.until { screen.trackingStatus.hasSuffix("ON") }
        try rig.takeAway("van")
        try await rig.tellFix()
        if whileStopping { screen.stopTracking() }
        await rig.terminal.until { screen.trackingStatus.hasSuffix("OFF") }
        #expect(try await rig.waiting() == (clears ? 0 : 1))
        #expect(try rig.stored("van") == 0)
        await #expect(throws: AssetTrackingApiException(.assetTaken)) { try await rig.tracking.startTracking() }
        try await rig.tracking.bindAsset(assetId: "van")
        try await rig.tracking.startTracking()
        #expect(rig.tracking.isRunning())
      }
    }
  }
}
