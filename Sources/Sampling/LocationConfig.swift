/// How closely the kept points draw the track of a moving vehicle.
public struct ShapeTolerance: Hashable, Sendable {
  /// No good fix lies further than this from the line between the kept points around it.
  public var metres: Double
  /// No good fix lies further than this from where that line has the vehicle at the fix's time; nil does without.
  public var synchronisedMetres: Double?
  /// No fix waits longer than this for its decision, so a moving vehicle gives a point at least this often.
  public var delaySeconds: Double

  /// A tolerance in metres; the other thresholds as in balanced mode unless given.
  public init(metres: Double, synchronisedMetres: Double? = nil, delaySeconds: Double = 60) {
    self.metres = metres
    self.synchronisedMetres = synchronisedMetres
    self.delaySeconds = delaySeconds
  }
}

/// The thresholds by which fixes are kept; the SDK's LocationConfig with what a board adds.
public struct LocationConfig: Hashable, Sendable {
  /// The mode that samples are marked with.
  public var mode: TrackingMode
  /// A fix this far from the last kept one is kept (the SDK's distance filter).
  public var distanceMetres: Double
  /// The least time between two fixes that are kept for their distance, turn or speed.
  public var leastTimeSeconds: Double
  /// A change of course this large is kept; nil turns the rule off.
  public var turnDegrees: Double?
  /// A change of speed this large is kept; nil turns the rule off.
  public var speedChangeMetresPerSecond: Double?
  /// When nothing was kept for so long, the next good fix is.
  public var heartbeatSeconds: Double
  /// Fixes with a larger estimated horizontal error are not used.
  public var accuracyMetres: Double
  /// Choose the points of a moving vehicle by the shape of its track; the rules of distance, least time, turn and speed
  /// then rest. Nil leaves it to those rules.
  public var shape: ShapeTolerance?

  /// The documented thresholds of a mode; `custom` starts from those of `active`.
  public init(_ mode: TrackingMode) {
    self.mode = mode
    switch mode {
    case .active, .custom:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (5, 1, 15, 300, 25)
    case .balanced:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (20, 10, 30, 600, 50)
      shape = ShapeTolerance(metres: 10, delaySeconds: 60)
    case .passive:
      (distanceMetres, leastTimeSeconds, turnDegrees, heartbeatSeconds, accuracyMetres) = (100, 60, nil, 3600, 100)
      shape = ShapeTolerance(metres: 50, delaySeconds: 300)
    }
  }
}
