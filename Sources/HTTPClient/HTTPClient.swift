import CCurl

/// Asks HTTP servers, one question at a time, and keeps the connection for the next one.
///
/// Calls block, so a client belongs to the one thread that made it. Redirects are not followed, and only `http` and
/// `https` are spoken. curl's environment variables for proxies (`https_proxy`, `no_proxy`) are honoured.
public final class HTTPClient {
  // Once a process, on whichever thread comes first; Swift makes other threads wait.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The name that servers see, from the next request on.
  public var userAgent: String
  private let handle: UnsafeMutableRawPointer
  // Safety: as large as curl asks for; curl has its address only while the handle lives, and deinit ends the handle first.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  // Safety: as for the error text.
  private let earliest = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

  /// A client without a connection yet.
  ///
  /// - Parameter userAgent: the name that servers see, such as `waymark/1.0`.
  /// - Throws: `HTTPClientError.other` when libcurl cannot be started (no memory, no random numbers).
  public init(userAgent: String) throws(HTTPClientError) {
    guard HTTPClient.isReady, let handle = curl_easy_init() else { throw .other("libcurl cannot be started") }
    self.handle = handle
    self.userAgent = userAgent
  }

  deinit {
    curl_easy_cleanup(handle)
    errorText.deallocate()
    earliest.deallocate()
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPClientError` when there is no complete answer; the server may have acted on the request even so.
  public func perform(_ request: HTTPRequest) throws(HTTPClientError) -> HTTPResponse {
    try perform(request, into: ReceivedBody())
  }

  /// Sends a request and hands over its answer's body as it comes, for bodies that grow, such as server-sent events.
  ///
  /// - Parameter receive: gets each piece; gives false to end the transfer.
  /// - Returns: the answer without a body.
  /// - Throws: `HTTPClientError` when the connection breaks, or `receive` has ended it (`other`).
  public func stream(
    _ request: HTTPRequest, receive: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(HTTPClientError) -> HTTPResponse {
    try perform(request, into: ReceivedBody(receive))
  }

  private func perform(_ request: HTTPRequest, into body: ReceivedBody) throws(HTTPClientError) -> HTTPResponse {
    let headers = try HeaderList(request.headers)
    // Safety: from here to the end of `perform` curl holds unretained pointers to `headers` and `body`; withExtendedLifetime
    // keeps both alive until then, and the next `perform` begins by resetting the handle.
    curl_easy_reset(handle)
    try prepare(request)
    try set(CURLOPT_HTTPHEADER, headers.list)
    try check(
      waymark_curl_set_writer(
        handle,
        { bytes, size, count, context in
          guard let bytes, let context else { return 0 }
          return ReceivedBody.receive(UnsafeRawBufferPointer(start: bytes, count: size &* count), context)
        }, Unmanaged.passUnretained(body).toOpaque()))
    let code = withExtendedLifetime((headers, body)) { curl_easy_perform(handle) }
    guard !body.isTooLarge else { throw .tooLarge }
    if code != CURLE_OK { throw failure(code, of: request) }
    return HTTPResponse(
      status: waymark_curl_get_long(handle, CURLINFO_RESPONSE_CODE), body: body.bytes,
      retryAfterSeconds: header("Retry-After").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil },
      contentType: header("Content-Type"))
  }

  private func prepare(_ request: HTTPRequest) throws(HTTPClientError) {
    errorText.pointee = 0
    try set(CURLOPT_ERRORBUFFER, errorText)
    // Without it curl may use SIGALRM and change the process's SIGPIPE, on a thread that is not its own.
    try set(CURLOPT_NOSIGNAL, 1)
    // Else a request that has run into its limit goes on waiting for silent name servers, for half a minute and more.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_USERAGENT, userAgent)
    try set(CURLOPT_URL, request.url)
    if let socket = request.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, socket) }
    try set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectMilliseconds)
    try set(CURLOPT_TIMEOUT_MS, request.limits.totalMilliseconds)
    try set(CURLOPT_LOW_SPEED_LIMIT, request.limits.lowSpeedBytesPerSecond)
    try set(CURLOPT_LOW_SPEED_TIME, request.limits.lowSpeedSeconds)
    if let notBefore = request.notBefore {
      earliest.pointee = notBefore
      waymark_curl_set_earliest(handle, earliest)
    }
    if let body = request.body {
      try set(CURLOPT_POSTFIELDSIZE, body.count)
      // One byte more than is sent, so that the pointer is never null: curl would read standard input then.
      try set(CURLOPT_COPYPOSTFIELDS, body + [0])
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  // Safety: curl copies texts and body during the call; what it keeps by address is the error buffer, which lives as long
  // as the handle, and the header list, which `perform` keeps alive.
  private func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(HTTPClientError) {
    try check(waymark_curl_set_pointer(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
    try check(waymark_curl_set_long(handle, option, value))
  }

  private func check(_ code: CURLcode) throws(HTTPClientError) {
    guard code == CURLE_OK else { throw .other(words(for: code)) }
  }

  private func failure(_ code: CURLcode, of request: HTTPRequest) -> HTTPClientError {
    HTTPClientError(
      code, systemError: waymark_curl_get_long(handle, CURLINFO_OS_ERRNO),
      verifyResult: waymark_curl_get_long(handle, CURLINFO_SSL_VERIFYRESULT), host: hostName(request.url),
      isSent: isSent(request), text: words(for: code))
  }

  /// Whether curl has handed over all of the last request, to the kernel at least.
  private func isSent(_ request: HTTPRequest) -> Bool {
    waymark_curl_get_count(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
      && waymark_curl_get_count(handle, CURLINFO_SIZE_UPLOAD_T) >= request.body?.count ?? 0
  }

  private func words(for code: CURLcode) -> String {
    // Safety: `prepare` and curl end the text with a zero.
    let text = String(cString: errorText)
    return text.isEmpty ? curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)" : text
  }

  /// A header field of the last answer.
  private func header(_ name: String) -> String? {
    // Safety: what curl points at stays until the next `perform`; it is copied here.
    var found: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &found) == CURLHE_OK else { return nil }
    return (found?.pointee.value).map { String(cString: $0) }
  }
}

/// The body as it comes in.
private final class ReceivedBody {
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLarge = false
  private let forward: ((UnsafeRawBufferPointer) -> Bool)?

  /// - Parameter forward: gets the body instead.
  init(_ forward: ((UnsafeRawBufferPointer) -> Bool)? = nil) { self.forward = forward }

  /// curl's write callback: gives how many bytes were taken; fewer than came end the transfer.
  static func receive(_ chunk: UnsafeRawBufferPointer, _ context: UnsafeMutableRawPointer) -> Int {
    // Safety: the context is the ReceivedBody that `perform` keeps alive while curl calls; curl calls on that thread only.
    let body = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
    if let forward = body.forward { return forward(chunk) ? chunk.count : 0 }
    guard chunk.count <= HTTPResponse.maximumBodyBytes - body.bytes.count else {
      body.isTooLarge = true
      return 0
    }
    body.bytes.append(contentsOf: chunk)
    return chunk.count
  }
}

/// Header fields as the list that curl wants.
private final class HeaderList {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  init(_ fields: [String: String]) throws(HTTPClientError) {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      // A line break would smuggle in further fields.
      guard !(name + value).utf8.contains(where: { $0 < 0x20 }) else {
        throw .invalidRequest("the header field \(name) holds a control character")
      }
      guard let longer = curl_slist_append(list, "\(name): \(value)") else { throw .other("out of memory") }
      list = longer
    }
  }

  deinit { curl_slist_free_all(list) }
}
