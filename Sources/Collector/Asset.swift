import JSON

/// What a client says of an asset to be made or changed.
struct AssetProfile: Decodable, Hashable {
  /// The id it is to have for good; nil lets the server choose one. Of no meaning in a change.
  var customID: String?
  var name: String?
  var description: String?
  var attributes: JSONObject?
  var metaData: JSONObject?

  enum CodingKeys: String, CodingKey {
    case customID = "custom_id"
    case name, description, attributes
    case metaData = "meta_data"
  }

  /// Refuses what no asset may have.
  func validate() throws {
    if let customID { try validateID(customID, named: "custom_id") }
    try checkAttributes(attributes)
    try checkSize(metaData, of: "meta_data")
  }
}

/// What a client says of attributes to be added or changed.
struct AttributeChange: Decodable {
  var attributes: JSONObject
}

/// What a client says to bind a device.
struct Binding: Decodable {
  var deviceID: String

  enum CodingKeys: String, CodingKey {
    case deviceID = "device_id"
  }

  func validate() throws(Refusal) {
    guard (1...256).contains(deviceID.utf8.count) else {
      throw Refusal(.badRequest, "device_id must have 1 to 256 bytes")
    }
  }
}

/// An asset as the store holds it and as a client sees it. All times but the location's are Unix seconds.
struct Asset: Encodable, Hashable {
  /// The store's own number for it.
  var number: Int64
  var id: String
  /// The one device that reports for it; nil before the first bind.
  var deviceID: String?
  var name: String?
  var description: String?
  var attributes: JSONObject?
  var metaData: JSONObject?
  var createdAt: Int64
  var updatedAt: Int64
  /// When locations last came in.
  var trackedAt: Int64?
  var latestLocation: TrackLocation?
  var state = "active"

  enum CodingKeys: String, CodingKey {
    case id
    case deviceID = "device_id"
    case name, description, attributes
    case metaData = "meta_data"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case trackedAt = "tracked_at"
    case latestLocation = "latest_location"
    case state
  }
}

/// The alphabet is the one that the vendor documents; the length is ours, so that every id fits into a path.
func validateID(_ id: String, named name: String) throws(Refusal) {
  let isAllowed = id.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
  guard isAllowed, (1...256).contains(id.utf8.count) else {
    throw Refusal(.badRequest, "\(name) must be 1 to 256 of the letters a-z and A-Z, digits, '-' and '_'")
  }
}

/// Refuses attributes that are more, or longer, than documented.
func checkAttributes(_ attributes: JSONObject?) throws {
  guard let attributes else { return }
  guard attributes.count <= 100 else {
    throw Refusal(.badRequest, "attributes may have 100 members, not \(attributes.count)")
  }
  try checkSize(attributes, of: "attributes")
}

/// Refuses an attached object that is longer than documented.
func checkSize(_ object: JSONObject?, of name: @autoclosure () -> String) throws {
  guard let object, try jsonBytes(object).count > 65_000 else { return }
  throw Refusal(.badRequest, "\(name()) may take 65000 bytes of JSON")
}
