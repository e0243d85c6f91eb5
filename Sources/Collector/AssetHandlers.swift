import FoundationEssentials
import HTTPServer

/// The calls on assets themselves.
let assetRoutes = [
  Route("POST", "/skynet/asset", createAsset),
  Route("GET", "/skynet/asset/:id", showAsset),
  Route("POST", "/skynet/asset/:id/bind", bindDevice),
]

private func createAsset(_ call: Call) throws -> Response {
  let profile = try decodeJSON(AssetProfile.self, call.request.body)
  try profile.validate()
  let id = profile.customID ?? UUID().uuidString.lowercased()
  guard try call.store.create(profile, id: id, now: call.now) else {
    throw Refusal(.unprocessable, "there is an asset '\(id)' already; choose another custom_id")
  }
  return try .ok(["id": id])
}

private func showAsset(_ call: Call) throws -> Response {
  try .ok(["asset": try call.asset()])
}

private func bindDevice(_ call: Call) throws -> Response {
  let binding = try decodeJSON(Binding.self, call.request.body)
  try binding.validate()
  let asset = try call.asset()
  try call.store.bind(asset, to: binding.deviceID, now: call.now)
  return try .ok()
}

extension Call {
  /// The asset that the path names.
  func asset() throws -> Asset {
    guard let asset = try store.asset(id) else { throw Refusal(.notFound, "there is no asset '\(id)'") }
    return asset
  }
}
