public import GNSS

/// What is known of an asset before the server has it.
public struct NewAsset: Hashable, Sendable {
  /// The id it is to have for good, of letters, digits, `-` and `_`; nil lets the server choose.
  public var customID: String?
  /// For people.
  public var name: String?
  /// For people.
  public var description: String?
  /// At most 100 pairs, 65 kB.
  public var attributes: [String: String]?
  /// A JSON object as text, at most 65 kB.
  public var metaData: String?

  /// An asset of that name.
  public init(
    customID: String? = nil, name: String?, description: String? = nil, attributes: [String: String]? = nil,
    metaData: String? = nil
  ) {
    self.customID = customID
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
  }
}

/// What is to be different about an asset; nil leaves a part as it is.
public struct AssetChange: Hashable, Sendable {
  /// The new name.
  public var name: String?
  /// The new description.
  public var description: String?
  /// Replaces all attributes there were.
  public var attributes: [String: String]?
  /// A JSON object as text; replaces the one there was.
  public var metaData: String?

  /// A change of the parts that are given.
  public init(
    name: String? = nil, description: String? = nil, attributes: [String: String]? = nil, metaData: String? = nil
  ) {
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
  }
}

/// An asset as the server has it. Only its id is certain; what the server leaves out, or says in another shape, is nil.
public struct Asset: Hashable, Sendable {
  /// Its id, fixed for good.
  public var id: String
  /// The device that reports for it; nil when none is bound.
  public var deviceID: String?
  /// `active` or `deleted`, where the server says so.
  public var state: String?
  /// For people.
  public var name: String?
  /// For people.
  public var description: String?
  /// Its attributes; one whose value is no text comes as that value's JSON.
  public var attributes: [String: String] = [:]
  /// A JSON object as text.
  public var metaData: String?
  /// When it was created.
  public var createdAt: UTCInstant?
  /// When it was last changed.
  public var updatedAt: UTCInstant?
  /// When locations last came in.
  public var trackedAt: UTCInstant?
  /// Where it was last; nil before its first location.
  public var latestLocation: TrackLocation?

  /// An asset of which only the id is known.
  public init(id: String) { self.id = id }
}

/// A location as the server holds it. Numbers are as they come from the server, unchecked; what is missing is nil.
public struct TrackLocation: Hashable, Sendable {
  /// Degrees, north positive.
  public var latitude: Double
  /// Degrees, east positive.
  public var longitude: Double
  /// When the asset was there.
  public var time: UTCInstant?
  /// The radius of the 68 % level.
  public var accuracyMetres: Double?
  /// Above the WGS84 ellipsoid.
  public var altitudeMetres: Double?
  /// Over ground.
  public var speedMetresPerSecond: Double?
  /// From true north, clockwise.
  public var bearingDegrees: Double?
  /// The device's battery.
  public var batteryPercent: Int?
  /// The SDK's name in capitals, such as `ACTIVE`.
  public var trackingMode: String?
  /// A JSON object as text.
  public var metaData: String?

  /// A place about which nothing more is known.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
