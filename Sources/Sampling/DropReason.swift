/// Why a fix was not kept.
public enum DropReason: String, Error, Sendable, CaseIterable {
  /// The epoch has no position.
  case noPosition = "no position"
  /// No date is known that can be believed.
  case undated
  /// The receiver estimated the position.
  case estimated
  /// The receiver repeats an old position.
  case frozen
  /// The position is out of reach of those before and after it.
  case jump
  /// The first fixes of a receiver that is not sure yet, and did not agree with each other.
  case unconfirmed
  /// The estimated error is above the mode's gate.
  case inaccurate
  /// It is not newer than the last one seen.
  case notNewer = "not newer"
  /// The vehicle stands.
  case standing
  /// No rule asks for it.
  case notDue = "not due"
  /// The kept points draw the track well enough without it.
  case withinTolerance = "within tolerance"
}
