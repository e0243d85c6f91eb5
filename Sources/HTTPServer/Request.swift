/// One request with its whole body.
public struct Request: Hashable, Sendable {
  /// The method in capitals, such as `GET`.
  public let method: String
  /// The path's parts between its slashes, percent-decoded; `/asset/a%2Fb` has the two parts `asset` and `a/b`, and a
  /// slash at the end makes an empty last part.
  public let path: [String]
  /// The query's values by name, percent-decoded; of a repeated name the first. A name without a value has an empty one.
  public let query: [String: String]
  /// Those of the headers the server was told to look for that have come, by the names it was told.
  public let headers: [String: String]
  /// The body, at most as long as the server's limit; empty without one.
  public let body: [UInt8]

  /// A request from its parts.
  ///
  /// - Parameters:
  ///   - path: the path as it stands in the request line, without the query.
  ///   - query: names and values, still percent-encoded.
  /// - Throws: `RequestRefusal` when the path or the query is not properly encoded.
  public init(
    method: String, path: String, query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = []
  ) throws(RequestRefusal) {
    guard path.hasPrefix("/") else { throw RequestRefusal(status: 400, reason: "the path must begin with a slash") }
    self.method = method
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      parts.append(try Request.decode(part))
    }
    self.path = parts
    var values: [String: String] = [:]
    for (name, value) in query {
      let name = try Request.decode(name)
      if values[name] == nil { values[name] = try Request.decode(value) }
    }
    self.query = values
    self.headers = headers
    self.body = body
  }

  private static func decode(_ text: some StringProtocol) throws(RequestRefusal) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else {
        throw RequestRefusal(status: 400, reason: "a percent sign in the address needs two hexadecimal digits")
      }
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw RequestRefusal(status: 400, reason: "the address is not UTF-8")
    }
    return decoded
  }
}

/// A request that does not reach the handler, which only says in its own format what is wrong.
public struct RequestRefusal: Error, Hashable, Sendable {
  /// The status to answer with.
  public let status: Int
  /// What is wrong, in words for the client.
  public let reason: String

  /// A refusal with its status and reason.
  public init(status: Int, reason: String) {
    self.status = status
    self.reason = reason
  }
}
