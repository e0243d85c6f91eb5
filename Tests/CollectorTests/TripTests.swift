import JSON
import Testing

@testable import Collector

@Suite("Trips on the collector")
struct TripTests {
  @Test("start with all they were given, and say so")
  func start() throws {
    let desk = try Desk.withBoundAsset()
    let stops = #"[{"name":"depot","meta_data":{"gate":2},"geofence_id":"g"},{}]"#
    let body =
      #"{"asset_id":"van","custom_id":"t-1","name":"Zürich","description":"d","attributes":{"a":"b"},"#
      + #""meta_data":{"x":[1]},"stops":\#(stops),"new":1}"#
    #expect(try desk.ask("POST", "/skynet/trip/start", body, now: 5000)["data.id"] == .text("t-1"))
    #expect(
      try desk.ask("GET", "/skynet/trip/t-1")["data.trip"]
        == .object([
          "id": .text("t-1"), "asset_id": .text("van"), "state": .text("active"), "name": .text("Zürich"),
          "description": .text("d"), "attributes": .object(["a": .text("b")]),
          "meta_data": .object(["x": .array([.integer(1)])]),
          "stops": .array([
            .object(["name": .text("depot"), "meta_data": .object(["gate": .integer(2)]), "geofence_id": .text("g")]),
            .object([:]),
          ]), "started_at": .integer(5000), "created_at": .integer(5000), "updated_at": .integer(5000),
        ]))
  }

  @Test(
    "do not start when something is wrong with them",
    arguments: [
      ("{}", 400, "asset_id is missing"), (#"{"asset_id":"nobody"}"#, 404, "'nobody'"), ("", 400, "valid JSON"),
      (#"{"asset_id":"van","custom_id":"a b"}"#, 400, "custom_id"),
      (#"{"asset_id":"van","custom_id":"taken"}"#, 422, "'taken'"),
      (#"{"asset_id":"van","stops":{}}"#, 400, "stops must be an array"),
      (#"{"asset_id":"van","stops":[{"name":1}]}"#, 400, "stops[0].name must be a text"),
      (
        #"{"asset_id":"van","stops":[{},{"meta_data":{"a":""# + String(repeating: "x", count: 65_000) + #""}}]}"#, 400,
        "stops[1].meta_data"
      ),
    ])
  func refused(body: String, status: Int, reason: String) throws {
    let desk = try Desk.withBoundAsset()
    _ = try desk.ask("POST", "/skynet/trip/start", #"{"asset_id":"van","custom_id":"taken"}"#)
    let reply = try desk.ask("POST", "/skynet/trip/start", body)
    #expect(reply.status == status)
    #expect(reply.message.contains(reason), "\(reply.message)")
  }

  @Test("get an id of their own when the client chooses none")
  func serverChosenID() throws {
    let desk = try Desk.withBoundAsset()
    let id = try #require(try desk.ask("POST", "/skynet/trip/start", #"{"asset_id":"van"}"#)["data.id"]?.text)
    #expect(try desk.ask("GET", "/skynet/trip/\(id)").status == 200)
  }

  @Test("are changed in the parts that are given, and move to another asset")
  func update() throws {
    let desk = try Desk.withTrip(#""name":"old","attributes":{"a":"1"},"stops":[{},{}]"#)
    _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"bus"}"#)
    let body = #"{"asset_id":"bus","custom_id":"x","name":"new","stops":[{}]}"#
    #expect(try desk.ask("PUT", "/skynet/trip/t", body, now: 2000).json == ["status": .text("Ok")])
    let trip = try desk.ask("GET", "/skynet/trip/t")
    #expect(trip["data.trip.asset_id"] == .text("bus"))
    #expect(trip["data.trip.name"] == .text("new"))
    #expect(trip["data.trip.attributes"] == .object(["a": .text("1")]))
    #expect(trip["data.trip.stops"] == .array([.object([:])]))
    #expect(trip["data.trip.updated_at"] == .integer(2000))
    #expect(try desk.ask("PUT", "/skynet/trip/t", #"{"asset_id":"nobody"}"#).status == 404)
    #expect(try desk.ask("PUT", "/skynet/trip/t", #"{"name":"newer"}"#).status == 200)
    #expect(try desk.ask("GET", "/skynet/trip/t")["data.trip.asset_id"] == .text("bus"))
  }

  @Test("change and end only while they go on, and have a summary only afterwards")
  func states() throws {
    let desk = try Desk.withTrip()
    #expect(try desk.ask("GET", "/skynet/trip/t/summary").status == 422)
    #expect(try desk.ask("POST", "/skynet/trip/end", "{}").message == "id is missing")
    #expect(try desk.ask("POST", "/skynet/trip/end", #"{"id":"other"}"#).status == 404)
    #expect(try desk.ask("POST", "/skynet/trip/end", #"{"id":"t"}"#, now: 3000).json == ["status": .text("Ok")])
    let trip = try desk.ask("GET", "/skynet/trip/t")
    #expect(trip["data.trip.state"] == .text("ended"))
    #expect(trip["data.trip.ended_at"] == .integer(3000))
    #expect(try desk.ask("POST", "/skynet/trip/end", #"{"id":"t"}"#).status == 422)
    #expect(try desk.ask("PUT", "/skynet/trip/t", #"{"name":"n"}"#).status == 422)
    #expect(try desk.ask("GET", "/skynet/trip/t/summary").status == 200)
  }

  @Test("are gone once they are deleted, and their id is free again")
  func delete() throws {
    let desk = try Desk.withTrip()
    #expect(try desk.ask("DELETE", "/skynet/trip/t").json == ["status": .text("Ok")])
    for (method, path) in [
      ("GET", "/skynet/trip/t"), ("PUT", "/skynet/trip/t"), ("DELETE", "/skynet/trip/t"),
      ("GET", "/skynet/trip/t/summary"), ("POST", "/skynet/trip/end"),
    ] {
      #expect(try desk.ask(method, path, #"{"id":"t"}"#).status == 404)
    }
    #expect(try desk.ask("POST", "/skynet/trip/start", #"{"asset_id":"van","custom_id":"t"}"#).status == 200)
  }

  @Test("sum up the locations between their first second and their last, in the order of their times")
  func summary() throws {
    let desk = try Desk.withTrip()
    // A degree of longitude at the equator is 111,319.49 m.
    let times: [Int64] = [999_999, 1_000_000, 1_030_500, 1_060_999, 1_061_000]
    let locations = times.enumerated().map { location(at: $1, lat: 0, lon: Double($0) * 0.001) }
    _ = try desk.track("[" + locations.reversed().joined(separator: ",") + "]")
    _ = try desk.ask("POST", "/skynet/trip/end", #"{"id":"t"}"#, now: 1060)
    let reply = try desk.ask("GET", "/skynet/trip/t/summary")
    #expect(reply["data.trip.asset.id"] == .text("van"))
    #expect(
      reply["data.trip.route"]?.array?.map { $0["timestamp"]?.integer } == [1_000_000, 1_030_500, 1_060_999])
    #expect(reply["data.trip.duration"] == .number(60.999))
    #expect(abs((reply["data.trip.distance"]?.number ?? 0) - 222.639) < 0.01)
    #expect(try desk.ask("GET", "/skynet/trip/t")["data.trip.route"]?.array?.count == 3)
  }

  @Test("have no length and no duration below three locations", arguments: [0, 1, 2])
  func fewLocations(count: Int64) throws {
    let desk = try Desk.withTrip()
    if count > 0 {
      _ = try desk.track("[" + (0..<count).map { location(at: 1_000_000 + $0) }.joined(separator: ",") + "]")
    }
    _ = try desk.ask("POST", "/skynet/trip/end", #"{"id":"t"}"#, now: 1060)
    let trip = try #require(try desk.ask("GET", "/skynet/trip/t/summary")["data.trip"])
    #expect(trip["distance"] == nil)
    #expect(trip["duration"] == nil)
    #expect(trip["route"]?.array?.count == Int(count))
  }

  @Test("that ended before they started, by a clock that was set back, do no harm")
  func clockSetBack() throws {
    let desk = try Desk.withTrip()
    _ = try desk.ask("POST", "/skynet/trip/end", #"{"id":"t"}"#, now: 10)
    #expect(try desk.ask("GET", "/skynet/trip/t/summary").status == 200)
  }
}

@Suite("A trip's course")
struct CourseTests {
  @Test(
    "keeps the first and the last of many locations, and at most a thousand", arguments: [1, 999, 1000, 1001, 25_000])
  func thinned(count: Int64) {
    var course = Course(total: count)
    for timestamp in 0..<count {
      course.take(TrackLocation(location: Position(lat: 0, lon: 0), timestamp: timestamp, metaData: ["a": .null]))
    }
    #expect(course.kept.count <= 1000)
    #expect(course.kept.count >= min(500, Int(count)))
    #expect(course.kept.first?.timestamp == 0)
    #expect(course.kept.last?.timestamp == count - 1)
    #expect(course.kept.allSatisfy { $0.metaData == nil })
    #expect(course.durationSeconds == (count < 3 ? nil : Double(count - 1) / 1000))
  }
}

extension Desk {
  /// A desk with an asset and its trip `t`, started in second 1000.
  fileprivate static func withTrip(_ members: String = #""name":"tour""#) throws -> Desk {
    let desk = try Desk.withBoundAsset()
    _ = try desk.ask("POST", "/skynet/trip/start", #"{"asset_id":"van","custom_id":"t",\#(members)}"#, now: 1000)
    return desk
  }
}
