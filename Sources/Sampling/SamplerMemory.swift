import GNSS

/// What a sampler must remember through a restart, so that a parked vehicle is still parked afterwards.
public struct SamplerMemory: Hashable, Sendable {
  var last: KeptPoint
  /// Where the vehicle stands; nil when it moves.
  var place: Coordinate?
  /// The odometer.
  public var odometerMetres: Double

  init(last: KeptPoint, place: Coordinate?, odometerMetres: Double) {
    self.last = last
    self.place = place
    self.odometerMetres = odometerMetres
  }

  /// Whether a loss of what has changed since would be noticed: a stop or departure, a quarter of an hour. The odometer is
  /// no reason to write: after a restart the straight way from the last point is counted, and only its bends are lost.
  public func differsMuch(from saved: SamplerMemory?) -> Bool {
    guard let saved else { return true }
    let passed = last.time.millisecondsSince1970 &- saved.last.time.millisecondsSince1970
    return place != saved.place || abs(passed) >= 900_000
  }

  /// One line, as the store keeps it: version, time, place, course, speed, standing place, odometer; `-` for unknown.
  public var text: String {
    let fields: [Int64?] = [
      1, last.time.millisecondsSince1970, last.coordinate.latitudeNanodegrees, last.coordinate.longitudeNanodegrees,
      last.trackMillidegrees.map(Int64.init), last.speedMillimetresPerSecond.map(Int64.init),
      place?.latitudeNanodegrees, place?.longitudeNanodegrees, Int64(min(odometerMetres, 9e12) * 1000),
    ]
    return fields.map { $0.map { String($0) } ?? "-" }.joined(separator: " ")
  }

  /// What a line says; nil when it is none of ours.
  public init?(text: String) {
    let fields = text.split(separator: " ")
    let numbers = fields.map { Int64($0) }
    guard fields.count == 9, zip(fields, numbers).allSatisfy({ $1 != nil || $0 == "-" }), numbers[0] == 1,
      let time = numbers[1], let latitude = numbers[2], let longitude = numbers[3],
      let odometer = numbers[8], odometer >= 0
    else { return nil }
    let coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    guard Self.isOnEarth(coordinate) else { return nil }
    last = KeptPoint(
      time: UTCInstant(millisecondsSince1970: time), coordinate: coordinate,
      trackMillidegrees: numbers[4].flatMap { Int32(exactly: $0) },
      speedMillimetresPerSecond: numbers[5].flatMap { Int32(exactly: $0) })
    odometerMetres = Double(odometer) / 1000
    if let latitude = numbers[6], let longitude = numbers[7] {
      let standing = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
      guard Self.isOnEarth(standing) else { return nil }
      place = standing
    }
  }

  private static func isOnEarth(_ place: Coordinate) -> Bool {
    (-90_000_000_000...90_000_000_000).contains(place.latitudeNanodegrees)
      && (-180_000_000_000...180_000_000_000).contains(place.longitudeNanodegrees)
  }
}
