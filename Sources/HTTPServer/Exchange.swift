import CMicrohttpd

/// What is remembered of a request between the daemon's calls.
final class Exchange {
  var body: IncomingBody
  /// The answer that was not there at once, or is held back until its time.
  var late: Answer?
  /// The connection it belongs to; nil once the daemon is done with the request.
  var connection: OpaquePointer?

  init(bodyLimit: Int) { body = IncomingBody(limit: bodyLimit) }
}

/// What a request is answered with: a whole body, or one that grows.
enum Answer {
  case response(Response)
  case stream(ResponseStream)
}

extension Exchange {
  /// What the daemon tells at each of its calls; valid during the call.
  struct Head {
    let connection: OpaquePointer
    let method: String
    /// Still percent-encoded.
    let path: String

    func header(_ name: String) -> String? {
      waymark_mhd_header(connection, name).map { String(cString: $0) }
    }

    func request(headers names: [String], body: [UInt8]) throws(RequestRefusal) -> Request {
      var headers: [String: String] = [:]
      for name in names { headers[name] = header(name) }
      return try Request(method: method, path: path, query: query(), headers: headers, body: body)
    }

    private func query() -> [(name: String, value: String)] {
      var pairs: [(name: String, value: String)] = []
      withUnsafeMutablePointer(to: &pairs) { pairs in
        waymark_mhd_query(
          connection,
          { context, _, name, value in
            // Safety: the context is the array above, which outlives the visit.
            let pairs = context?.assumingMemoryBound(to: [(name: String, value: String)].self)
            let name = name.map { String(cString: $0) } ?? ""
            pairs?.pointee.append((name, value.map { String(cString: $0) } ?? ""))
            return waymark_mhd_result(1)
          }, pairs)
      }
      return pairs
    }

    /// Hands the answer to the daemon; false when it does not take it.
    func send(_ answer: Answer) -> Bool {
      switch answer {
      case .response(let response): send(response)
      case .stream(let stream): send(stream)
      }
    }

    private func send(_ stream: ResponseStream) -> Bool {
      guard let message = stream.message() else { return false }
      defer { MHD_destroy_response(message) }
      MHD_add_response_header(message, "Content-Type", stream.contentType)
      MHD_add_response_header(message, "Cache-Control", "no-store")
      return MHD_queue_response(connection, 200, message) == waymark_mhd_result(1)
    }

    func send(_ response: Response) -> Bool {
      // Safety: the message holds a copy of the bytes.
      let message = response.body.withUnsafeBytes { waymark_mhd_response($0.baseAddress, $0.count) }
      guard let message else { return false }
      defer { MHD_destroy_response(message) }
      MHD_add_response_header(message, "Content-Type", response.contentType)
      for (name, value) in response.headers { MHD_add_response_header(message, name, value) }
      let status = UInt32(clamping: response.status)
      return MHD_queue_response(connection, status, message) == waymark_mhd_result(1)
    }
  }
}
