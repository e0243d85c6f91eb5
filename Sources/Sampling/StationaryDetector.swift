import GNSS

/// Tells a vehicle that stands from one that moves, so that a parked receiver's drift is no track.
///
/// Standing and moving each need evidence that lasts. A vehicle stands when it has been slow and within a small circle
/// for a while; it moves again when its position stays outside a circle around the anchor, or its speed stays up while
/// the position leaves the anchor. In between the former state holds (hysteresis).
struct StationaryDetector {
  enum Change {
    case stopped
    case departed
  }

  /// Standing: where, and since when the evidence of moving has lasted.
  private enum State {
    case standing(anchor: Coordinate, leavingSince: BootInstant?)
    case moving(slowAt: Coordinate?, slowSince: BootInstant)
  }

  private var state: State

  /// Parked receivers were seen to report up to 0.6 m/s; a person pushing a cart walks faster than a metre a second.
  private let slowMillimetresPerSecond: Int32 = 700
  private let movingMillimetresPerSecond: Int32 = 1000
  /// A stop at lights longer than this is a stop.
  private let secondsToStop = 20.0
  /// Without a reported speed the circle alone must tell.
  private let secondsToStopWithoutSpeed = 60.0
  private let stopRadiusMetres = 10.0
  /// 12 hours of a parked phone stayed within 12.2 m.
  private let leaveRadiusMetres = 20.0
  private let secondsToLeave = 3.0

  /// A vehicle that stands at its first fix until it is seen to move.
  init(at coordinate: Coordinate) {
    state = .standing(anchor: coordinate, leavingSince: nil)
  }

  var isStanding: Bool {
    if case .standing = state { return true }
    return false
  }

  /// Takes the next good fix; tells when the state changes.
  mutating func update(_ fix: Fix, at coordinate: Coordinate, now: BootInstant) -> Change? {
    switch state {
    case .standing(let anchor, let leavingSince):
      guard isLeaving(fix, at: coordinate, from: anchor) else {
        state = .standing(anchor: anchor, leavingSince: nil)
        return nil
      }
      let since = leavingSince ?? now
      guard now.seconds(since: since) >= secondsToLeave else {
        state = .standing(anchor: anchor, leavingSince: since)
        return nil
      }
      state = .moving(slowAt: nil, slowSince: now)
      return .departed
    case .moving(let slowAt, let slowSince):
      guard isSlow(fix) else {
        state = .moving(slowAt: nil, slowSince: now)
        return nil
      }
      guard let slowAt, slowAt.distanceMetres(to: coordinate) <= stopRadiusMetres else {
        state = .moving(slowAt: coordinate, slowSince: now)
        return nil
      }
      let needed = fix.speedMillimetresPerSecond == nil ? secondsToStopWithoutSpeed : secondsToStop
      guard now.seconds(since: slowSince) >= needed else { return nil }
      state = .standing(anchor: slowAt, leavingSince: nil)
      return .stopped
    }
  }

  private func isSlow(_ fix: Fix) -> Bool {
    (fix.speedMillimetresPerSecond ?? 0) < slowMillimetresPerSecond
  }

  private func isLeaving(_ fix: Fix, at coordinate: Coordinate, from anchor: Coordinate) -> Bool {
    let distance = anchor.distanceMetres(to: coordinate)
    let error = Double(fix.horizontalErrorMillimetres ?? 0) / 1000
    if distance > max(leaveRadiusMetres, 3 * error) { return true }
    return (fix.speedMillimetresPerSecond ?? 0) >= movingMillimetresPerSecond && distance > stopRadiusMetres / 2
  }
}
