import Delivery
import GNSS
import JSON

// What an answer lacks, or has in another shape than documented, is nil: a server's newer version must not stop a
// board.

extension Asset {
  /// Nil without an id.
  init?(_ json: JSONValue?) {
    guard let id = json?.name("id") else { return nil }
    self.init(id: id)
    deviceID = json?.name("device_id")
    state = json?["state"]?.text
    name = json?["name"]?.text
    description = json?["description"]?.text
    attributes = json?.attributes ?? [:]
    metaData = json?.metaData
    createdAt = json?["created_at"]?.instant
    updatedAt = json?["updated_at"]?.instant
    trackedAt = json?["tracked_at"]?.instant
    latestLocation = TrackLocation(json?["latest_location"])
  }
}

extension TrackLocation {
  /// Nil without a place.
  init?(_ json: JSONValue?) {
    guard let latitude = json?["location"]?["lat"]?.number, let longitude = json?["location"]?["lon"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
    // These are always milliseconds.
    time = json?["timestamp"]?.integer.map { UTCInstant(millisecondsSince1970: $0) }
    accuracyMetres = json?["accuracy"]?.number
    altitudeMetres = json?["altitude"]?.number
    speedMetresPerSecond = json?["speed"]?.number
    bearingDegrees = json?["bearing"]?.number
    batteryPercent = json?["battery_level"]?.integer.map { Int(clamping: $0) }
    trackingMode = json?["tracking_mode"]?.text
    metaData = json?.metaData
  }
}

extension Trip {
  /// Nil without an id.
  init?(_ json: JSONValue?) {
    guard let id = json?.name("id") else { return nil }
    self.init(id: id)
    // A summary has the whole asset in place of its id.
    assetID = json?.name("asset_id") ?? json?["asset"]?.name("id")
    state = json?["state"]?.text.flatMap { TripState(rawValue: $0.lowercased()) }
    name = json?["name"]?.text
    description = json?["description"]?.text
    attributes = json?.attributes ?? [:]
    metaData = json?.metaData
    stops = json?["stops"]?.array?.map { TripStop($0) } ?? []
    startedAt = json?["started_at"]?.instant
    endedAt = json?["ended_at"]?.instant
    createdAt = json?["created_at"]?.instant
    updatedAt = json?["updated_at"]?.instant
    route = json?["route"]?.array?.compactMap { TrackLocation($0) } ?? []
  }
}

extension TripSummary {
  /// Nil without a trip.
  init?(_ json: JSONValue?) {
    guard let trip = Trip(json) else { return nil }
    self.init(trip: trip)
    distanceMetres = json?["distance"]?.number
    durationSeconds = json?["duration"]?.number
  }
}

extension TripStop {
  fileprivate init(_ json: JSONValue) {
    self.init(name: json["name"]?.text, metaData: json.metaData, geofenceID: json.name("geofence_id"))
  }
}

extension JSONValue {
  /// A member that names something; nil without one, and when it is empty, as `device_id` is before the first bind.
  func name(_ key: String) -> String? {
    guard let name = self[key]?.text ?? self[key]?.integer.map(String.init), !name.isEmpty else { return nil }
    return name
  }

  /// A time other than a location's. The documents say milliseconds for some and show seconds for the same: numbers
  /// that would be past the year 5000 as seconds are milliseconds. Zero means never.
  fileprivate var instant: UTCInstant? {
    guard let value = integer, value != 0 else { return nil }
    guard value.magnitude < 100_000_000_000 else { return UTCInstant(millisecondsSince1970: value) }
    return UTCInstant(millisecondsSince1970: value * 1000)
  }

  fileprivate var attributes: [String: String]? {
    self["attributes"]?.object?.compactMapValues { value in
      switch value {
      case .text(let text): text
      case .null: nil
      default: value.jsonText
      }
    }
  }

  fileprivate var metaData: String? {
    guard let value = self["meta_data"], case .object = value else { return nil }
    return value.jsonText
  }

  private var jsonText: String? { (try? jsonBytes(self)).map { String(decoding: $0, as: UTF8.self) } }
}
