/// How closely the asset is followed. The names are the SDK's; uploads carry them in upper case.
public enum TrackingMode: String, Sendable, CaseIterable {
  /// Every few metres.
  case active
  /// A point each 20 m at most.
  case balanced
  /// A point each 100 m at most.
  case passive
  /// Thresholds set by hand.
  case custom
}
