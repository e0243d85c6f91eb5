import Delivery
import Waymark

extension Route {
  /// The calls that ask for and change configurations.
  static let configurations = [
    Route("GET", "/v1/mode") { LocationConfigDocument(await $0.control.locationConfig) },
    Route("PUT", "/v1/mode") { call in
      let config = try call.body(LocationConfigDocument.self).config()
      try await call.control.setLocationConfig(config)
      return LocationConfigDocument(config)
    },
    Route("GET", "/v1/upload-config") { UploadConfigDocument(await $0.control.dataTrackingConfig) },
    Route("PUT", "/v1/upload-config") { call in
      let document = try call.body(UploadConfigDocument.self)
      var config = await call.control.dataTrackingConfig
      try document.change(&config)
      try await call.control.setDataTrackingConfig(config)
      return document
    },
    Route("GET", "/v1/notification-config") { NotificationConfigDocument(await $0.control.notificationConfig) },
    Route("PUT", "/v1/notification-config") { call in
      let document = try call.body(NotificationConfigDocument.self)
      try await call.control.setNotificationConfig(try document.config())
      return document
    },
  ]
}

extension UploadConfigDocument {
  fileprivate init(_ config: DataTrackingConfig) {
    batchSize = config.batchSize
    batchWindowSeconds = config.batchWindowSeconds
    storageSize = config.storageSize
    clearOnCollision = config.shouldClearLocalDataWhenCollision
  }

  fileprivate func change(_ config: inout DataTrackingConfig) throws {
    config.batchSize = try within(1...1000, batchSize, "batch_size")
    config.batchWindowSeconds = try within(0...86_400, batchWindowSeconds, "batch_window_s")
    config.storageSize = try within(1...1_000_000, storageSize, "storage_size")
    config.shouldClearLocalDataWhenCollision = clearOnCollision
  }
}

extension NotificationConfigDocument {
  fileprivate init(_ config: NotificationConfig) {
    start = config.showAssetEnableNotification
    stop = config.showAssetDisableNotification
    lowBattery = config.showLowBatteryNotification
    lowBatteryPercent = config.minBatteryLevel
  }

  fileprivate func config() throws -> NotificationConfig {
    var config = NotificationConfig()
    config.showAssetEnableNotification = start
    config.showAssetDisableNotification = stop
    config.showLowBatteryNotification = lowBattery
    config.minBatteryLevel = try within(0...100, lowBatteryPercent, "low_battery_percent")
    return config
  }
}
