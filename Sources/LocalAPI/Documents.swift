/// What the API says of a location configuration, and takes to set one: metres, seconds, degrees.
public struct LocationConfigDocument: Codable, Hashable, Sendable {
  /// `active`, `balanced`, `passive` or `custom`.
  public var mode: String
  /// Keep a point this far from the last one.
  public var distanceMetres: Double?
  /// The least time between two points.
  public var leastTimeSeconds: Double?
  /// Keep a point when the course changed so much.
  public var turnDegrees: Double?
  /// Keep a point after so long without one.
  public var heartbeatSeconds: Double?
  /// Ignore fixes with a larger estimated error.
  public var accuracyMetres: Double?

  /// One that sets a mode with its documented thresholds.
  public init(mode: String) { self.mode = mode }

  enum CodingKeys: String, CodingKey {
    case mode
    case distanceMetres = "distance_m"
    case leastTimeSeconds = "least_time_s"
    case turnDegrees = "turn_deg"
    case heartbeatSeconds = "heartbeat_s"
    case accuracyMetres = "accuracy_m"
  }
}

/// How batches are stored and sent.
public struct UploadConfigDocument: Codable, Hashable, Sendable {
  /// The most points in one request.
  public var batchSize: Int
  /// The least time between two requests that are not full.
  public var batchWindowSeconds: Double
  /// How many full batches are stored.
  public var storageSize: Int
  /// Whether points are dropped when another device takes the asset.
  public var clearOnCollision: Bool

  enum CodingKeys: String, CodingKey {
    case batchSize = "batch_size"
    case batchWindowSeconds = "batch_window_s"
    case storageSize = "storage_size"
    case clearOnCollision = "clear_on_collision"
  }
}

/// Which notifications there are.
public struct NotificationConfigDocument: Codable, Hashable, Sendable {
  /// The start of tracking is told.
  public var start: Bool
  /// The end of tracking is told.
  public var stop: Bool
  /// A low battery is told.
  public var lowBattery: Bool
  /// Below how many percent a battery is low.
  public var lowBatteryPercent: Int

  enum CodingKeys: String, CodingKey {
    case start, stop
    case lowBattery = "low_battery"
    case lowBatteryPercent = "low_battery_percent"
  }
}

/// An asset to be made, or what is to be different about the one that is bound.
public struct AssetProfileDocument: Codable, Hashable, Sendable {
  /// For people.
  public var name: String
  /// The id it is to have; only for a new asset.
  public var customID: String?
  /// For people.
  public var description: String?
  /// Pairs of texts.
  public var attributes: [String: String]?

  /// A profile.
  public init(
    name: String, customID: String? = nil, description: String? = nil, attributes: [String: String]? = nil
  ) {
    self.name = name
    self.customID = customID
    self.description = description
    self.attributes = attributes
  }

  enum CodingKeys: String, CodingKey {
    case name, description, attributes
    case customID = "custom_id"
  }
}

/// The asset to bind.
public struct BindDocument: Codable, Hashable, Sendable {
  /// Its id.
  public var assetID: String
  /// Whether points of another asset that wait are to be cleared.
  public var force: Bool?

  /// A bind.
  public init(assetID: String, force: Bool) {
    self.assetID = assetID
    self.force = force
  }

  enum CodingKeys: String, CodingKey {
    case assetID = "asset_id"
    case force
  }
}

/// The id of what a call was about.
public struct IDDocument: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
}

/// Whether tracking is on.
public struct TrackingDocument: Codable, Hashable, Sendable {
  /// Whether it is.
  public var tracking: Bool
  /// How many points wait for upload.
  public var waiting: Int
}

/// Who uses the board.
public struct UserDocument: Codable, Hashable, Sendable {
  /// Any text; null forgets it.
  public var userID: String?

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
  }
}

/// A trip to start, or what is to be different about a running one.
public struct TripProfileDocument: Codable, Hashable, Sendable {
  /// A place where the trip is to stop.
  public struct Stop: Codable, Hashable, Sendable {
    /// For people.
    public var name: String?
    /// The geofence that marks the place.
    public var geofenceID: String?

    enum CodingKeys: String, CodingKey {
      case name
      case geofenceID = "geofence_id"
    }
  }

  /// For people.
  public var name: String
  /// The id it is to have; only for a new trip.
  public var customID: String?
  /// For people.
  public var description: String?
  /// Pairs of texts.
  public var attributes: [String: String]?
  /// Where it is to stop, in order.
  public var stops: [Stop]?
  /// Whether tracking starts with it, which it does unless this is false; only for a new trip.
  public var turnOnTracking: Bool?

  /// A profile.
  public init(
    name: String, customID: String? = nil, description: String? = nil, attributes: [String: String]? = nil,
    turnOnTracking: Bool? = nil
  ) {
    self.name = name
    self.customID = customID
    self.description = description
    self.attributes = attributes
    self.turnOnTracking = turnOnTracking
  }

  enum CodingKeys: String, CodingKey {
    case name, description, attributes, stops
    case customID = "custom_id"
    case turnOnTracking = "turn_on_tracking"
  }
}

/// Why a call did not do what it was asked for.
public struct ErrorDocument: Codable, Hashable, Sendable {
  /// The stable code.
  public var code: String
  /// One sentence.
  public var message: String
  /// Whether a rule of tracking refuses it.
  public var isRule: Bool

  enum CodingKeys: String, CodingKey {
    case code, message
    case isRule = "is_rule"
  }
}
