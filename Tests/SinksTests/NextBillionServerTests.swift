import Delivery
import FoundationEssentials
import GNSS
import HTTPClient
import Sampling
import Testing

@testable import Sinks

@Suite("Requests to a NextBillion server")
struct NextBillionServerTests {
  @Test(
    "takes an address with or without a scheme",
    arguments: [
      ("api.nextbillion.io", "https://api.nextbillion.io"),
      ("https://api.nextbillion.io/", "https://api.nextbillion.io"),
      ("HTTP://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080/base//", "http://[::1]:8080/base"),
    ])
  func address(text: String, base: String) throws {
    #expect(try NextBillionServer(base: text, key: "k").base == base)
  }

  @Test(
    "refuses what is no server address, in a sentence with the address",
    arguments: ["", "ftp://host", "https://", "https:///path", "host?key=1", "host#a", "my host", "höst"])
  func badAddress(text: String) {
    do {
      _ = try NextBillionServer(base: text, key: "k")
      Issue.record("'\(text)' was taken")
    } catch {
      #expect(error.description.contains("'\(text)'"))
    }
  }

  @Test("the key travels as a query value, or in a header field of another name")
  func keyPlace() throws {
    let inQuery = try NextBillionServer(base: "host", key: "k 1").endTrip("t")
    #expect(inQuery.url == "https://host/skynet/trip/end?key=k%201")
    let inHeader = try NextBillionServer(base: "host", key: "k 1", keyHeader: "X-Token").endTrip("t")
    #expect(inHeader.url == "https://host/skynet/trip/end")
    #expect(inHeader.headers["X-Token"] == "k 1")
    let keyless = try NextBillionServer(base: "host", key: "", keyHeader: "X-Token").endTrip("t")
    #expect(keyless.headers["X-Token"] == nil)
  }

  @Test("refuses what names no header field", arguments: ["", "X Token", "X-Tökèn", "X:Y", "X\r\nY"])
  func badHeader(name: String) {
    #expect(throws: NextBillionError.self) { try NextBillionServer(base: "host", key: "k", keyHeader: name) }
  }

  @Test(
    "the user's id follows the program's name, whatever it holds",
    arguments: [
      (nil, "waymark/1"), ("", "waymark/1"), ("u-7", "waymark/1 (user u-7)"),
      ("a)\r\nü", "waymark/1 (user a%29%0D%0A%C3%BC)"),
    ])
  func userAgent(userID: String?, expected: String) {
    #expect(NextBillionServer.userAgent("waymark/1", userID: userID) == expected)
  }

  @Test("a bind names the device, and encodes what would break the address")
  func bind() throws {
    let server = try NextBillionServer(base: "host", key: "k&y=")
    let request = server.bind(assetID: "a/b ü?", deviceID: "quote\" back\\ bell\u{7} line\n ü")
    #expect(request.method == .post)
    #expect(request.url == "https://host/skynet/asset/a%2Fb%20%C3%BC%3F/bind?key=k%26y%3D")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(text(request) == #"{"device_id":"quote\" back\\ bell\u0007 line\u000a ü"}"#)
  }

  @Test("a batch has the API's fields in the API's units, and leaves out what is unknown")
  func track() throws {
    var full = fix(latitude: 48_208_146_012, longitude: -16_000_000_007, time: 1_796_043_600_123)
    full.horizontalErrorMillimetres = 2_500
    full.altitudeMSLMillimetres = 170_000
    full.altitudeHAEMillimetres = -1
    full.speedMillimetresPerSecond = 13_890
    full.trackMillidegrees = 359_999
    let bare = fix(latitude: -500_000_000, longitude: 0, time: 1_796_043_601_000)
    let batch = Batch(
      assetID: "van", deviceID: "board",
      samples: [
        QueuedSample(sequence: 7, sample: try sample(full, .active, battery: 100)),
        QueuedSample(sequence: 8, sample: try sample(bare, .custom, battery: nil)),
      ])
    let request = try NextBillionServer(base: "host", key: "k").track(batch)
    #expect(request.url == "https://host/skynet/asset/van/track?key=k")
    let locations = [
      #"{"location":{"lat":48.208146012,"lon":-16.000000007},"timestamp":1796043600123,"accuracy":2.5,"#
        + #""altitude":-0.001,"speed":13.89,"bearing":359.999,"battery_level":100,"tracking_mode":"ACTIVE"}"#,
      #"{"location":{"lat":-0.5,"lon":0},"timestamp":1796043601000,"tracking_mode":"CUSTOM"}"#,
    ]
    #expect(text(request) == #"{"device_id":"board","locations":["# + locations.joined(separator: ",") + "]}")
  }

  @Test("a point that goes ahead of older ones says so, wherever it is sent again")
  func currentFirst() throws {
    let point = try sample(fix(latitude: 0, longitude: 0, time: 5), .active, battery: nil)
    let batch = Batch(
      assetID: "van", deviceID: "board",
      samples: [
        QueuedSample(sequence: 1, sample: point, isCurrentFirst: true), QueuedSample(sequence: 2, sample: point),
      ])
    let body = try text(NextBillionServer(base: "host", key: "").track(batch))
    let plain = #"{"location":{"lat":0,"lon":0},"timestamp":5,"tracking_mode":"ACTIVE""#
    #expect(body.contains(plain + #","meta_data":{"current_first":true}},"# + plain + "}]"), "\(body)")
  }

  @Test("extreme values are written whole, and any JSON reader understands them")
  func extremes() throws {
    var extreme = fix(latitude: .min, longitude: .max, time: .min)
    extreme.horizontalErrorMillimetres = .max
    extreme.altitudeHAEMillimetres = .min
    extreme.speedMillimetresPerSecond = 0
    let batch = Batch(
      assetID: "a", deviceID: "d",
      samples: [QueuedSample(sequence: 1, sample: try sample(extreme, .passive, battery: 0))])
    let body = try #require(NextBillionServer(base: "host", key: "k").track(batch).body)
    struct Body: Decodable {
      struct Location: Decodable {
        let timestamp: Int64
        let accuracy: Double
        let altitude: Double
        let speed: Double
        let battery_level: Int
        let location: [String: Double]
      }
      let locations: [Location]
    }
    let location = try #require(try JSONDecoder().decode(Body.self, from: Data(body)).locations.first)
    #expect(location.timestamp == .min && location.battery_level == 0 && location.speed == 0)
    #expect(location.accuracy == 2_147_483.647 && location.altitude == -2_147_483.648)
    #expect(location.location == ["lat": -9_223_372_036.854775808, "lon": 9_223_372_036.854775807])
  }

  private func text(_ request: HTTPRequest) -> String { String(decoding: request.body ?? [], as: UTF8.self) }

  private func fix(latitude: Int64, longitude: Int64, time: Int64) -> Fix {
    var fix = Fix()
    fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    fix.time = UTCInstant(millisecondsSince1970: time)
    return fix
  }

  private func sample(_ fix: Fix, _ mode: TrackingMode, battery: UInt8?) throws -> Sample {
    try #require(Sample(fix, mode: mode, reason: .distance, batteryPercent: battery))
  }
}
