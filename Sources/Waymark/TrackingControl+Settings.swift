public import Delivery
public import GNSS
public import Sampling

extension TrackingControl {
  /// The thresholds in force.
  public var locationConfig: LocationConfig { snapshot.locationConfig }
  /// How points are stored and sent.
  public var dataTrackingConfig: DataTrackingConfig { snapshot.dataTrackingConfig }
  /// Which notifications there are.
  public var notificationConfig: NotificationConfig { snapshot.notificationConfig }

  /// Keeps by other thresholds at once, running or not, and after a restart.
  public func setLocationConfig(_ config: LocationConfig) async throws {
    memory.locationConfig = config
    apply(config)
    changed(.locationConfig(config))
    try await onDisk { try $0.set(.locationConfig, toValue: RememberedLocationConfig(config)) }
  }

  private func apply(_ config: LocationConfig) { tracker?.assumeIsolated { $0.use(config) } }

  /// Sends in another way from the next start of tracking on, and after a restart: by the SDK's four values; what a board
  /// has besides is its configuration's.
  public func setDataTrackingConfig(_ config: DataTrackingConfig) async throws {
    let upload = RememberedUpload(config)
    memory.upload = upload
    changed()
    try await onDisk { try $0.set(.dataTrackingConfig, toValue: upload) }
  }

  /// Tells other notifications at once, and after a restart.
  public func setNotificationConfig(_ config: NotificationConfig) async throws {
    memory.notificationConfig = config
    notifications.config = config
    changed()
    try await onDisk { try $0.set(.notificationConfig, toValue: config) }
  }

  /// How things stand.
  ///
  /// - Parameter host: the board's clock.
  public func status(host: UTCInstant) async throws -> TrackingStatus {
    let (queue, oldest) = try await onDisk { ($0.state, try $0.read(.oldest(1)).first?.sample.time) }
    var status = TrackingStatus()
    status.assetID = rules.binding?.assetID
    status.server = board.server
    status.deviceID = memory.deviceID
    status.isTracking = isRunning
    status.stopReason = isRunning ? nil : memory.stopReason
    status.locationConfig = snapshot.locationConfig
    status.activeTrip = rules.activeTrip
    status.waiting = queue.waiting
    status.setAside = queue.setAside
    status.oldestWaiting = oldest
    status.batteryPercent = board.battery?.percent()
    describe(record, in: &status)
    if let run = trackerSnapshot {
      status.counts = run.counts
      status.fix = run.latestFix
      status.fixAgeSeconds = run.latestAt.map { now.seconds(since: $0) }
      status.clock = ClockState(host: host, fix: run.latestFix?.time, ageSeconds: status.fixAgeSeconds ?? 0)
    }
    return status
  }

  private func describe(_ record: RunRecord, in status: inout TrackingStatus) {
    status.source = record.source
    status.lastUpload = record.lastUpload
    status.lastUploadAgeSeconds = record.lastUpload.map { now.seconds(since: $0.at) }
    status.uploadFailure = record.uploadFailure
    status.storeFailure = record.storeFailure
    status.uploadedPoints = record.uploadedPoints
    status.refusedPoints = record.refusedPoints
    status.overflowedPoints = record.overflowedPoints
  }

  /// The upload log, newest first: the batch that is sent next, and the newest of those that are done with.
  public func uploadLog(_ limit: Int) async throws -> [UploadLogRecord] {
    let size = snapshot.dataTrackingConfig.batchSize
    let (samples, entries) = try await onDisk { (try $0.read(.oldest(size)), try $0.uploadLog(limit)) }
    let run = trackerSnapshot
    let next = UploadLogRecord(
      next: samples, assetID: rules.binding?.assetID ?? "", isSending: run?.isSending ?? false,
      failures: run?.failuresInARow ?? 0, answer: record.uploadFailure ?? "")
    return Array(((next.map { [$0] } ?? []) + entries.map(UploadLogRecord.init)).prefix(max(0, limit)))
  }
}

extension TrackingControl {
  /// The newest of the points that the server refused for good, newest first.
  public func setAside(_ limit: Int) async throws -> [SetAsideSample] { try await onDisk { try $0.setAside(limit) } }

  /// Puts those that were refused for the asset that is bound back into the queue; the next start of tracking sends them.
  ///
  /// - Returns: how many.
  public func sendSetAside() async throws -> Int {
    try await inTurn { control in
      // The next batch may be on its way.
      if control.tracker != nil { throw AssetTrackingApiException(.trackingIsOn) }
      let assetID = try control.rules.bound().assetID
      return try await control.onDisk { try $0.sendAgain(assetID: assetID) }
    }
  }

  /// Lets all of them go, for good.
  ///
  /// - Returns: how many.
  public func removeSetAside() async throws -> Int { try await onDisk { try $0.removeSetAside() } }
}
