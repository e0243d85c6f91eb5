import GNSS
import Waymark

/// An asset as the server has it. What the server does not say is absent.
public struct AssetDocument: Codable, Hashable, Sendable {
  /// Its id.
  public var id: String
  /// The device that reports for it.
  public var deviceID: String?
  /// For people.
  public var name: String?
  /// For people.
  public var description: String?
  /// Pairs of texts.
  public var attributes: [String: String]
  /// ISO 8601 UTC.
  public var createdAt: String?
  /// ISO 8601 UTC.
  public var updatedAt: String?

  enum CodingKeys: String, CodingKey {
    case id, name, description, attributes
    case deviceID = "device_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// The asset in the API's shape.
  init(_ asset: Asset) {
    id = asset.id
    deviceID = asset.deviceID
    name = asset.name
    description = asset.description
    attributes = asset.attributes
    createdAt = asset.createdAt?.description
    updatedAt = asset.updatedAt?.description
  }
}

/// A trip as the server has it, with its figures once it is over. What the server does not say is absent.
public struct TripDocument: Codable, Hashable, Sendable {
  /// Its id.
  public var id: String
  /// The asset that makes it.
  public var asset: String?
  /// `active` or `ended`.
  public var state: String?
  /// For people.
  public var name: String?
  /// For people.
  public var description: String?
  /// Pairs of texts.
  public var attributes: [String: String]
  /// ISO 8601 UTC.
  public var startedAt: String?
  /// ISO 8601 UTC.
  public var endedAt: String?
  /// How many locations its route has.
  public var points: Int
  /// How far it went; only in a summary.
  public var distanceMetres: Double?
  /// How long it took; only in a summary.
  public var durationSeconds: Double?

  enum CodingKeys: String, CodingKey {
    case id, asset, state, name, description, attributes, points
    case startedAt = "started_at"
    case endedAt = "ended_at"
    case distanceMetres = "distance_m"
    case durationSeconds = "duration_s"
  }

  /// The trip in the API's shape.
  init(_ trip: Trip) {
    id = trip.id
    asset = trip.assetID
    state = trip.state?.rawValue
    name = trip.name
    description = trip.description
    attributes = trip.attributes
    startedAt = trip.startedAt?.description
    endedAt = trip.endedAt?.description
    points = trip.route.count
  }

  /// The summary in the API's shape.
  init(_ summary: TripSummary) {
    self.init(summary.trip)
    distanceMetres = summary.distanceMetres
    durationSeconds = summary.durationSeconds
  }
}
