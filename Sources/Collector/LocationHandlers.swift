import HTTPServer

/// The calls on an asset's locations.
let locationRoutes = [
  Route("POST", "/skynet/asset/:id/track", uploadLocations),
  Route("GET", "/skynet/asset/:id/location/last", lastLocation),
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
