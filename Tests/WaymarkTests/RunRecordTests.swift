import Delivery
import GNSS
import HAL
import Sampling
import Testing
import Tracking

@testable import Waymark

@Suite("The record of a run")
struct RunRecordTests {
  private let now = BootInstant(nanoseconds: 5)
  private let gone = DeviceError(.gone, "the receiver was unplugged")

  private func begun() -> RunRecord {
    var record = RunRecord()
    record.begin()
    return record
  }

  @Test("a receiver that never answered is a location service that is off, told once")
  func serviceOff() {
    var record = begun()
    #expect(record.source == .connecting)
    #expect(names(record.take(.sourceLost(gone), now: now)) == ["serviceOff", "failure"])
    #expect(record.source == .lost(reason: "the receiver was unplugged"))
    #expect(record.take(.sourceLost(gone), now: now).isEmpty)
  }

  @Test("one that answered and went away is a failure, each time")
  func lost() {
    var record = begun()
    for _ in 0..<2 {
      #expect(record.take(.sourceConnected, now: now).isEmpty)
      #expect(record.source == .connected)
      #expect(names(record.take(.sourceLost(gone), now: now)) == ["failure"])
    }
    _ = record.take(.stopped(.byUser, waiting: 0), now: now)
    #expect(record.source == .idle)
  }

  @Test("counts points, and remembers the last request and why points wait until one succeeds")
  func uploads() {
    var record = begun()
    _ = record.take(.uploadFailed(reason: "timeout"), now: now)
    #expect(record.uploadFailure == "timeout")
    #expect(record.lastUpload == LastUpload(at: now, points: 0, answer: "timeout"))
    _ = record.take(.uploaded(points: 30, waiting: 2, answer: "200"), now: now)
    _ = record.take(.refused(points: 1, reason: "400"), now: now)
    _ = record.take(.overflowed(points: 7), now: now)
    #expect(record.uploadFailure == nil)
    #expect(record.lastUpload?.answer == "400")
    #expect((record.uploadedPoints, record.refusedPoints, record.overflowedPoints) == (30, 1, 7))
    record.begin()
    #expect((record.uploadedPoints, record.refusedPoints, record.overflowedPoints) == (0, 0, 0))
  }

  @Test("a disk that fails is a failure until it is back")
  func store() {
    var record = begun()
    #expect(names(record.take(.storeFailed(reason: "full"), now: now)) == ["failure"])
    #expect(record.storeFailure == "full")
    _ = record.take(.storeRecovered, now: now)
    #expect(record.storeFailure == nil)
  }

  private func names(_ updates: [TrackingUpdate]) -> [String] {
    updates.map { update in
      switch update {
      case .serviceOff: "serviceOff"
      case .failure: "failure"
      default: "\(update)"
      }
    }
  }
}

@Suite("Notifications")
struct NotificationTests {
  @Test("follow the configuration")
  func switches() {
    var rules = NotificationRules()
    #expect(rules.started(assetID: "van") == .assetEnabled(assetId: "van"))
    #expect(rules.stopped(assetID: "van", .byUser) == .assetDisabled(assetId: "van"))
    #expect(rules.stopped(assetID: "van", .assetTaken) == .assetTaken(assetId: "van"))
    rules.config.showAssetEnableNotification = false
    rules.config.showAssetDisableNotification = false
    #expect(rules.started(assetID: "van") == nil)
    #expect(rules.stopped(assetID: "van", .assetTaken) == nil)
  }

  @Test("a low battery is told once, and again only after it was charged; by default never")
  func battery() {
    var rules = NotificationRules()
    #expect(rules.battery(percent: 3) == nil)
    rules.config.showLowBatteryNotification = true
    let readings = [50, 10, 9, 8, 11, 9, 14, 9, 15, 9, 0]
    let told = readings.compactMap { rules.battery(percent: $0) }
    #expect(told == [.lowBattery(percent: 9), .lowBattery(percent: 9)])
  }
}

@Suite("The SDK's models")
struct ModelTests {
  @Test("a location has a phone's members, and a phone's numbers for what is unknown")
  func location() throws {
    var fix = Fix()
    fix.time = UTCInstant(millisecondsSince1970: 1_796_083_200_500)
    fix.coordinate = Coordinate(latitudeNanodegrees: 47_100_000_000, longitudeNanodegrees: -8_500_000_000)
    let bare = Location(try #require(Sample(fix, mode: .active, reason: .first)))
    #expect((bare.coordinate.latitude, bare.coordinate.longitude) == (47.1, -8.5))
    #expect(bare.timestamp.timeIntervalSince1970 == 1_796_083_200.5)
    #expect((bare.speed, bare.course, bare.horizontalAccuracy, bare.verticalAccuracy) == (-1, -1, -1, -1))
    #expect(bare.altitude.isNaN)
    fix.altitudeMSLMillimetres = -2_500
    fix.trackMillidegrees = 0
    fix.speedMillimetresPerSecond = 0
    let full = Location(try #require(Sample(fix, mode: .passive, reason: .stop, batteryPercent: 80)))
    #expect((full.altitude, full.course, full.speed) == (-2.5, 0, 0))
    #expect((full.trackingMode, full.reason, full.batteryPercent) == (.PASSIVE, .stop, 80))
  }

  @Test("the clock is compared with the receiver's, the fix's age taken into account")
  func clock() {
    let fix = UTCInstant(millisecondsSince1970: 1_000_000)
    #expect(ClockState(host: fix, fix: nil, ageSeconds: 0) == .unknown)
    #expect(
      ClockState(host: UTCInstant(millisecondsSince1970: 1_002_500), fix: fix, ageSeconds: 2.5) == .offset(seconds: 0))
    #expect(ClockState(host: UTCInstant(millisecondsSince1970: 0), fix: fix, ageSeconds: 0) == .offset(seconds: -1000))
    let far = UTCInstant(millisecondsSince1970: .min)
    #expect(ClockState(host: UTCInstant(millisecondsSince1970: .max), fix: far, ageSeconds: 0) == .unknown)
  }

  @Test("an instance without a board says so, and never traps")
  func withoutBoard() async {
    let tracking = AssetTracking()
    await #expect(throws: AssetTrackingApiException(.noBoard)) { try await tracking.startTracking() }
    await #expect(throws: AssetTrackingApiException(.noBoard)) { try await tracking.bindAsset(assetId: "van") }
    tracking.initialize(apiKey: "k")
    let stop: () -> Void = tracking.stopTracking
    stop()
    #expect(tracking.getAssetId() == "")
    #expect(!tracking.isRunning())
    let code = await withCheckedContinuation { continuation in
      tracking.createAsset(assetProfile: AssetProfile(name: "x")) { _ in
        continuation.resume(returning: "created")
      } errorHandler: { error in
        continuation.resume(returning: error.localizedDescription)
      }
    }
    #expect(code.hasPrefix("NO_BOARD: "))
  }

  @Test("the SDK's spellings are the same values")
  func aliases() {
    #expect(TrackingMode.ACTIVE == .active)
    #expect(LocationConfig(trackingMode: .BALANCED) == LocationConfig(.balanced))
    #expect(AssetTrackingApiExceptionType.UN_UPLOADED_LOCATION_DATA.rawValue == "UN_UPLOADED_LOCATION_DATA")
    #expect(TrackingDisableType.ASSET_TAKEN == .assetTaken)
    var config = LocationConfig(trackingMode: .PASSIVE)
    config.distanceFilter = 42
    #expect((config.trackingMode, config.distanceMetres) == (.CUSTOM, 42))
    #expect(LocationConfig(distanceFilter: 7).trackingMode == .CUSTOM)
    let upload = DataTrackingConfig(dataUploadingBatchSize: 10, dataUploadingBatchWindow: 5)
    #expect((upload.batchSize, upload.batchWindowSeconds, upload.storageSize) == (10, 5, 5000))
  }
}
