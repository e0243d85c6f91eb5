import JSON
import Testing

@testable import Collector

@Suite("Assets on the collector")
struct AssetTests {
  @Test("are made with the id the client chose, and told again with all they were given")
  func createAndShow() throws {
    let desk = try Desk()
    let made = try desk.ask(
      "POST", "/skynet/asset",
      #"{"custom_id":"van-7_B","name":"Van","description":"Zürich","attributes":{"a":"b"},"#
        + #""meta_data":{"x":[1,2.5,null,true,{"y":"z"}]},"unknown":{"x":1}}"#,
      now: 1234)
    #expect(made.status == 200)
    #expect(made["status"] == .text("Ok"))
    #expect(made["data.id"] == .text("van-7_B"))
    let shown = try desk.ask("GET", "/skynet/asset/van-7_B")
    #expect(shown.status == 200)
    #expect(
      shown["data.asset"]
        == .object([
          "id": .text("van-7_B"), "name": .text("Van"), "description": .text("Zürich"),
          "attributes": .object(["a": .text("b")]),
          "meta_data": .object([
            "x": .array([.integer(1), .number(2.5), .null, .bool(true), .object(["y": .text("z")])])
          ]), "created_at": .integer(1234), "updated_at": .integer(1234), "state": .text("active"),
        ]))
  }

  @Test("get an id of their own when the client chooses none", arguments: ["{}", #"{"custom_id":null}"#])
  func serverChosenID(body: String) throws {
    let desk = try Desk()
    let first = try desk.ask("POST", "/skynet/asset", body)
    let second = try desk.ask("POST", "/skynet/asset", body)
    guard case .text(let id)? = first["data.id"] else {
      Issue.record("no id")
      return
    }
    #expect(first["data.id"] != second["data.id"])
    #expect(try desk.ask("GET", "/skynet/asset/\(id)").status == 200)
  }

  // Outside the macro: Swift 6.0.3's compiler crashes on interpolation in its arguments.
  private static let faulty: [(String, String)] = [
    ("", "valid JSON"), ("x", "valid JSON"), ("[]", "the body must be an object"), ("{} {}", "valid JSON"),
    (#"{"custom_id":7}"#, "custom_id must be a text"), (#"{"custom_id":""}"#, "custom_id"),
    (#"{"custom_id":"a b"}"#, "custom_id"), (#"{"custom_id":"ü"}"#, "custom_id"),
    (#"{"custom_id":"../x"}"#, "custom_id"), (#"{"name":[]}"#, "name must be a text"),
    (#"{"attributes":[]}"#, "attributes must be an object"), (#"{"meta_data":1}"#, "meta_data must be an object"),
    (String(repeating: "[", count: 1_000_000), "valid JSON"),
    (#"{"meta_data":{"a":"# + String(repeating: "[", count: 1_000_000), "valid JSON"),
    (#"{"x":"# + String(repeating: #"{"a":"#, count: 200_000), "valid JSON"),
    (#"{"meta_data":{"a":"\#(String(repeating: "x", count: 65_000))"}}"#, "65000 bytes"),
    ("{\"attributes\":{" + (0...100).map { "\"k\($0)\":\"v\"" }.joined(separator: ",") + "}}", "100 members"),
  ]

  @Test("are refused when something is wrong with them", arguments: faulty)
  func refused(body: String, reason: String) throws {
    let reply = try Desk().ask("POST", "/skynet/asset", body)
    #expect(reply.status == 400)
    #expect(reply["status"] == .text("BadRequest"))
    #expect(reply.message.contains(reason), "\(reply.message)")
    #expect(reply.json["data"] == nil)
  }

  @Test("are not made twice with one id, and the first stays as it was")
  func repeatedID() throws {
    let desk = try Desk()
    _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van","name":"first"}"#)
    let second = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van","name":"second"}"#)
    #expect(second.status == 422)
    #expect(second.message.contains("'van'"))
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.name"] == .text("first"))
  }

  @Test("are bound to one device, the last that asked")
  func bind() throws {
    let desk = try Desk.withBoundAsset()
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.device_id"] == .text("d1"))
    let again = try desk.ask("POST", "/skynet/asset/van/bind", #"{"device_id":"d2"}"#, now: 2000)
    #expect(again.status == 200)
    #expect(again.json == ["status": .text("Ok")])
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.device_id"] == .text("d2"))
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.updated_at"] == .integer(2000))
  }

  @Test(
    "are not bound to what is no device",
    arguments: [
      ("{}", "device_id is missing"), (#"{"device_id":""}"#, "device_id"), (#"{"device_id":5}"#, "must be a text"),
      (#"{"device_id":null}"#, "not null"), (#"{"device_id":""# + String(repeating: "d", count: 257) + #""}"#, "256"),
    ])
  func badBinding(body: String, reason: String) throws {
    let desk = try Desk.withBoundAsset()
    let reply = try desk.ask("POST", "/skynet/asset/van/bind", body)
    #expect(reply.status == 400)
    #expect(reply.message.contains(reason), "\(reply.message)")
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.device_id"] == .text("d1"))
  }

  @Test("are changed in the parts that are given, attributes as a whole")
  func update() throws {
    let desk = try Desk()
    _ = try desk.ask(
      "POST", "/skynet/asset",
      #"{"custom_id":"van","name":"Van","description":"old","attributes":{"a":"1","b":"2"},"meta_data":{"x":1}}"#)
    let body = #"{"custom_id":"other","name":"Zürich","attributes":{"c":"3"}}"#
    #expect(try desk.ask("PUT", "/skynet/asset/van", body, now: 2000).json == ["status": .text("Ok")])
    let asset = try desk.ask("GET", "/skynet/asset/van")
    #expect(asset["data.asset.name"] == .text("Zürich"))
    #expect(asset["data.asset.description"] == .text("old"))
    #expect(asset["data.asset.attributes"] == .object(["c": .text("3")]))
    #expect(asset["data.asset.meta_data"] == .object(["x": .integer(1)]))
    #expect(asset["data.asset.created_at"] == .integer(1000))
    #expect(asset["data.asset.updated_at"] == .integer(2000))
    #expect(try desk.ask("PUT", "/skynet/asset/nobody", body).status == 404)
    #expect(try desk.ask("PUT", "/skynet/asset/van", #"{"name":1}"#).status == 400)
  }

  @Test("get attributes added and changed, and keep the others")
  func mergeAttributes() throws {
    let desk = try Desk()
    let path = "/skynet/asset/van/attributes"
    _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"van","attributes":{"a":"1","b":"2"}}"#)
    #expect(try desk.ask("PUT", path, #"{"attributes":{"b":"3","c":"4"}}"#, now: 2000).status == 200)
    let merged: JSONValue = .object(["a": .text("1"), "b": .text("3"), "c": .text("4")])
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.attributes"] == merged)
    let many = (0..<98).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
    for (body, status) in [
      ("{}", 400), (#"{"attributes":null}"#, 400), (#"{"attributes":[]}"#, 400), ("{\"attributes\":{\(many)}}", 400),
    ] {
      #expect(try desk.ask("PUT", path, body).status == status)
    }
    #expect(try desk.ask("GET", "/skynet/asset/van")["data.asset.attributes"] == merged)
    #expect(try desk.ask("PUT", "/skynet/asset/nobody/attributes", #"{"attributes":{}}"#).status == 404)
  }

  @Test("are listed youngest first, page by page, with their latest locations")
  func list() throws {
    let desk = try Desk.withBoundAsset()
    for id in ["bus", "cab"] { _ = try desk.ask("POST", "/skynet/asset", #"{"custom_id":"\#(id)"}"#) }
    _ = try desk.track("[\(location(at: 7))]")
    let first = try desk.ask("GET", "/skynet/asset/list", query: [(name: "ps", value: "2")])
    #expect(first["data.list"]?.array?.map { $0["id"]?.text } == ["cab", "bus"])
    #expect(first["data.page.total"] == .integer(3))
    #expect(first["data.page.hasmore"] == .bool(true))
    let second = try desk.ask("GET", "/skynet/asset/list", query: [(name: "ps", value: "2"), (name: "pn", value: "2")])
    #expect(second["data.list"]?.array?.map { $0["latest_location"]?["timestamp"]?.integer } == [7])
    #expect(try desk.ask("GET", "/skynet/asset/list", query: [(name: "ps", value: "101")]).status == 400)
    #expect(try desk.ask("POST", "/skynet/asset", #"{"custom_id":"list"}"#).status == 400)
  }
}
