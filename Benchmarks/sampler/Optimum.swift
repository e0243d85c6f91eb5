import TestSupport

/// The least number of a track's fixes that draw it within a tolerance: what no method that keeps fixes can beat.
///
/// Shortest path over all pairs of fixes between which a straight line holds. From one fix on, pairs are tried until no
/// direction is left from which every fix in between can be seen within the tolerance; that ends the search exactly.
func leastPoints(_ spots: [RecordedTrack.Spot], within tolerance: Double) -> Int {
  guard spots.count > 1 else { return spots.count }
  var least = [Int](repeating: .max, count: spots.count)
  least[0] = 1
  for start in 0..<spots.count - 1 where least[start] < .max {
    var cone = Cone()
    for end in start + 1..<spots.count {
      if least[start] + 1 < least[end], cone.admits(from: spots[start], to: spots[end]) || end == start + 1,
        (start + 1..<end).allSatisfy({ spots[$0].distance(toSegment: spots[start], spots[end]) <= tolerance })
      {
        least[end] = least[start] + 1
      }
      cone.narrow(from: spots[start], around: spots[end], tolerance)
      if cone.isEmpty { break }
    }
  }
  return least[spots.count - 1]
}

/// The directions from a place in which rays pass every spot so far within the tolerance, between two vectors less than
/// half a turn apart.
private struct Cone {
  private var bounds: (right: (Double, Double), left: (Double, Double))?
  private(set) var isEmpty = false

  private static func cross(_ a: (Double, Double), _ b: (Double, Double)) -> Double { a.0 * b.1 - a.1 * b.0 }

  func admits(from start: RecordedTrack.Spot, to end: RecordedTrack.Spot) -> Bool {
    guard let bounds else { return true }
    let way = (end.north - start.north, end.east - start.east)
    return Cone.cross(bounds.right, way) >= -1e-9 && Cone.cross(way, bounds.left) >= -1e-9
  }

  mutating func narrow(from start: RecordedTrack.Spot, around spot: RecordedTrack.Spot, _ tolerance: Double) {
    let (north, east) = (spot.north - start.north, spot.east - start.east)
    let squared = north * north + east * east
    guard squared > tolerance * tolerance else { return }
    // The tangents to the circle around the spot: its direction turned by the angle whose sine is tolerance / distance.
    let (sine, cosine) = (tolerance / squared.squareRoot(), (1 - tolerance * tolerance / squared).squareRoot())
    let right = (north * cosine + east * sine, east * cosine - north * sine)
    let left = (north * cosine - east * sine, east * cosine + north * sine)
    guard let old = bounds else {
      bounds = (right, left)
      return
    }
    let newRight = Cone.cross(old.right, right) > 0 ? right : old.right
    let newLeft = Cone.cross(old.left, left) < 0 ? left : old.left
    bounds = (newRight, newLeft)
    // Bounds that passed each other, or point apart, leave no direction.
    let ahead = newRight.0 * newLeft.0 + newRight.1 * newLeft.1
    isEmpty = Cone.cross(newRight, newLeft) < 0 || (ahead < 0 && Cone.cross(newRight, newLeft) <= 0)
  }
}
