public import GNSS

/// A place where a trip is to stop.
public struct TripStop: Hashable, Sendable {
  /// For people.
  public var name: String?
  /// A JSON object as text.
  public var metaData: String?
  /// The geofence that marks the place.
  public var geofenceID: String?

  /// A stop.
  public init(name: String? = nil, metaData: String? = nil, geofenceID: String? = nil) {
    self.name = name
    self.metaData = metaData
    self.geofenceID = geofenceID
  }
}

/// What is known of a trip before it starts.
public struct NewTrip: Hashable, Sendable {
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
  /// Where it is to stop, in order.
  public var stops: [TripStop]?

  /// A trip of that name.
  public init(
    customID: String? = nil, name: String?, description: String? = nil, attributes: [String: String]? = nil,
    metaData: String? = nil, stops: [TripStop]? = nil
  ) {
    self.customID = customID
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
    self.stops = stops
  }
}

/// What is to be different about a running trip; nil leaves a part as it is, anything else replaces it.
public struct TripChange: Hashable, Sendable {
  /// The new name.
  public var name: String?
  /// The new description.
  public var description: String?
  /// Replaces all attributes there were.
  public var attributes: [String: String]?
  /// A JSON object as text; replaces the one there was.
  public var metaData: String?
  /// Replaces all stops there were.
  public var stops: [TripStop]?

  /// A change of the parts that are given.
  public init(
    name: String? = nil, description: String? = nil, attributes: [String: String]? = nil, metaData: String? = nil,
    stops: [TripStop]? = nil
  ) {
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
    self.stops = stops
  }
}

/// Whether a trip still goes on.
public enum TripState: String, Sendable {
  /// It goes on.
  case active
  /// It is over.
  case ended
}

/// A trip as the server has it. Only its id is certain; what the server leaves out, or says in another shape, is nil.
public struct Trip: Hashable, Sendable {
  /// Its id, fixed for good.
  public var id: String
  /// The asset that makes it.
  public var assetID: String?
  /// Whether it still goes on.
  public var state: TripState?
  /// For people.
  public var name: String?
  /// For people.
  public var description: String?
  /// Its attributes; one whose value is no text comes as that value's JSON.
  public var attributes: [String: String] = [:]
  /// A JSON object as text.
  public var metaData: String?
  /// Where it is to stop, in order.
  public var stops: [TripStop] = []
  /// When it started.
  public var startedAt: UTCInstant?
  /// When it ended; nil while it goes on.
  public var endedAt: UTCInstant?
  /// When it was created.
  public var createdAt: UTCInstant?
  /// When it was last changed.
  public var updatedAt: UTCInstant?
  /// The locations of the trip, oldest first; empty when the server gives none.
  public var route: [TrackLocation] = []

  /// A trip of which only the id is known.
  public init(id: String) { self.id = id }
}

/// A trip that is over, and what came of it.
public struct TripSummary: Hashable, Sendable {
  /// The trip with its route.
  public var trip: Trip
  /// How far; nil when there were fewer than three locations.
  public var distanceMetres: Double?
  /// How long; nil when there were fewer than three locations.
  public var durationSeconds: Double?

  /// A trip without figures.
  public init(trip: Trip) { self.trip = trip }
}
