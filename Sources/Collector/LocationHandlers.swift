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
  return try .ok(LocationList(list: list, page: Page(query, total: total)))
}

/// Which of an asset's locations a client wants.
struct LocationQuery {
  /// Unix milliseconds.
  let times: ClosedRange<Int64>
  /// From 1.
  let page: Int64
  /// How many locations a page holds.
  let size: Int64

  /// How many locations stand on the pages before.
  var offset: Int64 { (page - 1) * size }

  /// The wishes of a query; what it does not name is from the beginning, to the end, and the first page of 20.
  init(_ query: [String: String]) throws(Refusal) {
    let start = try LocationQuery.number("start_time", query, in: 0...Int64.max) ?? 0
    let end = try LocationQuery.number("end_time", query, in: 0...Int64.max) ?? .max
    guard start <= end else { throw Refusal(.badRequest, "start_time must not be after end_time") }
    times = start...end
    page = try LocationQuery.number("pn", query, in: 1...1_000_000_000) ?? 1
    size = try LocationQuery.number("ps", query, in: 1...500) ?? 20
  }

  private static func number(
    _ name: String, _ query: [String: String], in range: ClosedRange<Int64>
  ) throws(Refusal) -> Int64? {
    guard let text = query[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw Refusal(.badRequest, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

private struct LocationList: Encodable {
  let list: [TrackLocation]
  let page: Page
}

private struct Page: Encodable {
  let total: Int64
  let offset: Int64
  let page: Int64
  let size: Int64
  let hasmore: Bool

  init(_ query: LocationQuery, total: Int64) {
    self.total = total
    offset = query.offset
    page = query.page
    size = query.size
    hasmore = query.offset + query.size < total
  }
}
