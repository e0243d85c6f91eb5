/// What a light says about a tracker.
public enum LightState: Sendable {
  /// Off, or no receiver.
  case off
  /// A receiver, and no position yet.
  case blinking
  /// Positions are kept.
  case on
}

/// A light on the board.
public protocol StatusLight: AnyObject, Sendable {
  /// Shows the state until another one is shown.
  ///
  /// - Throws: `permission` or `absent` with what to do.
  func show(_ state: LightState) throws(DeviceError)
}
