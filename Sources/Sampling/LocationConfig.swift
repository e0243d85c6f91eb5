/// The thresholds by which fixes are kept; the SDK's LocationConfig with what a board adds.
public struct LocationConfig: Hashable, Sendable {
  /// The mode that samples are marked with.
  public var mode: TrackingMode
  /// A fix this far from the last kept one is kept (the SDK's distance filter).
  public var distanceMetres: Double
  /// The least time between two kept fixes.
  public var leastTimeSeconds: Double
  /// A change of course this large is kept; nil turns the rule off.
  public var turnDegrees: Double?
  /// When nothing was kept for so long, the next good fix is.
  public var heartbeatSeconds: Double
  /// Fixes with a larger estimated horizontal error are not used.
  public var accuracyMetres: Double

  /// The documented thresholds of a mode; `custom` starts from those of `active`.
  public init(_ mode: TrackingMode) {
    self.mode = mode
    switch mode {
    case .active, .custom:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (5, 1, 15, 300, 25)
    case .balanced:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (20, 10, 30, 600, 50)
    case .passive:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (100, 60, nil, 3600, 100)
    }
  }
}
