/// What a request is answered with.
public struct Response: Hashable, Sendable {
  /// The status code, such as 200.
  public let status: Int
  /// The body's media type, such as `application/json`.
  public let contentType: String
  /// Further headers.
  public let headers: [String: String]
  /// The body; a HEAD request gets its length only.
  public let body: [UInt8]
  /// When it is sent.
  public var departure = Departure.atOnce

  /// When an answer is sent, for servers that play a bad network or a slow machine.
  public enum Departure: Hashable, Sendable {
    /// As soon as it is there.
    case atOnce
    /// That much later; other requests are served meanwhile.
    case after(milliseconds: Int64)
    /// Never: the connection is closed in its place.
    case never
  }

  /// An answer.
  public init(status: Int = 200, contentType: String, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }
}
