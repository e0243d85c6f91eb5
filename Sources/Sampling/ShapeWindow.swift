import GNSS

/// Chooses the fewest points of a track that draw it within a tolerance, with bounded delay.
///
/// An opening window that looks ahead: from the last kept point a straight line is laid to each new fix, and holds when
/// every fix in between lies within the tolerance of it. When lines stop holding, later ones may hold again (the road
/// bends back), so the window stays open a while longer; then the furthest fix to which a line held is kept, and the
/// rest begins anew from there. A window also closes when its oldest fix has waited for the whole delay, or when it is
/// full. Each fix costs one pass over the window.
struct ShapeWindow {
  /// A fix that is to be kept; that many before it are drawn well enough.
  struct Vertex {
    let fix: GoodFix
    let reason: KeepReason
    let spared: Int
  }

  /// A fix on the map around the last kept point.
  private struct Spot {
    let point: LocalPlane.Point
    let seconds: Double
  }

  private let tolerance: ShapeTolerance
  private var plane: LocalPlane
  private var startTime: UTCInstant
  private var fixes: [GoodFix] = []
  private var spots: [Spot] = []
  /// The furthest fix to which a straight line holds.
  private var best = 0
  /// When a line first failed.
  private var brokenAt: Double?

  private let most = 1024
  /// How much of the delay may go into looking ahead.
  private var lookAheadSeconds: Double { tolerance.delaySeconds / 3 }
  /// Others measure on a sphere, where a metre is up to half a per cent longer.
  private let margin = 0.99

  /// A window that begins at a kept point.
  init(_ tolerance: ShapeTolerance, from start: Coordinate, at time: UTCInstant) {
    self.tolerance = tolerance
    plane = LocalPlane(at: start)
    startTime = time
  }

  /// When the oldest fix that waits came.
  var waitingSince: BootInstant? { fixes.first?.arrivedAt }

  /// When the oldest fix that waits must be decided about.
  var deadline: BootInstant? { waitingSince?.adding(seconds: tolerance.delaySeconds) }

  /// Takes the next fix of the track; gives the points to keep.
  mutating func append(_ fix: GoodFix) -> [Vertex] {
    extend(fix)
    var vertices: [Vertex] = []
    while let brokenAt, let newest = spots.last,
      newest.seconds - brokenAt >= lookAheadSeconds || fixes.count >= most
    {
      vertices.append(keepBest())
    }
    if fixes.count >= most { vertices.append(keepBest()) }
    return vertices
  }

  /// Gives the points to keep because fixes have waited for the whole delay.
  mutating func settle(now: BootInstant) -> [Vertex] {
    var vertices: [Vertex] = []
    while let deadline, deadline <= now { vertices.append(keepBest()) }
    return vertices
  }

  /// Ends the window: the newest fix is kept, for that reason, and what leads to it.
  mutating func close(_ reason: KeepReason) -> [Vertex] {
    var vertices: [Vertex] = []
    while !fixes.isEmpty { vertices.append(keepBest(newestFor: reason)) }
    return vertices
  }

  private mutating func keepBest(newestFor reason: KeepReason = .interval) -> Vertex {
    let chosen = fixes[best]
    let vertex = Vertex(fix: chosen, reason: best == fixes.count - 1 ? reason : .shape, spared: best)
    let rest = fixes[(best + 1)...]
    plane = LocalPlane(at: chosen.coordinate)
    startTime = chosen.time
    fixes = []
    spots = []
    best = 0
    brokenAt = nil
    for fix in rest { extend(fix) }
    return vertex
  }

  private mutating func extend(_ fix: GoodFix) {
    let spot = Spot(point: plane.point(fix.coordinate), seconds: fix.seconds(since: startTime))
    if lineHolds(to: spot) {
      best = fixes.count
    } else if brokenAt == nil {
      brokenAt = spot.seconds
    }
    fixes.append(fix)
    spots.append(spot)
  }

  private func lineHolds(to end: Spot) -> Bool {
    let (north, east) = (end.point.north, end.point.east)
    let lengthSquared = north * north + east * east
    let allowed = tolerance.metres * margin
    let allowedInTime = tolerance.synchronisedMetres.map { $0 * margin }
    for spot in spots {
      let along = spot.point.north * north + spot.point.east * east
      let share = lengthSquared > 0 ? min(max(along / lengthSquared, 0), 1) : 0
      let nearest = LocalPlane.Point(north: share * north, east: share * east)
      if spot.point.distanceSquared(to: nearest) > allowed * allowed { return false }
      if let allowedInTime {
        let passed = spot.seconds / end.seconds
        let there = LocalPlane.Point(north: passed * north, east: passed * east)
        if spot.point.distanceSquared(to: there) > allowedInTime * allowedInTime { return false }
      }
    }
    return true
  }
}
