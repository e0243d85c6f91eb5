import JSON
import Testing

@testable import Collector

@Suite("Locations on the collector")
struct LocationTests {
  @Test("are told again as they were sent, in the vendor's names and units")
  func roundTrip() throws {
    let desk = try Desk.withBoundAsset()
    let sent =
      #"[{"location":{"lat":-33.123456789,"lon":151.5},"timestamp":1700000000123,"accuracy":3.5,"altitude":-10,"#
      + #""speed":12.25,"bearing":359.5,"battery_level":87,"tracking_mode":"ACTIVE","meta_data":{"n":[1]},"new":1}]"#
    #expect(try desk.track(sent, now: 5000).json == ["status": .text("Ok")])
    let expected: JSONValue = .object([
      "location": .object(["lat": .number(-33.123456789), "lon": .number(151.5)]),
      "timestamp": .integer(1_700_000_000_123), "accuracy": .number(3.5), "altitude": .integer(-10),
      "speed": .number(12.25), "bearing": .number(359.5), "battery_level": .integer(87),
      "tracking_mode": .text("ACTIVE"), "meta_data": .object(["n": .array([.integer(1)])]),
    ])
    #expect(try desk.ask("GET", "/skynet/asset/van/location/last")["data.location"] == expected)
    let asset = try desk.ask("GET", "/skynet/asset/van")
    #expect(asset["data.asset.latest_location"] == expected)
    #expect(asset["data.asset.tracked_at"] == .integer(5000))
  }

  @Test("leave out what the device did not say")
  func sparse() throws {
    let desk = try Desk.withBoundAsset()
    _ = try desk.track("[\(location(at: 0, lat: 0, lon: 0))]")
    #expect(
      try desk.ask("GET", "/skynet/asset/van/location/last")["data.location"]
        == .object(["location": .object(["lat": .integer(0), "lon": .integer(0)]), "timestamp": .integer(0)]))
  }

  @Test("are latest by their own time, whatever came last; none before the first")
  func latest() throws {
    let desk = try Desk.withBoundAsset()
    #expect(try desk.ask("GET", "/skynet/asset/van/location/last").json["data"] == .object([:]))
    _ = try desk.track("[\(location(at: 3000)),\(location(at: 9000)),\(location(at: 5000))]")
    _ = try desk.track("[\(location(at: 4000))]")
    let last = try desk.ask("GET", "/skynet/asset/van/location/last")
    #expect(last["data.location.timestamp"] == .integer(9000))
  }

  @Test("that come again are taken and stored once; another place, time or device is another location")
  func repeats() throws {
    let desk = try Desk.withBoundAsset()
    let batch = "[\(location(at: 1)),\(location(at: 2)),\(location(at: 2))]"
    for _ in 0..<3 { #expect(try desk.track(batch).status == 200) }
    #expect(try desk.store.locationCount(of: "van") == 2)
    _ = try desk.track("[\(location(at: 2, lat: 47.000001)),\(location(at: 3))]")
    #expect(try desk.store.locationCount(of: "van") == 4)
    _ = try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d2"}"#)
    _ = try desk.track(batch, device: "d2")
    #expect(try desk.store.locationCount(of: "van") == 6)
    #expect(try desk.store.locationCount(of: "nobody") == 0)
  }

  @Test(
    "at the edge of what is possible are taken",
    arguments: [
      #""location":{"lat":90,"lon":180},"timestamp":0"#, #""location":{"lat":-90,"lon":-180},"timestamp":1.0"#,
      #""location":{"lat":1e-300,"lon":-0.0},"timestamp":253402300799999"#,
      #""location":{"lat":1,"lon":2},"timestamp":1,"speed":-1,"bearing":360,"accuracy":null,"battery_level":100"#,
    ])
  func edges(members: String) throws {
    let desk = try Desk.withBoundAsset()
    let reply = try desk.track("[{\(members)}]")
    #expect(reply.status == 200, "\(reply.message)")
  }

  @Test(
    "are refused as a whole when one of them is wrong, and the place is named",
    arguments: [
      (#""location":{"lat":91,"lon":8},"timestamp":1"#, "locations[1].location.lat must be from -90 to 90"),
      (#""location":{"lat":-90.0001,"lon":8},"timestamp":1"#, "locations[1].location.lat"),
      (#""location":{"lat":47,"lon":180.1},"timestamp":1"#, "locations[1].location.lon"),
      (#""location":{"lat":NaN,"lon":8},"timestamp":1"#, "valid JSON"),
      (#""location":{"lat":1e999,"lon":8},"timestamp":1"#, "valid JSON"),
      (#""location":{"lat":"47","lon":8},"timestamp":1"#, "locations[1].location.lat must be a number"),
      (#""location":{"lat":null,"lon":8},"timestamp":1"#, "locations[1].location.lat must be a number, not null"),
      (#""location":{"lon":8},"timestamp":1"#, "locations[1].location.lat is missing"),
      (#""location":[47,8],"timestamp":1"#, "locations[1].location must be an object"),
      (#""timestamp":1"#, "locations[1].location is missing"),
      (#""location":{"lat":47,"lon":8}"#, "locations[1].timestamp is missing"),
      (#""location":{"lat":47,"lon":8},"timestamp":1e30"#, "locations[1].timestamp must be a whole number"),
      (#""location":{"lat":47,"lon":8},"timestamp":1.5"#, "locations[1].timestamp must be a whole number"),
      (#""location":{"lat":47,"lon":8},"timestamp":-1"#, "locations[1].timestamp must be a whole number"),
      (#""location":{"lat":47,"lon":8},"timestamp":"1""#, "locations[1].timestamp must be a number"),
      (#""location":{"lat":47,"lon":8},"timestamp":true"#, "locations[1].timestamp must be a number"),
      (#""location":{"lat":47,"lon":8},"timestamp":1,"battery_level":101"#, "locations[1].battery_level"),
      (#""location":{"lat":47,"lon":8},"timestamp":1,"battery_level":50.5"#, "locations[1].battery_level"),
      (#""location":{"lat":47,"lon":8},"timestamp":1,"speed":"fast""#, "locations[1].speed must be a number"),
      (#""location":{"lat":47,"lon":8},"timestamp":1,"meta_data":[]"#, "locations[1].meta_data must be an object"),
    ])
  func refusedWhole(members: String, reason: String) throws {
    let desk = try Desk.withBoundAsset()
    let reply = try desk.track("[\(location(at: 5)),{\(members)}]")
    #expect(reply.status == 400)
    #expect(reply.message.contains(reason), "\(reply.message)")
    #expect(try desk.store.locationCount(of: "van") == 0)
  }

  @Test(
    "must come in an array with something in it, and with a device",
    arguments: [
      (#"{"device_id":"d1","locations":[]}"#, "at least one"), (#"{"device_id":"d1"}"#, "locations is missing"),
      (#"{"device_id":"d1","locations":"# + location(at: 1) + #"}"#, "locations must be an array"),
      (#"{"device_id":"d1","locations":[7]}"#, "locations[0] must be an object"),
      (#"{"locations":["# + location(at: 1) + #"]}"#, "device_id is missing"),
    ])
  func shape(body: String, reason: String) throws {
    let reply = try Desk.withBoundAsset().ask("POST", "/skynet/asset/van/track", body)
    #expect(reply.status == 400)
    #expect(reply.message.contains(reason), "\(reply.message)")
  }

  @Test("may be a thousand at a time, and not one more", arguments: [1000, 1001])
  func most(count: Int) throws {
    let desk = try Desk.withBoundAsset()
    let reply = try desk.track("[" + (0..<count).map { location(at: Int64($0)) }.joined(separator: ",") + "]")
    #expect(reply.status == (count == 1000 ? 200 : 413))
    #expect(try desk.store.locationCount(of: "van") == (count == 1000 ? 1000 : 0))
  }

  @Test("of a device that is not the bound one are answered with 460, also before any bind and after another's")
  func otherDevice() throws {
    let desk = try Desk()
    _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van"}"#)
    #expect(try desk.track("[\(location(at: 1))]").status == 460)
    for device in ["d1", "d2"] {
      _ = try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"\#(device)"}"#)
    }
    let reply = try desk.track("[\(location(at: 1))]", device: "d1")
    #expect(reply.status == 460)
    #expect(reply["status"] == .text("DeviceNotBound"))
    #expect(try desk.store.locationCount(of: "van") == 0)
    #expect(try desk.track("[\(location(at: 1))]", device: "d2").status == 200)
  }

  @Test(
    "are listed oldest first, page by page",
    arguments: [
      ([:], 0..<20, 45, 0, 1, 20, true), (["pn": "3"], 40..<45, 45, 40, 3, 20, false),
      (["pn": "4"], 0..<0, 45, 60, 4, 20, false), (["ps": "500"], 0..<45, 45, 0, 1, 500, false),
      (["ps": "45"], 0..<45, 45, 0, 1, 45, false), (["ps": "44"], 0..<44, 45, 0, 1, 44, true),
      (["start_time": "10", "end_time": "12"], 10..<13, 3, 0, 1, 20, false),
      (["start_time": "40", "ps": "2", "pn": "2"], 42..<44, 5, 2, 2, 2, true),
      (["end_time": "0"], 0..<1, 1, 0, 1, 20, false), (["start_time": "99"], 0..<0, 0, 0, 1, 20, false),
    ] as [([String: String], Range<Int64>, Int64, Int64, Int64, Int64, Bool)])
  func list(
    query: [String: String], listed: Range<Int64>, total: Int64, offset: Int64, page: Int64, size: Int64,
    hasMore: Bool
  ) throws {
    let desk = try Desk.withBoundAsset()
    _ = try desk.track("[" + (0..<45).reversed().map { location(at: $0) }.joined(separator: ",") + "]")
    let reply = try desk.ask(
      "GET", "/skynet/asset/van/location/list", query: query.map { (name: $0.key, value: $0.value) })
    #expect(reply.status == 200)
    #expect(reply["data.list"]?.array?.map { $0["timestamp"] } == listed.map { .integer($0) })
    #expect(
      reply["data.page"]
        == .object([
          "total": .integer(total), "offset": .integer(offset), "page": .integer(page), "size": .integer(size),
          "hasmore": .bool(hasMore),
        ]))
  }

  @Test(
    "are not listed for a query that makes no sense",
    arguments: [
      ("ps", "0"), ("ps", "501"), ("ps", "x"), ("ps", ""), ("pn", "0"), ("pn", "-1"), ("pn", "9223372036854775807"),
      ("start_time", "-1"), ("start_time", "1.5"), ("end_time", "9223372036854775808"),
    ])
  func badList(name: String, value: String) throws {
    let desk = try Desk.withBoundAsset()
    let query = [(name: name, value: value)]
    let reply = try desk.ask("GET", "/skynet/asset/van/location/list", query: query)
    #expect(reply.status == 400)
    #expect(reply.message.hasPrefix(name))
  }
}
