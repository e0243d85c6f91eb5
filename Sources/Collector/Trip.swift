import JSON

/// A place where a trip is to stop.
struct TripStop: Codable, Hashable {
  var name: String?
  var metaData: JSONObject?
  var geofenceID: String?

  enum CodingKeys: String, CodingKey {
    case name
    case metaData = "meta_data"
    case geofenceID = "geofence_id"
  }
}

/// What a client says of a trip that starts or changes.
struct TripProfile: Decodable, Hashable {
  /// The asset that makes it; needed at its start.
  var assetID: String?
  /// The id it is to have for good; nil lets the server choose one. Of no meaning in a change.
  var customID: String?
  var name: String?
  var description: String?
  var attributes: JSONObject?
  var metaData: JSONObject?
  var stops: [TripStop]?

  enum CodingKeys: String, CodingKey {
    case assetID = "asset_id"
    case customID = "custom_id"
    case name, description, attributes
    case metaData = "meta_data"
    case stops
  }

  /// Refuses what no trip may have.
  func validate() throws {
    if let customID { try validateID(customID, named: "custom_id") }
    try checkAttributes(attributes)
    try checkSize(metaData, of: "meta_data")
    for (index, stop) in (stops ?? []).enumerated() { try checkSize(stop.metaData, of: "stops[\(index)].meta_data") }
  }
}

/// What a client says to end a trip.
struct TripEnd: Decodable {
  var id: String
}

/// A trip as the store holds it and as a client sees it. Its times are Unix seconds.
struct Trip: Encodable {
  /// The store's own number for it.
  var number: Int64
  var id: String
  var assetID: String
  /// `active` or `ended`.
  var state: String
  var name: String?
  var description: String?
  var attributes: JSONObject?
  var metaData: JSONObject?
  var stops: [TripStop]?
  var startedAt: Int64
  /// Nil while it goes on.
  var endedAt: Int64?
  var createdAt: Int64
  var updatedAt: Int64
  /// The rest is known once it is over; asset, distance and duration stand in the summary only.
  var asset: Asset?
  var route: [TrackLocation]?
  /// Metres.
  var distance: Double?
  /// Seconds.
  var duration: Double?

  enum CodingKeys: String, CodingKey {
    case id, state, name, description, attributes, stops, asset, route, distance, duration
    case assetID = "asset_id"
    case metaData = "meta_data"
    case startedAt = "started_at"
    case endedAt = "ended_at"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Unix milliseconds from its first second to the end of its last; nil while it goes on.
  var times: ClosedRange<Int64>? {
    guard let endedAt else { return nil }
    let start = startedAt &* 1000
    let end = endedAt &* 1000 &+ 999
    return min(start, end)...max(start, end)
  }
}
