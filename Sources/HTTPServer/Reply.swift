import EventLoop

/// Where the answer to one request goes, now or later. Belongs to the loop's thread, like the server.
///
/// One that is let go unanswered answers with status 500.
public final class Reply: @unchecked Sendable {
  // Safety: every use is on the loop's thread, which the server's contract states; it may be carried from one of the
  // loop's handlers to another through closures that must be `Sendable`.
  private weak var server: Server?
  private let exchange: Exchange
  private var isAnswered = false
  /// Whether the connection waits for the answer.
  var isLate = false

  init(_ server: Server, _ exchange: Exchange) {
    self.server = server
    self.exchange = exchange
  }

  deinit {
    if !isAnswered { send(Response(status: 500, contentType: "text/plain", body: Array("no answer\n".utf8))) }
  }

  /// Answers; a second answer, and one to a client that has gone, is dropped.
  public func send(_ response: Response) { answer(.response(response)) }

  /// Answers with a body that grows, such as server-sent events.
  ///
  /// - Parameter limit: how many bytes may wait for a slow client before it is dropped.
  /// - Returns: what the body is written to.
  public func stream(contentType: String, limit: Int = 1 << 16) -> ResponseStream {
    let stream = ResponseStream(server, exchange.connection, contentType: contentType, limit: limit)
    answer(.stream(stream))
    return stream
  }

  private func answer(_ answer: Answer) {
    guard !isAnswered else { return }
    isAnswered = true
    exchange.late = answer
    if isLate, let connection = exchange.connection { server?.resume(connection) }
  }
}
