/// What a phone would show as a notification. A board writes it to its log, shows it by its light and tells it to the
/// clients of its API.
public enum TrackingNotification: Hashable, Sendable {
  /// Tracking is on.
  case assetEnabled(assetId: String)
  /// Tracking is off.
  case assetDisabled(assetId: String)
  /// Tracking is off because another device took the asset.
  case assetTaken(assetId: String)
  /// The battery is below the threshold.
  case lowBattery(percent: Int)

  /// One sentence.
  public var text: String {
    switch self {
    case .assetEnabled(let id): "asset tracking is on for \(id)"
    case .assetDisabled(let id): "asset tracking is off for \(id)"
    case .assetTaken(let id): "asset \(id) is tracked by another device; tracking was stopped here"
    case .lowBattery(let percent): "the battery is at \(percent) %; charge it"
    }
  }
}

/// Which notifications there are; the SDK's defaults.
public struct NotificationConfig: Hashable, Sendable, Codable {
  /// Whether the start of tracking is told.
  public var showAssetEnableNotification = true
  /// Whether the end of tracking is told, by whatever reason.
  public var showAssetDisableNotification = true
  /// Whether a low battery is told.
  public var showLowBatteryNotification = false
  /// Below how many percent a battery is low.
  public var minBatteryLevel = 10

  /// The SDK's defaults.
  public init() {}
}

/// Decides when something is a notification: a low battery once, until it was charged again.
struct NotificationRules {
  var config = NotificationConfig()
  private var isBatteryLow = false
  /// How far above the threshold a battery must come before it can be low again, so that a trembling gauge tells once.
  private let recovery = 5

  func started(assetID: String) -> TrackingNotification? {
    config.showAssetEnableNotification ? .assetEnabled(assetId: assetID) : nil
  }

  func stopped(assetID: String, _ reason: TrackingDisableType) -> TrackingNotification? {
    guard config.showAssetDisableNotification else { return nil }
    return reason == .assetTaken ? .assetTaken(assetId: assetID) : .assetDisabled(assetId: assetID)
  }

  mutating func battery(percent: Int) -> TrackingNotification? {
    if percent >= config.minBatteryLevel &+ recovery { isBatteryLow = false }
    guard config.showLowBatteryNotification, percent < config.minBatteryLevel, !isBatteryLow else { return nil }
    isBatteryLow = true
    return .lowBattery(percent: percent)
  }
}
