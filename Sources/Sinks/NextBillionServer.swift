import Delivery
public import HTTPClient
import Sampling

/// A server with NextBillion's Live Tracking API, and the requests that a device asks of it.
public struct NextBillionServer: Hashable, Sendable {
  /// Scheme, host, port and perhaps a path, without a slash at the end.
  public let base: String
  private let key: String
  private let keyHeader: String?
  private let limits: HTTPLimits

  /// A server by its address.
  ///
  /// - Parameters:
  ///   - base: such as `https://api.nextbillion.io`; without a scheme, `https` is meant.
  ///   - key: the API key, sent with each request; empty sends none.
  ///   - keyHeader: the header field whose value is the key; nil sends it as the query value `key`.
  ///   - limits: how long a request may take.
  /// - Throws: `NextBillionError` when the address has another scheme, no host, or what only a longer address has, and
  ///   when the header field's name is none.
  public init(
    base: String, key: String, keyHeader: String? = nil, limits: HTTPLimits = HTTPLimits()
  ) throws(NextBillionError) {
    if let keyHeader, !isHeaderName(keyHeader) {
      throw NextBillionError("'\(printable(keyHeader))' is no name of a header field: write it like X-Api-Key")
    }
    let parts = base.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts.count == 2 ? parts[0].lowercased() : "https"
    var rest = parts[parts.count - 1]
    while rest.last == "/" { rest.removeLast() }
    let hasBadCharacter = rest.utf8.contains { $0 <= 0x20 || $0 >= 0x7f || "?#\\".utf8.contains($0) }
    guard ["http", "https"].contains(scheme), !rest.isEmpty, rest.first != "/", !hasBadCharacter else {
      throw NextBillionError("'\(printable(base))' is no server address: write it like https://api.nextbillion.io")
    }
    self.base = "\(scheme)://\(rest)"
    self.key = key
    self.keyHeader = keyHeader
    self.limits = limits
  }

  /// Makes a device the one that reports for an asset.
  func bind(assetID: String, deviceID: String) -> HTTPRequest {
    request(
      .post, "/skynet/asset/\(percentEncoded(assetID))/bind", JSONWriter.object { $0.field("device_id", deviceID) })
  }

  /// Uploads a batch: the same bytes whenever it is the same batch.
  func track(_ batch: Batch) -> HTTPRequest {
    let body = JSONWriter.object { writer in
      writer.field("device_id", batch.deviceID)
      writer.array("locations") { writer in
        for queued in batch.samples { writer.object { $0.location(queued) } }
      }
    }
    return request(.post, "/skynet/asset/\(percentEncoded(batch.assetID))/track", body)
  }

  /// A request to a path, with a JSON body when it has one, and the key in its place.
  func request(_ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil) -> HTTPRequest {
    var headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    var query = ""
    if !key.isEmpty {
      if let keyHeader { headers[keyHeader] = key } else { query = "?key=\(percentEncoded(key))" }
    }
    var request = HTTPRequest(method, base + path + query, headers: headers, body: body)
    request.limits = limits
    return request
  }
}

extension JSONWriter {
  /// The fields of one uploaded location: degrees, metres, metres a second, milliseconds, percent.
  fileprivate mutating func location(_ queued: QueuedSample) {
    let (sample, fix) = (queued.sample, queued.sample.fix)
    object("location") { writer in
      writer.field("lat", sample.coordinate.latitudeNanodegrees, decimals: 9)
      writer.field("lon", sample.coordinate.longitudeNanodegrees, decimals: 9)
    }
    field("timestamp", sample.time.millisecondsSince1970)
    field("accuracy", fix.horizontalErrorMillimetres, decimals: 3)
    // The API's altitude is above the ellipsoid; one above the sea is tens of metres off and is not sent in its place.
    field("altitude", fix.altitudeHAEMillimetres, decimals: 3)
    field("speed", fix.speedMillimetresPerSecond, decimals: 3)
    // The API's text says radians and its range [0, 360): the range is right.
    field("bearing", fix.trackMillidegrees, decimals: 3)
    field("battery_level", sample.batteryPercent)
    field("tracking_mode", sample.mode.rawValue.uppercased())
    if queued.isCurrentFirst { object("meta_data") { $0.field("current_first", true) } }
  }
}

/// A text as one part of a path or query (RFC 3986): all but the unreserved characters become `%XX`.
func percentEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      encoded += byte < 0x10 ? "%0" : "%"
      encoded += String(byte, radix: 16, uppercase: true)
    }
  }
  return encoded
}

/// Whether a text can name a header field (RFC 9110's token).
private func isHeaderName(_ text: String) -> Bool {
  let isToken = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
  return isToken && !text.isEmpty
}
