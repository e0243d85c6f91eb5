/// One question to a server.
public struct HTTPRequest: Hashable, Sendable {
  /// What the server is asked to do.
  public enum Method: String, Sendable {
    /// Read.
    case get = "GET"
    /// Add or act.
    case post = "POST"
    /// Replace.
    case put = "PUT"
    /// Remove.
    case delete = "DELETE"
  }

  /// What the server is asked to do.
  public var method: Method
  /// The whole address with scheme (`http` or `https`) and query, percent-encoded.
  public var url: String
  /// Header fields by name, besides those that curl sends by itself.
  public var headers: [String: String]
  /// The body; nil sends none.
  public var body: [UInt8]?
  /// How long each part may take.
  public var limits = HTTPLimits()
  /// The Unix socket to connect to, whatever host the address names; nil connects to the host.
  public var unixSocket: String?
  /// Unix seconds that have certainly passed: while the host's clock says less, certificates are judged as of then.
  public var notBefore: Int64?

  /// A request.
  public init(_ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// How long a request may take before it is given up. The defaults suit a modem with poor reception.
public struct HTTPLimits: Hashable, Sendable {
  /// For the name, the connection and the TLS handshake.
  public var connectMilliseconds = 15_000
  /// For everything together.
  public var totalMilliseconds = 60_000
  /// A transfer slower than this …
  public var lowSpeedBytesPerSecond = 1
  /// … for so long is given up; 0 never does. Waiting for the answer counts as slow.
  public var lowSpeedSeconds = 30

  /// The defaults.
  public init() {}
}

/// What a server answered, whatever the status.
public struct HTTPResponse: Hashable, Sendable {
  /// The longest body that is read, 1 MiB; a longer one is `HTTPClientError.tooLarge`.
  public static let maximumBodyBytes = 1 << 20

  /// The status code, such as 200.
  public let status: Int
  /// The body, at most `maximumBodyBytes`.
  public let body: [UInt8]
  /// The header field `Retry-After` where it is a number of seconds; a date depends on the board's clock and is ignored.
  public let retryAfterSeconds: Int?
  /// The header field `Content-Type`.
  public let contentType: String?

  /// An answer.
  public init(status: Int, body: [UInt8] = [], retryAfterSeconds: Int? = nil, contentType: String? = nil) {
    self.status = status
    self.body = body
    self.retryAfterSeconds = retryAfterSeconds
    self.contentType = contentType
  }
}
