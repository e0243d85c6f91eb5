import FoundationEssentials
import HTTPServer
import SQLite
import Synchronization
import Testing

@testable import Collector

@Suite("The collector's router")
struct RouterTests {
  @Test(
    "answers 404 to unknown paths and assets",
    arguments: [
      ("GET", "/skynet"), ("GET", "/skynet/asset/van/"), ("GET", "/skynet/asset/van/location"),
      ("GET", "/skynet/asset/nobody"), ("GET", "/skynet/asset/nobody/location/last"),
      ("GET", "/skynet/asset/nobody/location/list"), ("GET", "/skynet/trip/nothing"),
      ("GET", "/skynet/trip/nothing/summary"), ("DELETE", "/skynet/trip/nothing"), ("GET", "/SKYNET/asset/van"),
      ("GET", "/skynet/asset/va%6E%00"), ("GET", "/skynet/asset/"),
    ])
  func notFound(method: String, path: String) throws {
    let reply = try Desk.withBoundAsset().ask(method, path)
    #expect(reply.status == 404)
    #expect(reply["status"] == .text("NotFound"))
  }

  @Test("answers 404 to a bind and to locations for an unknown asset")
  func unknownAsset() throws {
    let desk = try Desk()
    #expect(try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d1"}"#).status == 404)
    #expect(try desk.track("[\(location(at: 1))]").status == 404)
  }

  @Test(
    "answers 405 to another method, and says which it takes",
    arguments: [
      ("GET", "/skynet/asset", "POST"), ("DELETE", "/skynet/asset/van", "GET, PUT"),
      ("POST", "/skynet/trip/t", "GET, PUT, DELETE"), ("GET", "/skynet/asset/van/attributes", "PUT"),
      ("PUT", "/skynet/asset/van/bind", "POST"),
      ("POST", "/skynet/asset/van/location/last", "GET"), ("get", "/skynet/asset/van", "GET, PUT"),
    ])
  func wrongMethod(method: String, path: String, allowed: String) throws {
    let reply = try Desk.withBoundAsset().ask(method, path)
    #expect(reply.status == 405)
    #expect(reply.headers["Allow"] == allowed)
  }

  @Test("takes HEAD where it takes GET, and encoded ids")
  func headAndEncoding() throws {
    let desk = try Desk.withBoundAsset()
    #expect(try desk.ask("HEAD", "/skynet/asset/van").status == 200)
    #expect(try desk.ask("GET", "/skynet/asset/v%61n").status == 200)
  }

  @Test("asks for its key before anything else", arguments: [nil, "", "SECRET", "secre", "secret "])
  func key(wrong: String?) throws {
    let desk = try Desk(key: "secret")
    let query = wrong.map { [(name: "key", value: $0)] } ?? []
    #expect(try desk.ask("GET", "/nowhere", query: query).status == 401)
    #expect(try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van"}"#, query: query).status == 401)
    #expect(try desk.store.asset("van") == nil)
    let right = try desk.ask("POST", "/skynet/asset", "{}", query: [(name: "key", value: "secret")])
    #expect(right.status == 200)
  }

  @Test("takes its key in a header field too, if it was told which")
  func keyHeader() throws {
    var settings = Collector.Settings()
    settings.key = "secret"
    settings.keyHeader = "X-Token"
    let desk = try Desk(settings)
    #expect(try desk.ask("POST", "/skynet/asset", "{}", headers: ["X-Token": "secret"]).status == 200)
    #expect(try desk.ask("POST", "/skynet/asset", "{}", headers: ["X-Token": "wrong"]).status == 401)
    #expect(try desk.ask("POST", "/skynet/asset", "{}", query: [(name: "key", value: "secret")]).status == 200)
    #expect(try Desk(key: "secret").ask("POST", "/skynet/asset", "{}", headers: ["X-Token": "secret"]).status == 401)
  }

  @Test("answers 429 beyond its limit, says how long to wait, and keeps no credit of a wrong key")
  func rateLimit() throws {
    var settings = Collector.Settings()
    settings.key = "k"
    settings.requestsPerMinute = 2
    let desk = try Desk(settings)
    func ask(_ key: String, at now: Int64) throws -> Desk.Reply {
      try desk.ask("POST", "/skynet/asset", "{}", query: [(name: "key", value: key)], now: now)
    }
    for _ in 0..<5 { #expect(try ask("wrong", at: 100).status == 401) }
    for _ in 0..<2 { #expect(try ask("k", at: 100).status == 200) }
    let refused = try ask("k", at: 100)
    #expect(refused.status == 429)
    #expect(refused["status"] == .text("TooManyRequests"))
    #expect(refused.headers["Retry-After"] == "30")
    #expect(try ask("k", at: 130).status == 200)
    #expect(try ask("k", at: 130).status == 429)
  }

  @Test("takes any key when it has none")
  func anyKey() throws {
    #expect(try Desk().ask("POST", "/skynet/asset", "{}", query: [(name: "key", value: "x")]).status == 200)
  }

  @Test("puts what the server refused into its envelope")
  func refusals() throws {
    let desk = try Desk()
    let refusal = RequestRefusal(status: 413, reason: "too long")
    let response = desk.router.answer(.failure(refusal), now: 0)
    #expect(response.status == 413)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"message":"too long","status":"TooLarge"}"#)
  }
}

@Suite("The collector's database")
struct CollectorStoreTests {
  @Test("keeps everything between two runs")
  func reopened() throws {
    try withFile { path in
      let first = try Desk(database: path)
      _ = try first.ask("POST", "/skynet/asset", #"{"custom_id":"van"}"#)
      _ = try first.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d1"}"#)
      _ = try first.track("[\(location(at: 7))]")
      let second = try Desk(database: path)
      #expect(try second.ask("GET", "/skynet/asset/van/location/last")["data.location.timestamp"] == .integer(7))
      #expect(try second.track("[\(location(at: 8))]").status == 200)
    }
  }

  @Test("of the first version is brought up to date, with all it held")
  func olderVersion() throws {
    try withFile { path in
      let old = try Connection(path: path)
      try old.execute(Schema.steps[0])
      try old.setUserVersion(1)
      try old.execute("INSERT INTO asset (id, device_id, created_at, updated_at) VALUES ('van', 'd1', 1, 1)")
      try old.execute("INSERT INTO location (asset, timestamp, device_id, lat, lon) VALUES (1, 7, 'd1', 47, 8)")
      let desk = try Desk(database: path)
      #expect(try desk.ask("GET", "/skynet/asset/van/location/last")["data.location.timestamp"] == .integer(7))
      #expect(try desk.ask("POST", "/skynet/trip/start", #"{"asset_id":"van"}"#).status == 200)
      #expect(try old.userVersion() == Int64(Schema.steps.count))
    }
  }

  @Test(
    "leaves a file alone that is not its own",
    arguments: [
      "CREATE TABLE t (i)", "CREATE TABLE t (i); PRAGMA application_id = 1464689519; PRAGMA user_version = 99",
    ])
  func foreign(sql: String) throws {
    try withFile { path in
      try Connection(path: path).execute(sql)
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(throws: ForeignDatabase.self) { try CollectorStore(path: path) }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test("that fails makes a 500, a word to the operator, and no half batch")
  func failing() throws {
    try withFile { path in
      var reports: [String] = []
      let desk = try Desk(database: path) { reports.append($0) }
      _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van"}"#)
      _ = try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d1"}"#)
      try Connection(path: path).execute(
        "CREATE TRIGGER full BEFORE INSERT ON location WHEN new.timestamp = 2 BEGIN SELECT raise(ABORT, 'no room'); END"
      )
      let reply = try desk.track("[\(location(at: 1)),\(location(at: 2))]")
      #expect(reply.status == 500)
      #expect(!reply.message.contains(path))
      #expect(reports == ["database \(path): no room"])
      #expect(try desk.store.locationCount(of: "van") == 0)
      #expect(try desk.track("[\(location(at: 1))]").status == 200)
    }
  }

  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-collector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "tracks.db").path)
  }
}
