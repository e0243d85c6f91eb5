import FoundationEssentials
import HTTPServer

/// The calls on trips.
let tripRoutes = [
  Route("trip-start", "POST", "/skynet/trip/start", startTrip),
  Route("trip-end", "POST", "/skynet/trip/end", endTrip),
  Route("trip-show", "GET", "/skynet/trip/:id", showTrip),
  Route("trip-update", "PUT", "/skynet/trip/:id", updateTrip),
  Route("trip-delete", "DELETE", "/skynet/trip/:id", deleteTrip),
  Route("trip-summary", "GET", "/skynet/trip/:id/summary", summarizeTrip),
]

private func startTrip(_ call: Call) throws -> Response {
  let profile = try decodeJSON(TripProfile.self, call.request.body)
  try profile.validate()
  guard let assetID = profile.assetID else { throw Refusal(.badRequest, "asset_id is missing") }
  let asset = try call.asset(assetID)
  let id = profile.customID ?? UUID().uuidString.lowercased()
  guard try call.store.start(profile, id: id, of: asset, now: call.now) else {
    throw Refusal(.unprocessable, "there is a trip '\(id)' already; choose another custom_id")
  }
  return try .ok(["id": id])
}

private func endTrip(_ call: Call) throws -> Response {
  let trip = try call.activeTrip(try decodeJSON(TripEnd.self, call.request.body).id)
  try call.store.end(trip, now: call.now)
  return try .ok()
}

private func showTrip(_ call: Call) throws -> Response {
  var trip = try call.trip(call.id)
  trip.route = try call.course(of: trip)?.kept
  return try .ok(["trip": trip])
}

private func updateTrip(_ call: Call) throws -> Response {
  let profile = try decodeJSON(TripProfile.self, call.request.body)
  try profile.validate()
  let trip = try call.activeTrip(call.id)
  let asset = try call.asset(profile.assetID ?? trip.assetID)
  try call.store.update(trip, profile, of: asset, now: call.now)
  return try .ok()
}

private func deleteTrip(_ call: Call) throws -> Response {
  try call.store.delete(try call.trip(call.id))
  return try .ok()
}

private func summarizeTrip(_ call: Call) throws -> Response {
  var trip = try call.trip(call.id)
  guard let course = try call.course(of: trip) else {
    throw Refusal(.unprocessable, "trip '\(trip.id)' has not ended; only an ended trip has a summary")
  }
  trip.asset = try call.asset(trip.assetID)
  trip.route = course.kept
  trip.distance = course.distanceMetres
  trip.duration = course.durationSeconds
  return try .ok(["trip": trip])
}

extension Call {
  fileprivate func trip(_ id: String) throws -> Trip {
    guard let trip = try store.trip(id) else { throw Refusal(.notFound, "there is no trip '\(id)'") }
    return trip
  }

  fileprivate func activeTrip(_ id: String) throws -> Trip {
    let trip = try trip(id)
    guard trip.endedAt == nil else { throw Refusal(.unprocessable, "trip '\(id)' has ended already") }
    return trip
  }

  /// What the asset did during a trip; nil while the trip goes on.
  fileprivate func course(of trip: Trip) throws -> Course? {
    guard let times = trip.times else { return nil }
    let asset = try asset(trip.assetID)
    var course = Course(total: try store.locationCount(of: asset, in: times))
    try store.visitLocations(of: asset, in: times) { course.take($0) }
    return course
  }
}
