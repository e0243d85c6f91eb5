import Delivery
import HTTPClient
import Testing

@testable import Sinks

@Suite("Requests about assets and trips")
struct NextBillionRequestsTests {
  private let server: NextBillionServer

  init() throws { server = try NextBillionServer(base: "host", key: "") }

  @Test("an asset's profile goes out whole, unknown parts left out")
  func createAsset() throws {
    let full = NewAsset(
      customID: "v-1", name: "Zürich \"1\"", description: "", attributes: ["b": "2", "a": "1"],
      metaData: #" { "z" : [1, 2.5], "a" : null } "#)
    let request = try server.createAsset(full)
    #expect(request.method == .post)
    #expect(request.url == "https://host/skynet/asset")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(
      text(request) == #"{"custom_id":"v-1","name":"Zürich \"1\"","description":"","attributes":{"a":"1","b":"2"},"#
        + #""meta_data":{"a":null,"z":[1,2.5]}}"#)
    #expect(text(try server.createAsset(NewAsset(name: "van"))) == #"{"name":"van"}"#)
    #expect(text(try server.updateAsset("v", AssetChange(attributes: [:]))) == #"{"attributes":{}}"#)
  }

  @Test("a trip's profile goes out with its asset and stops")
  func startTrip() throws {
    let stops = [TripStop(name: "depot", metaData: #"{"gate":2}"#, geofenceID: "g1"), TripStop()]
    let request = try server.startTrip(NewTrip(customID: "t", name: "tour", stops: stops), assetID: "van")
    #expect(
      text(request) == #"{"asset_id":"van","custom_id":"t","name":"tour","#
        + #""stops":[{"name":"depot","meta_data":{"gate":2},"geofence_id":"g1"},{}]}"#)
    let change = try server.updateTrip("t", TripChange(stops: []), assetID: "van")
    #expect(change.method == .put)
    #expect(text(change) == #"{"asset_id":"van","stops":[]}"#)
  }

  @Test("each call has its method and path, ids encoded")
  func paths() throws {
    let requests: [(HTTPRequest, HTTPRequest.Method, String)] = [
      (server.asset("a/b"), .get, "asset/a%2Fb"), (try server.updateAsset("ü", AssetChange()), .put, "asset/%C3%BC"),
      (server.mergeAttributes("v", ["a": "b"]), .put, "asset/v/attributes"),
      (server.lastLocation("v"), .get, "asset/v/location/last"),
      (try server.startTrip(NewTrip(name: nil), assetID: "v"), .post, "trip/start"),
      (try server.updateTrip("t?", TripChange(), assetID: "v"), .put, "trip/t%3F"),
      (server.endTrip("t"), .post, "trip/end"),
      (server.trip("t"), .get, "trip/t"), (server.tripSummary("t"), .get, "trip/t/summary"),
      (server.deleteTrip("t"), .delete, "trip/t"),
    ]
    for (request, method, path) in requests {
      #expect(request.method == method)
      #expect(request.url == "https://host/skynet/\(path)")
    }
    #expect(text(server.mergeAttributes("v", ["a": "b"])) == #"{"attributes":{"a":"b"}}"#)
    #expect(text(server.endTrip("t")) == #"{"id":"t"}"#)
  }

  @Test("meta data that is no JSON object is not sent", arguments: ["", "{", "[]", "1", "{} {}", #"{"a":NaN}"#])
  func badMetaData(text: String) {
    for act in [
      { try server.createAsset(NewAsset(name: nil, metaData: text)) },
      { try server.startTrip(NewTrip(name: nil, stops: [TripStop(metaData: text)]), assetID: "v") },
    ] as [() throws -> HTTPRequest] {
      let error = failure(of: { try act() })
      #expect(error?.kind == .invalid)
    }
  }

  private func text(_ request: HTTPRequest) -> String { String(decoding: request.body ?? [], as: UTF8.self) }
}
