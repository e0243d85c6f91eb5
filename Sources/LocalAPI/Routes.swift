import Delivery
import GNSS
import Glibc
import HTTPServer
import Sampling
import Waymark

/// One call as a handler sees it.
struct Call: Sendable {
  let request: Request
  /// What stands in the path for `{id}`; empty in a path without one.
  let id: String
  let control: TrackingControl

  /// The body in the shape that the call takes.
  func body<Document: Decodable>(_ type: Document.Type) throws -> Document { try decode(type, request.body) }

  /// The query's `limit`.
  func limit(_ usual: Int) throws -> Int {
    guard let text = request.query["limit"] else { return usual }
    guard let limit = Int(text) else {
      throw AssetTrackingApiException(.invalidArgument, "limit is a whole number, not '\(text)'")
    }
    return try within(1...1000, limit, "limit")
  }
}

/// One row of the table of calls.
struct Route: Sendable {
  let method: String
  /// As `openapi.yaml` writes it.
  let path: String
  /// Runs where its task does: on the board's loop.
  let handle: @Sendable (Call) async throws -> any Encodable & Sendable

  init(
    _ method: String, _ path: String,
    _ handle: @escaping @Sendable (Call) async throws -> any Encodable & Sendable
  ) {
    self.method = method
    self.path = path
    self.handle = handle
  }

  /// The part that stands for `{id}`, empty without one; nil when the path is another.
  func match(_ parts: [String]) -> String? {
    let pattern = path.split(separator: "/")
    guard parts.count == pattern.count else { return nil }
    var id = ""
    for (part, pattern) in zip(parts, pattern) {
      if pattern == "{id}" {
        id = part
      } else if part != pattern {
        return nil
      }
    }
    return id
  }

  /// The path of the events, which are no document.
  static let events = "/v1/events"

  /// All calls but the events. A fixed path stands before one that has `{id}` in its place.
  static let all: [Route] = tracking + setAside + assets + configurations + trips

  private static let tracking = [
    Route("GET", "/v1/status") { call in
      let host = hostTime()
      return StatusDocument(try await call.control.status(host: host), host: host)
    },
    Route("POST", "/v1/start") { call in
      try await call.control.startTracking()
      return try await tracking(call)
    },
    Route("POST", "/v1/stop") { call in
      try await call.control.stopTracking()
      return try await tracking(call)
    },
    Route("GET", "/v1/log") { call in
      LogDocument(uploads: try await call.control.uploadLog(try call.limit(50)).map(UploadDocument.init))
    },
    Route("PUT", "/v1/user") { call in
      let user = try call.body(UserDocument.self)
      try await call.control.setUserID(user.userID.flatMap { $0.isEmpty ? nil : $0 })
      return user
    },
  ]

  private static func tracking(_ call: Call) async throws -> TrackingDocument {
    let status = try await call.control.status(host: hostTime())
    return TrackingDocument(tracking: status.isTracking, waiting: status.waiting)
  }

  private static let assets = [
    Route("GET", "/v1/asset") { AssetDocument(try await $0.control.assetDetail()) },
    Route("POST", "/v1/asset") { call in
      let profile = try call.body(AssetProfileDocument.self)
      return IDDocument(
        id: try await call.control.createAsset(
          AssetProfile(
            name: profile.name, customId: profile.customID, description: profile.description,
            attributes: profile.attributes)))
    },
    Route("PUT", "/v1/asset") { call in
      let profile = try call.body(AssetProfileDocument.self)
      try await call.control.updateAsset(
        UpdateAssetProfile(name: profile.name, description: profile.description, attributes: profile.attributes))
      return profile
    },
    Route("POST", "/v1/asset/bind") { call in
      let bind = try call.body(BindDocument.self)
      return IDDocument(id: try await call.control.bindAsset(bind.assetID, force: bind.force ?? false))
    },
  ]

  private static let trips = [
    Route("GET", "/v1/trip") { TripDocument(try await $0.control.trip(nil)) },
    Route("POST", "/v1/trip") { call in
      let profile = try call.body(TripProfileDocument.self)
      return IDDocument(
        id: try await call.control.startTrip(
          TripProfile(
            name: profile.name, customId: profile.customID, description: profile.description,
            attributes: profile.attributes, stops: profile.tripStops),
          turnOnTracking: profile.turnOnTracking ?? true))
    },
    Route("PUT", "/v1/trip") { try await update(nil, $0) },
    Route("POST", "/v1/trip/end") { IDDocument(id: try await $0.control.endTrip()) },
    Route("GET", "/v1/trip/{id}") { TripDocument(try await $0.control.trip($0.id)) },
    Route("PUT", "/v1/trip/{id}") { try await update($0.id, $0) },
    Route("DELETE", "/v1/trip/{id}") { IDDocument(id: try await $0.control.deleteTrip($0.id)) },
    Route("GET", "/v1/trip/{id}/summary") { TripDocument(try await $0.control.tripSummary($0.id)) },
  ]

  private static func update(_ id: String?, _ call: Call) async throws -> IDDocument {
    let profile = try call.body(TripProfileDocument.self)
    return IDDocument(
      id: try await call.control.updateTrip(
        id,
        TripUpdateProfile(
          name: profile.name, description: profile.description, attributes: profile.attributes,
          stops: profile.tripStops)))
  }
}

extension TripProfileDocument {
  fileprivate var tripStops: [TripStop]? { stops?.map { TripStop(name: $0.name, geofenceID: $0.geofenceID) } }
}

/// The board's clock.
func hostTime() -> UTCInstant {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return UTCInstant(millisecondsSince1970: Int64(now.tv_sec) &* 1000 &+ Int64(now.tv_nsec) / 1_000_000)
}
