import GNSS

/// Tells a vehicle that stands from one that moves, so that a parked receiver's drift is no track.
///
/// Standing and moving each need evidence that lasts; in between the former state holds (hysteresis). Fixes that speak
/// against the state wait until it is clear: then a stop begins with the first slow fix and a departure with the first
/// quick one, and nothing in between is lost.
struct StationaryDetector {
  enum Finding {
    /// Not clear yet: the fix waits; that many of the oldest have waited too long and were noise.
    case wait(gaveUp: Int)
    /// It moves: these fixes, oldest first, belong to the track.
    case moving([GoodFix])
    /// It stands: this fix is noise, and so were that many that waited.
    case standing(waited: Int)
    /// It has come to a stop, there and then; the fixes that led to it belong to the track, that many after it are noise.
    case stopped(GoodFix, after: [GoodFix], noise: Int)
    /// It has left: the first of these is when, all belong to the track; that many before them were noise.
    case departed([GoodFix], waited: Int)
  }

  private enum State {
    case standing(Anchor)
    case moving
  }

  private var state: State
  /// Fixes that speak against the state, oldest first.
  private var held: [GoodFix] = []

  /// Parked receivers were seen to report up to 0.6 m/s; a person pushing a cart walks faster than a metre a second.
  private let slowSpeed = 0.7
  private let movingSpeed = 1.0
  /// A receiver that begins with this speed is on its way.
  private let surelyMovingSpeed = 2.5
  /// A wait at lights longer than this is a stop; without a reported speed the circle alone must tell.
  private let secondsToStop = (reported: 20.0, unreported: 60.0)
  private let stopRadiusMetres = 10.0
  private let creepMetres = 1.5
  /// Within this, and slow, a vehicle rests.
  private let restRadiusMetres = 10.0
  /// 12 hours of a parked phone stayed within 12.2 m of their middle.
  private let leaveRadiusMetres = 20.0
  private let leftMetres = 5.0
  /// How long evidence of leaving must last: with speed, and by the distance alone (reflections come and go slowly).
  private let secondsToLeave = (quick: 3.0, slow: 20.0)
  /// What waits longer than this is no part of a departure.
  private let heldSeconds = 90.0
  private let heldMost = 512

  /// Begins with a first fix: a vehicle stands until it is seen to move.
  init(at fix: GoodFix) {
    state = fix.speed ?? 0 >= surelyMovingSpeed ? .moving : .standing(Anchor(at: fix.coordinate))
  }

  /// Goes on where an earlier run ended.
  init(standingAt place: Coordinate?) {
    state = place.map { .standing(Anchor(at: $0, isSettled: true)) } ?? .moving
  }

  /// Where the vehicle came to stand; nil while it moves.
  var place: Coordinate? {
    if case .standing(let anchor) = state { return anchor.place }
    return nil
  }

  /// Whether the vehicle has stood for so long that what its receiver says now is drift for certain.
  var isSettled: Bool {
    if case .standing(let anchor) = state { return anchor.isSettled }
    return false
  }

  /// When the oldest of the fixes that wait came.
  var waitingSince: BootInstant? { held.first?.arrivedAt }

  /// Whether the vehicle stands, and that fix is no sign of the contrary, whatever happened since the one before.
  func stillStands(_ fix: GoodFix) -> Bool {
    guard case .standing(let anchor) = state else { return false }
    return anchor.distance(to: fix) <= leaveRadius(fix)
  }

  /// Takes the next good fix.
  mutating func update(_ fix: GoodFix) -> Finding {
    switch state {
    case .standing(let anchor): standing(anchor, fix)
    case .moving: moving(fix)
    }
  }

  /// Nothing more comes: gives up the fixes that wait. They are noise while the vehicle stands, track while it moves.
  mutating func releaseHeld() -> [GoodFix] {
    defer { held = [] }
    return held
  }

  // MARK: Standing

  private mutating func standing(_ anchor: Anchor, _ fix: GoodFix) -> Finding {
    let distance = anchor.distance(to: fix)
    guard fix.speed ?? 0 >= slowSpeed || distance > max(restRadiusMetres, 2 * (fix.error ?? 0)) else {
      var anchor = anchor
      anchor.follow(fix)
      state = .standing(anchor)
      return .standing(waited: releaseHeld().count)
    }
    held.append(fix)
    guard let first = held.first else { return .wait(gaveUp: 0) }
    let lasted = fix.seconds(since: first.time)
    let isQuick = lasted >= secondsToLeave.quick && fix.speed ?? 0 >= movingSpeed && distance > leftMetres
    let isFar = lasted >= secondsToLeave.slow && distance > leaveRadius(fix)
    guard isQuick || isFar else {
      let isTooOld = held.count > heldMost || lasted > heldSeconds
      if isTooOld { held.removeFirst() }
      return .wait(gaveUp: isTooOld ? 1 : 0)
    }
    state = .moving
    let leaving = releaseHeld()
    // What drifted before it drove off is no part of the track.
    let start = isQuick ? leaving.firstIndex { $0.speed ?? 0 >= slowSpeed } ?? 0 : 0
    return .departed(Array(leaving[start...]), waited: start)
  }

  private func leaveRadius(_ fix: GoodFix) -> Double { max(leaveRadiusMetres, 3 * (fix.error ?? 0)) }

  // MARK: Moving

  private mutating func moving(_ fix: GoodFix) -> Finding {
    let isSlow = fix.speed ?? 0 < slowSpeed
    let isNear = held.first.map { $0.coordinate.distanceMetres(to: fix.coordinate) <= stopRadiusMetres } ?? true
    guard isSlow, isNear, held.count < heldMost else {
      var track = releaseHeld()
      if isSlow { held = [fix] } else { track.append(fix) }
      return track.isEmpty ? .wait(gaveUp: 0) : .moving(track)
    }
    held.append(fix)
    let needed = fix.speed == nil ? secondsToStop.unreported : secondsToStop.reported
    guard let first = held.first, fix.seconds(since: first.time) >= needed else { return .wait(gaveUp: 0) }
    let slow = releaseHeld()
    // It may have crept a little before it came to rest.
    let rest = slow.firstIndex { $0.coordinate.distanceMetres(to: fix.coordinate) <= creepMetres } ?? 0
    var anchor = Anchor(at: slow[rest].coordinate)
    for fix in slow[rest...] { anchor.follow(fix) }
    state = .standing(anchor)
    return .stopped(slow[rest], after: Array(slow[..<rest]), noise: slow.count - rest - 1)
  }
}

/// Where a vehicle stands: the place that is reported, and the middle of what its receiver says since.
private struct Anchor {
  let place: Coordinate
  private let plane: LocalPlane
  private var middle = LocalPlane.Point()
  private var last: UTCInstant?
  private var restedSeconds = 0.0
  private let wasSettled: Bool

  /// How long the middle remembers.
  private let memorySeconds = 300.0
  /// A middle that gets further from the place than this is a vehicle that creeps: it is not followed.
  private let leashMetres = 12.0

  init(at place: Coordinate, isSettled: Bool = false) {
    self.place = place
    plane = LocalPlane(at: place)
    wasSettled = isSettled
  }

  var isSettled: Bool { wasSettled || restedSeconds >= memorySeconds }

  func distance(to fix: GoodFix) -> Double {
    middle.distanceSquared(to: plane.point(fix.coordinate)).squareRoot()
  }

  mutating func follow(_ fix: GoodFix) {
    let passed = min(max(last.map { fix.seconds(since: $0) } ?? 1, 0), memorySeconds)
    last = fix.time
    restedSeconds = min(restedSeconds + passed, memorySeconds)
    guard restedSeconds > 0 else { return }
    let (point, share) = (plane.point(fix.coordinate), passed / restedSeconds)
    let next = LocalPlane.Point(
      north: middle.north + share * (point.north - middle.north), east: middle.east + share * (point.east - middle.east)
    )
    if next.distanceSquared(to: LocalPlane.Point()) <= leashMetres * leashMetres { middle = next }
  }
}
