import GNSS

/// A flat map around a place: metres north and east of it.
///
/// It is linear in latitude and longitude, so a straight line on it is one on any web map's scale of a few kilometres.
struct LocalPlane {
  /// Metres from the plane's origin.
  struct Point {
    var north = 0.0
    var east = 0.0

    func distanceSquared(to other: Point) -> Double {
      let (north, east) = (other.north - north, other.east - east)
      return north * north + east * east
    }
  }

  let origin: Coordinate
  private let northPerNanodegree: Double
  private let eastPerNanodegree: Double

  init(at origin: Coordinate) {
    self.origin = origin
    // About a hundred metres, towards the equator so that the second place is always one.
    let step: Int64 = 1_000_000
    let (latitude, longitude) = (origin.latitudeNanodegrees, origin.longitudeNanodegrees)
    let aside = Coordinate(
      latitudeNanodegrees: latitude &+ (latitude > 0 ? -step : step), longitudeNanodegrees: longitude)
    northPerNanodegree = origin.distanceMetres(to: aside) / Double(step)
    let along = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude &+ step)
    eastPerNanodegree = origin.distanceMetres(to: along) / Double(step)
  }

  func point(_ coordinate: Coordinate) -> Point {
    var longitude = coordinate.longitudeNanodegrees &- origin.longitudeNanodegrees
    if longitude > 180_000_000_000 { longitude &-= 360_000_000_000 }
    if longitude < -180_000_000_000 { longitude &+= 360_000_000_000 }
    let latitude = coordinate.latitudeNanodegrees &- origin.latitudeNanodegrees
    return Point(north: Double(latitude) * northPerNanodegree, east: Double(longitude) * eastPerNanodegree)
  }
}
