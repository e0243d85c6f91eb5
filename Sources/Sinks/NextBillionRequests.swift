import Delivery
import HTTPClient
import JSON

/// The requests about assets and trips.
extension NextBillionServer {
  func createAsset(_ asset: NewAsset) throws(AssetServiceError) -> HTTPRequest {
    let metaData = try metaDataBytes(asset.metaData)
    return request(
      .post, "/skynet/asset",
      JSONWriter.object { writer in
        writer.field("custom_id", asset.customID)
        writer.field("name", asset.name)
        writer.field("description", asset.description)
        writer.field("attributes", asset.attributes)
        writer.field("meta_data", json: metaData)
      })
  }

  func asset(_ id: String) -> HTTPRequest { request(.get, path(asset: id)) }

  func updateAsset(_ id: String, _ change: AssetChange) throws(AssetServiceError) -> HTTPRequest {
    let metaData = try metaDataBytes(change.metaData)
    return request(
      .put, path(asset: id),
      JSONWriter.object { writer in
        writer.field("name", change.name)
        writer.field("description", change.description)
        writer.field("attributes", change.attributes)
        writer.field("meta_data", json: metaData)
      })
  }

  func mergeAttributes(_ id: String, _ attributes: [String: String]) -> HTTPRequest {
    request(.put, path(asset: id) + "/attributes", JSONWriter.object { $0.field("attributes", attributes) })
  }

  func lastLocation(_ id: String) -> HTTPRequest { request(.get, path(asset: id) + "/location/last") }

  func startTrip(_ trip: NewTrip, assetID: String) throws(AssetServiceError) -> HTTPRequest {
    let metaData = try metaDataBytes(trip.metaData)
    let stops = try stopsBytes(trip.stops)
    return request(
      .post, "/skynet/trip/start",
      JSONWriter.object { writer in
        writer.field("asset_id", assetID)
        writer.field("custom_id", trip.customID)
        writer.field("name", trip.name)
        writer.field("description", trip.description)
        writer.field("attributes", trip.attributes)
        writer.field("meta_data", json: metaData)
        writer.field("stops", json: stops)
      })
  }

  func updateTrip(_ id: String, _ change: TripChange, assetID: String) throws(AssetServiceError) -> HTTPRequest {
    let metaData = try metaDataBytes(change.metaData)
    let stops = try stopsBytes(change.stops)
    return request(
      .put, path(trip: id),
      JSONWriter.object { writer in
        writer.field("asset_id", assetID)
        writer.field("name", change.name)
        writer.field("description", change.description)
        writer.field("attributes", change.attributes)
        writer.field("meta_data", json: metaData)
        writer.field("stops", json: stops)
      })
  }

  func endTrip(_ id: String) -> HTTPRequest {
    request(.post, "/skynet/trip/end", JSONWriter.object { $0.field("id", id) })
  }

  func trip(_ id: String) -> HTTPRequest { request(.get, path(trip: id)) }

  func tripSummary(_ id: String) -> HTTPRequest { request(.get, path(trip: id) + "/summary") }

  func deleteTrip(_ id: String) -> HTTPRequest { request(.delete, path(trip: id)) }

  private func path(asset id: String) -> String { "/skynet/asset/\(percentEncoded(id))" }

  private func path(trip id: String) -> String { "/skynet/trip/\(percentEncoded(id))" }
}

/// Meta data as it travels: the text must be a JSON object, or it would break the request around it.
private func metaDataBytes(_ text: String?) throws(AssetServiceError) -> [UInt8]? {
  guard let text else { return nil }
  guard let value = try? JSONValue(parsing: Array(text.utf8)), case .object = value, let bytes = try? jsonBytes(value)
  else {
    throw AssetServiceError(.invalid, "the meta data must be a JSON object such as {\"line\":7}")
  }
  return bytes
}

private func stopsBytes(_ stops: [TripStop]?) throws(AssetServiceError) -> [UInt8]? {
  guard let stops else { return nil }
  var elements: [[UInt8]] = []
  for stop in stops {
    let metaData = try metaDataBytes(stop.metaData)
    elements.append(
      JSONWriter.object { writer in
        writer.field("name", stop.name)
        writer.field("meta_data", json: metaData)
        writer.field("geofence_id", stop.geofenceID)
      })
  }
  return Array("[".utf8) + elements.joined(separator: [UInt8(ascii: ",")]) + Array("]".utf8)
}
