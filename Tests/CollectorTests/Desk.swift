import FoundationEssentials
import HTTPServer
import JSON

@testable import Collector

/// A router over an empty database, asked without sockets.
struct Desk {
  /// What came back.
  struct Reply {
    let status: Int
    let json: JSONObject
    let headers: [String: String]

    /// The value at a path such as `data.asset.id`; nil when there is none.
    subscript(path: String) -> JSONValue? {
      var value: JSONValue? = .object(json)
      for key in path.split(separator: ".") {
        guard case .object(let members)? = value else { return nil }
        value = members[String(key)]
      }
      return value
    }

    var message: String {
      if case .text(let message)? = json["message"] { message } else { "" }
    }
  }

  let store: CollectorStore
  let router: Router

  init(database: String = ":memory:", key: String? = nil, report: @escaping (String) -> Void = { _ in }) throws {
    store = try CollectorStore(path: database)
    router = Router(store: store, key: key, report: report)
  }

  func ask(
    _ method: String, _ path: String, _ body: String = "", query: [(name: String, value: String)] = [],
    now: Int64 = 1000
  ) throws -> Reply {
    let request = try Request(method: method, path: path, query: query, body: Array(body.utf8))
    let response = router.answer(.success(request), now: now)
    let json = try JSONDecoder().decode(JSONObject.self, from: Data(response.body))
    return Reply(status: response.status, json: json, headers: response.headers)
  }

  /// A desk with the asset `van` bound to the device `d1`.
  static func withBoundAsset() throws -> Desk {
    let desk = try Desk()
    _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van"}"#)
    _ = try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d1"}"#)
    return desk
  }

  func track(_ locations: String, device: String = "d1", now: Int64 = 1000) throws -> Reply {
    try ask("POST", "/skynet/asset/van/track", #"{"device_id":"\#(device)","locations":\#(locations)}"#, now: now)
  }
}

/// One location as JSON.
func location(at timestamp: Int64, lat: Double = 47, lon: Double = 8) -> String {
  #"{"location":{"lat":\#(lat),"lon":\#(lon)},"timestamp":\#(timestamp)}"#
}
