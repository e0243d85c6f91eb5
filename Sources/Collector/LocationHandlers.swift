import HTTPServer

/// The calls on an asset's locations.
let locationRoutes = [
  Route("track", "POST", "/skynet/asset/:id/track", uploadLocations),
  Route("last", "GET", "/skynet/asset/:id/location/last", lastLocation),
  Route("locations", "GET", "/skynet/asset/:id/location/list", listLocations),
]

private func uploadLocations(_ call: Call) throws -> Response {
  let upload = try decodeJSON(TrackUpload.self, call.request.body)
  let locations = try upload.validated()
  let asset = try call.asset()
  guard asset.deviceID == upload.deviceID else {
    throw Refusal(.otherDevice, "the device is not the one that asset '\(asset.id)' is bound to")
  }
  try call.store.add(locations, to: asset, from: upload.deviceID, now: call.now)
  return try .ok()
}

private func lastLocation(_ call: Call) throws -> Response {
  let latest = try call.asset().latestLocation
  return try .ok(latest.map { ["location": $0] } ?? [:])
}

private func listLocations(_ call: Call) throws -> Response {
  let query = try LocationQuery(call.request.query)
  let asset = try call.asset()
  let total = try call.store.locationCount(of: asset, in: query.times)
  let list = try call.store.locations(of: asset, query)
  return try .ok(Listing(list: list, page: Page(query.paging, total: total)))
}

/// Which of an asset's locations a client wants.
struct LocationQuery {
  /// Unix milliseconds.
  let times: ClosedRange<Int64>
  let paging: Paging

  /// The wishes of a query; what it does not name is from the beginning, to the end, and the first page.
  init(_ query: [String: String]) throws(Refusal) {
    let start = try wholeNumber("start_time", query, in: 0...Int64.max) ?? 0
    let end = try wholeNumber("end_time", query, in: 0...Int64.max) ?? .max
    guard start <= end else { throw Refusal(.badRequest, "start_time must not be after end_time") }
    times = start...end
    paging = try Paging(query, most: 500)
  }
}
