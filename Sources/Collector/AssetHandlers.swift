import FoundationEssentials
import HTTPServer
import JSON

/// The calls on assets themselves. The list goes before the asset of that name.
let assetRoutes = [
  Route("create", "POST", "/skynet/asset", createAsset),
  Route("list", "GET", "/skynet/asset/list", listAssets),
  Route("show", "GET", "/skynet/asset/:id", showAsset),
  Route("update", "PUT", "/skynet/asset/:id", updateAsset),
  Route("attributes", "PUT", "/skynet/asset/:id/attributes", mergeAttributes),
  Route("bind", "POST", "/skynet/asset/:id/bind", bindDevice),
]

private func createAsset(_ call: Call) throws -> Response {
  let profile = try decodeJSON(AssetProfile.self, call.request.body)
  try profile.validate()
  guard profile.customID != "list" else { throw Refusal(.badRequest, "custom_id must not be 'list', a call's name") }
  let id = profile.customID ?? UUID().uuidString.lowercased()
  guard try call.store.create(profile, id: id, now: call.now) else {
    throw Refusal(.unprocessable, "there is an asset '\(id)' already; choose another custom_id")
  }
  return try .ok(["id": id])
}

private func listAssets(_ call: Call) throws -> Response {
  let paging = try Paging(call.request.query, most: 100)
  let page = Page(paging, total: try call.store.assetCount())
  return try .ok(Listing(list: try call.store.assets(paging), page: page))
}

private func showAsset(_ call: Call) throws -> Response {
  try .ok(["asset": try call.asset()])
}

private func updateAsset(_ call: Call) throws -> Response {
  let profile = try decodeJSON(AssetProfile.self, call.request.body)
  try profile.validate()
  try call.store.update(try call.asset(), profile, now: call.now)
  return try .ok()
}

private func mergeAttributes(_ call: Call) throws -> Response {
  let change = try decodeJSON(AttributeChange.self, call.request.body)
  let asset = try call.asset()
  let merged = (asset.attributes ?? [:]).merging(change.attributes) { _, new in new }
  try checkAttributes(merged)
  try call.store.update(asset, AssetProfile(attributes: merged), now: call.now)
  return try .ok()
}

private func bindDevice(_ call: Call) throws -> Response {
  let binding = try decodeJSON(Binding.self, call.request.body)
  try binding.validate()
  try call.store.bind(try call.asset(), to: binding.deviceID, now: call.now)
  return try .ok()
}

extension Call {
  /// The asset that the path names.
  func asset() throws -> Asset { try asset(id) }

  /// The asset of an id.
  func asset(_ id: String) throws -> Asset {
    guard let asset = try store.asset(id) else { throw Refusal(.notFound, "there is no asset '\(id)'") }
    return asset
  }
}
