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

  init(
    database: String = ":memory:", _ settings: Collector.Settings = Collector.Settings(),
    report: @escaping (String) -> Void = { _ in }
  ) throws {
    store = try CollectorStore(path: database)
    router = Router(store: store, settings: settings, report: report)
  }

  /// A desk that wants a key.
  init(key: String) throws {
    var settings = Collector.Settings()
    settings.key = key
    try self.init(settings)
  }

  func ask(
    _ method: String, _ path: String, _ body: String = "", query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], now: Int64 = 1000
  ) throws -> Reply {
    let response = try answer(method, path, body, query: query, headers: headers, now: now)
    let json = try JSONDecoder().decode(JSONObject.self, from: Data(response.body))
    return Reply(status: response.status, json: json, headers: response.headers)
  }

  /// The answer as the server gets it.
  func answer(
    _ method: String, _ path: String, _ body: String = "", query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], now: Int64 = 1000
  ) throws -> Response {
    let request = try Request(method: method, path: path, query: query, headers: headers, body: Array(body.utf8))
    return router.answer(.success(request), now: now)
  }

  /// A desk with the asset `van` bound to the device `d1`.
  static func withBoundAsset(_ settings: Collector.Settings = Collector.Settings()) throws -> Desk {
    let desk = try Desk(settings)
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
