import Delivery
import Store
import TestSupport
import Testing

@testable import Waymark

@Suite("What the SDK remembers")
struct SessionMemoryTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> SQLiteStore { try SQLiteStore(path: folder.file("queue.db")) }

  @Test("nothing at first but the board's name, which stays")
  func fresh() throws {
    let first = try SessionMemory(from: open(), seed: 1)
    #expect(first.deviceID.count == 36)
    #expect((first.binding, first.isTracking, first.stopReason) == (nil, nil, nil))
    #expect((first.locationConfig, first.upload, first.activeTrip, first.userID) == (nil, nil, nil, nil))
    #expect(first.createdAsset == nil)
    #expect(try SessionMemory(from: open(), seed: 2).deviceID == first.deviceID)
  }

  @Test("is what was set, after the file was closed and opened again")
  func again() throws {
    var custom = LocationConfig(distanceFilter: 42)
    custom.turnDegrees = nil
    var upload = DataTrackingConfig(
      dataStorageSize: 9, dataUploadingBatchSize: 8, dataUploadingBatchWindow: 7,
      shouldClearLocalDataWhenCollision: false)
    let profile = AssetProfile(name: "my van", customId: "van", description: "red", attributes: ["a": "b"])
    do {
      let store = try open()
      try store.set(.boundAsset, to: Binding(assetID: "van", server: "https://s").text)
      try store.set(.tracking, to: "on")
      try store.set(.stopReason, to: TrackingDisableType.assetTaken.rawValue)
      try store.set(.locationConfig, toValue: RememberedLocationConfig(custom))
      try store.set(.dataTrackingConfig, toValue: RememberedUpload(upload))
      try store.set(.activeTrip, to: "t1")
      try store.set(.userID, to: "me")
      try CreatedAsset(id: "van", profile: profile).remember(in: store)
    }
    let memory = try SessionMemory(from: open(), seed: 1)
    #expect(memory.binding == Binding(assetID: "van", server: "https://s"))
    #expect(memory.isTracking == true)
    #expect(memory.stopReason == .assetTaken)
    #expect(memory.locationConfig == custom)
    #expect((memory.activeTrip, memory.userID) == ("t1", "me"))
    #expect(memory.createdAsset == CreatedAsset(id: "van", profile: profile))
    // What a board has besides is its configuration's.
    var base = DataTrackingConfig()
    base.backlogBatchSize = 77
    upload.backlogBatchSize = 77
    #expect(memory.upload?.inserted(into: base) == upload)
  }

  @Test("a mode comes back with the thresholds that this version documents", arguments: TrackingMode.allCases)
  func modes(mode: TrackingMode) throws {
    let store = try open()
    try store.set(.locationConfig, toValue: RememberedLocationConfig(LocationConfig(mode)))
    #expect(try SessionMemory(from: store, seed: 1).locationConfig == LocationConfig(mode))
  }

  @Test("what another version wrote counts as never set", arguments: ["", "{}", "[1]", "{\"mode\":\"sonic\"}"])
  func foreign(text: String) throws {
    let store = try open()
    for key in [StateKey.locationConfig, .dataTrackingConfig, .notificationConfig, .tracking, .stopReason, .boundAsset]
    {
      try store.set(key, to: text)
    }
    let memory = try SessionMemory(from: store, seed: 1)
    #expect((memory.binding, memory.isTracking, memory.locationConfig, memory.upload) == (nil, nil, nil, nil))
    #expect(memory.notificationConfig == NotificationConfig())
  }
}
