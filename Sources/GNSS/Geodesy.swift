import Glibc

/// WGS84's semi-major axis.
private let equatorMetres = 6_378_137.0
private let flattening = 1 / 298.257223563
private let eccentricitySquared = flattening * (2 - flattening)
private let radiansPerNanodegree = Double.pi / 180e9

extension Coordinate {
  /// The distance along the ellipsoid, good to 0.1 % at any distance (to a few millimetres below 10 km).
  public func distanceMetres(to other: Coordinate) -> Double {
    let leg = Leg(self, other)
    if leg.isShort {
      let (north, east) = leg.plane
      return (north * north + east * east).squareRoot()
    }
    return leg.geodesicMetres
  }

  /// The direction to set out in, from true north clockwise, 0 to 359,999 thousandths of a degree; 0 for equal places.
  public func bearingMillidegrees(to other: Coordinate) -> Int32 {
    let leg = Leg(self, other)
    let (north, east) = leg.isShort ? leg.plane : leg.direction
    guard north != 0 || east != 0 else { return 0 }
    let millidegrees = Int32((atan2(east, north) * 180_000 / .pi).rounded())
    return millidegrees < 0 ? (millidegrees + 360_000) % 360_000 : millidegrees % 360_000
  }
}

/// How far to turn from one direction to another, both in thousandths of a degree: −179,999 (left) to 180,000 (right).
public func turnMillidegrees(from: Int32, to: Int32) -> Int32 {
  let turn = (Int64(to) - Int64(from)) % 360_000
  return Int32(turn > 180_000 ? turn - 360_000 : turn <= -180_000 ? turn + 360_000 : turn)
}

/// Two places, as angles.
private struct Leg {
  let latitudeFrom: Double
  let latitudeTo: Double
  /// −π to π, the short way round.
  let longitudeDifference: Double
  let latitudeDifference: Double

  init(_ from: Coordinate, _ to: Coordinate) {
    latitudeFrom = Double(from.latitudeNanodegrees) * radiansPerNanodegree
    latitudeTo = Double(to.latitudeNanodegrees) * radiansPerNanodegree
    var degrees = (to.longitudeNanodegrees &- from.longitudeNanodegrees) % 360_000_000_000
    if degrees > 180_000_000_000 { degrees -= 360_000_000_000 }
    if degrees < -180_000_000_000 { degrees += 360_000_000_000 }
    longitudeDifference = Double(degrees) * radiansPerNanodegree
    latitudeDifference = Double(to.latitudeNanodegrees &- from.latitudeNanodegrees) * radiansPerNanodegree
  }

  /// Within about 10 km the Earth is flat enough; a few kilometres from the poles it is not.
  var isShort: Bool {
    abs(latitudeDifference) < 0.0016 && abs(longitudeDifference) < 0.0016 && abs(latitudeFrom) < 1.55
  }

  /// North and east in metres on the plane that touches the ellipsoid halfway.
  var plane: (north: Double, east: Double) {
    let middle = (latitudeFrom + latitudeTo) / 2
    let sine = sin(middle)
    let shrink = 1 - eccentricitySquared * sine * sine
    let primeVertical = equatorMetres / shrink.squareRoot()
    let meridian = primeVertical * (1 - eccentricitySquared) / shrink
    let cosine = (1 - sine * sine).squareRoot()
    return (meridian * latitudeDifference, primeVertical * cosine * longitudeDifference)
  }

  /// Lambert's formula: the great circle between the reduced latitudes, corrected for the flattening.
  var geodesicMetres: Double {
    let (from, to) = reduced
    let (half, mean) = ((to - from) / 2, (to + from) / 2)
    let sinHalf = sin(half)
    let sinTurn = sin(longitudeDifference / 2)
    let haversine = min(1, sinHalf * sinHalf + cos(from) * cos(to) * sinTurn * sinTurn)
    guard haversine > 0 else { return 0 }
    let angle = 2 * asin(haversine.squareRoot())
    let (sinMean, cosHalf, cosMean) = (sin(mean), cos(half), cos(mean))
    let far = 1 - haversine
    let x = far > 1e-12 ? (angle - sin(angle)) * sinMean * sinMean * cosHalf * cosHalf / far : 0
    let y = (angle + sin(angle)) * cosMean * cosMean * sinHalf * sinHalf / haversine
    return equatorMetres * (angle - flattening / 2 * (x + y))
  }

  /// North and east parts of the great circle's first step, without scale.
  var direction: (north: Double, east: Double) {
    let (from, to) = reduced
    return (
      cos(from) * sin(to) - sin(from) * cos(to) * cos(longitudeDifference), sin(longitudeDifference) * cos(to)
    )
  }

  private var reduced: (from: Double, to: Double) {
    (atan((1 - flattening) * tan(latitudeFrom)), atan((1 - flattening) * tan(latitudeTo)))
  }
}
