import JSON

/// A place on the globe in degrees.
struct Position: Codable, Hashable {
  var lat: Double
  var lon: Double
}

/// A location that was taken in, as a client sees it.
struct TrackLocation: Encodable, Hashable {
  var location: Position
  /// Unix milliseconds.
  var timestamp: Int64
  /// Metres, the radius of the 68 % level.
  var accuracy: Double?
  /// Metres above the ellipsoid.
  var altitude: Double?
  /// Metres a second.
  var speed: Double?
  /// Degrees from true north.
  var bearing: Double?
  /// Percent.
  var batteryLevel: Int64?
  var trackingMode: String?
  var metaData: JSONObject?

  enum CodingKeys: String, CodingKey {
    case location, timestamp, accuracy, altitude, speed, bearing
    case batteryLevel = "battery_level"
    case trackingMode = "tracking_mode"
    case metaData = "meta_data"
  }
}

/// Locations that a device sends for an asset, before they are judged.
struct TrackUpload: Decodable {
  /// The most locations in one call; the vendor documents no number.
  static let mostLocations = 1000

  var deviceID: String
  var locations: [Location]

  enum CodingKeys: String, CodingKey {
    case deviceID = "device_id"
    case locations
  }

  /// Whole numbers come as `Double`, which holds them exactly as far as they may go: read as integers, one with a
  /// fraction would make the decoder call the whole body invalid.
  struct Location: Decodable {
    var location: Position
    var timestamp: Double
    var accuracy: Double?
    var altitude: Double?
    var speed: Double?
    var bearing: Double?
    var batteryLevel: Double?
    var trackingMode: String?
    var metaData: JSONObject?

    typealias CodingKeys = TrackLocation.CodingKeys
  }

  /// The locations, if every one of them can be taken: what must be there is checked by its range, what may be there
  /// by its type, for a sensor's odd reading is no reason to lose a position.
  func validated() throws -> [TrackLocation] {
    guard !locations.isEmpty else { throw Refusal(.badRequest, "locations must hold at least one location") }
    guard locations.count <= TrackUpload.mostLocations else {
      let most = TrackUpload.mostLocations
      throw Refusal(.tooLarge, "locations may hold \(most) locations a call, not \(locations.count)")
    }
    return try locations.enumerated().map { try $1.validated(name: "locations[\($0)]") }
  }
}

extension TrackUpload.Location {
  /// From 1970 to the end of the year 9999.
  private static let timestamps = 0.0...253_402_300_799_999

  fileprivate func validated(name: @autoclosure () -> String) throws -> TrackLocation {
    guard (-90...90).contains(location.lat) else {
      throw Refusal(.badRequest, "\(name()).location.lat must be from -90 to 90 degrees")
    }
    guard (-180...180).contains(location.lon) else {
      throw Refusal(.badRequest, "\(name()).location.lon must be from -180 to 180 degrees")
    }
    guard Self.timestamps.contains(timestamp), let milliseconds = Int64(exactly: timestamp) else {
      throw Refusal(.badRequest, "\(name()).timestamp must be a whole number of Unix milliseconds")
    }
    try checkSize(metaData, of: "\(name()).meta_data")
    return TrackLocation(
      location: location, timestamp: milliseconds, accuracy: accuracy, altitude: altitude, speed: speed,
      bearing: bearing, batteryLevel: try wholePercent(name: name()), trackingMode: trackingMode, metaData: metaData)
  }

  private func wholePercent(name: @autoclosure () -> String) throws(Refusal) -> Int64? {
    guard let batteryLevel else { return nil }
    guard (0...100).contains(batteryLevel), let percent = Int64(exactly: batteryLevel) else {
      throw Refusal(.badRequest, "\(name()).battery_level must be a whole number of percent from 0 to 100")
    }
    return percent
  }
}
