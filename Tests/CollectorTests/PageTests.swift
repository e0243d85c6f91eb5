import TestSupport
import Testing

@testable import Collector

@Suite("The collector's page")
struct PageTests {
  @Test("comes without a key, and names the map it was told as text that cannot leave its place")
  func page() throws {
    var settings = Collector.Settings()
    settings.key = "secret"
    let plain = try Desk(settings).answer("GET", "/")
    #expect(plain.status == 200)
    #expect(plain.contentType == "text/html; charset=utf-8")
    #expect(String(decoding: plain.body, as: UTF8.self).contains(#"data-tiles="""#))
    settings.tiles = #"https://t/{z}/{x}/{y}.png?a&b"><script>"#
    let body = String(decoding: try Desk(settings).answer("GET", "/").body, as: UTF8.self)
    #expect(body.contains(#"data-tiles="https://t/{z}/{x}/{y}.png?a&amp;b&quot;>&lt;script>""#))
    #expect(!body.contains("secret"))
  }

  @Test("takes Leaflet's files from where the package puts them, and no others")
  func leaflet() throws {
    let folder = try TemporaryFolder()
    var settings = Collector.Settings()
    settings.leafletFolder = folder.path
    let desk = try Desk(settings)
    let missing = try desk.ask("GET", "/leaflet/leaflet.js")
    #expect(missing.status == 404)
    #expect(missing.message.contains("libjs-leaflet"))
    for (name, text) in [("leaflet.js", "long"), ("leaflet.css", "style"), ("secret.txt", "x")] {
      _ = try folder.file(name, holding: text)
    }
    #expect(try desk.answer("GET", "/leaflet/leaflet.js").body == Array("long".utf8))
    #expect(try desk.answer("GET", "/leaflet/leaflet.css").contentType == "text/css; charset=utf-8")
    _ = try folder.file("leaflet.min.js", holding: "short")
    #expect(try desk.answer("GET", "/leaflet/leaflet.js").body == Array("short".utf8))
    for name in ["secret.txt", "..%2Fsecret.txt", "leaflet.min.js", ""] {
      #expect(try desk.answer("GET", "/leaflet/\(name)").status == 404)
    }
  }
}
