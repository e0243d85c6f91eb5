import GNSS

/// Length, duration and shape of a trip, from its locations in order.
struct Course {
  /// The most locations that are told again; of more, every n-th and the last are, so that an answer stays below a
  /// megabyte. Length and duration count all.
  private static let mostKept: Int64 = 1000

  /// What stands in a client's `route`; without attached data, which may be long.
  private(set) var kept: [TrackLocation] = []
  private let total: Int64
  private let stride: Int64
  private var count: Int64 = 0
  private var metres = 0.0
  private var firstTime: Int64?
  private var lastTime: Int64 = 0
  private var last: Coordinate?

  /// A course of so many locations.
  init(total: Int64) {
    self.total = total
    stride = max(1, (total + Course.mostKept - 2) / (Course.mostKept - 1))
  }

  /// Takes the next location, which is not before the one before.
  mutating func take(_ location: TrackLocation) {
    let place = location.location.coordinate
    if let last { metres += last.distanceMetres(to: place) }
    last = place
    firstTime = firstTime ?? location.timestamp
    lastTime = location.timestamp
    if count % stride == 0 || count == total - 1 {
      var location = location
      location.metaData = nil
      kept.append(location)
    }
    count += 1
  }

  /// The sum of the ways between locations; nil below three locations.
  var distanceMetres: Double? { count >= 3 ? (metres * 1000).rounded() / 1000 : nil }

  /// From the first location to the last; nil below three locations.
  var durationSeconds: Double? {
    guard count >= 3, let firstTime else { return nil }
    return Double(lastTime &- firstTime) / 1000
  }
}

extension Position {
  fileprivate var coordinate: Coordinate {
    // Degrees were checked when they came in; billionths of them fit.
    Coordinate(
      latitudeNanodegrees: Int64((max(-90, min(90, lat)) * 1e9).rounded()),
      longitudeNanodegrees: Int64((max(-180, min(180, lon)) * 1e9).rounded()))
  }
}
