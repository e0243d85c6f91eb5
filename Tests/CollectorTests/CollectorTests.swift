import Collector
import TestSupport
import Testing

@Suite("The collector")
struct CollectorTests {
  @Test("takes an asset, a bind and locations over one connection, and knows how many it holds")
  func overASocket() throws {
    let thread = try LoopThread()
    let confined = Confined<Collector>()
    let port = try thread.perform {
      var settings = Collector.Settings()
      settings.key = "k"
      let collector = try Collector(loop: thread.loop, database: ":memory:", settings: settings)
      confined.value = collector
      return try collector.start()
    }
    let client = try RawConnection(port: port)
    func post(_ path: String, _ body: String) throws -> Int {
      try client.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return try client.answer().status
    }
    #expect(try post("/skynet/asset", "{}") == 401)
    #expect(try post("/skynet/asset?key=k", #"{"custom_id":"van"}"#) == 200)
    #expect(try post("/skynet/asset/van/bind?key=k", #"{"device_id":"d1"}"#) == 200)
    let locations = #"[{"location":{"lat":47,"lon":8},"timestamp":1700000000000}]"#
    #expect(try post("/skynet/asset/van/track?key=k", #"{"device_id":"d1","locations":\#(locations)}"#) == 200)
    #expect(try post("/skynet/asset/van/track?key=k", #"{"device_id":"d9","locations":\#(locations)}"#) == 460)
    #expect(try post("/skynet/asset?key=k", String(repeating: " ", count: 2 << 20)) == 413)
    try client.send("GET /skynet/asset/van/location/last?key=%6B HTTP/1.1\r\nHost: x\r\n\r\n")
    let last = try client.answer()
    #expect(last.headers.contains("Content-Type: application/json"))
    #expect(
      last.body
        == #"{"data":{"location":{"location":{"lat":47,"lon":8},"timestamp":1700000000000}},"status":"Ok"}"#)
    #expect(try thread.perform { try confined.value?.pointCount(assetID: "van") } == 1)
    try thread.perform { confined.value = nil }
    #expect(try client.isClosed())
    try thread.stop()
  }
}
