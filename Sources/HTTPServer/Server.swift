import CMicrohttpd
public import EventLoop

/// An HTTP server on a loop's thread: libmicrohttpd without threads of its own, run whenever its descriptor is ready.
///
/// Everything here belongs to the loop's thread. The handler must not block for long, for nothing else runs meanwhile,
/// and must not call `stop`.
public final class Server {
  /// What a client may use up.
  public struct Limits: Hashable, Sendable {
    /// Connections at one time; further ones wait until one of these ends.
    public var connections: UInt32 = 64
    /// Seconds without a byte after which a connection is closed.
    public var idleSeconds: UInt32 = 30
    /// Bytes for the request line and all headers of one request.
    public var headBytes = 32 << 10
    /// Bytes of one request's body.
    public var bodyBytes = 1 << 20

    /// The limits for a server on a board.
    public init() {}
  }

  /// Answers a request; or says, in the format of the other answers, why it was refused before.
  public typealias Handler = (Result<Request, RequestRefusal>) -> Response
  /// The same for a handler that may answer later, or with a stream.
  public typealias LateHandler = (Result<Request, RequestRefusal>, Reply) -> Void

  /// What is asked of the daemon in one go before the loop's other work has its turn.
  private static let roundsInOneGo = 8

  private let loop: EventLoop
  private let limits: Limits
  private let headers: [String]
  private let handler: LateHandler
  private var daemon: OpaquePointer?
  private var descriptor: Int32 = -1
  private var timer: TimerID?
  /// The connections that wait for their answer, or for more of it; with a timer where that ends the wait.
  private var held: [OpaquePointer: TimerID?] = [:]
  /// The socket's path, to be removed at the end.
  private var path: String?

  /// A server that does not listen yet.
  ///
  /// - Parameter headers: the names of the headers that the handler wants to see.
  public convenience init(
    loop: EventLoop, limits: Limits = Limits(), headers: [String] = [], handler: @escaping Handler
  ) {
    self.init(loop: loop, limits: limits, headers: headers, lateHandler: { $1.send(handler($0)) })
  }

  /// The same with a handler that may answer later.
  public init(
    loop: EventLoop, limits: Limits = Limits(), headers: [String] = [], lateHandler: @escaping LateHandler
  ) {
    self.loop = loop
    self.limits = limits
    self.headers = headers
    handler = lateHandler
  }

  deinit { stop() }

  /// Begins to listen.
  ///
  /// - Returns: the port, which is the address's unless that is 0.
  /// - Throws: `ListenError` when the address cannot be had.
  public func start(on address: ListenAddress) throws(ListenError) -> UInt16 {
    stop()
    let (socket, port) = try openListeningSocket(address)
    try serve(socket, "\(address)")
    return port
  }

  /// Begins to listen on a Unix socket that its owner and its group may use. Folders that are missing are made, and a
  /// socket that nobody serves any more is replaced.
  ///
  /// - Throws: `ListenError` when another process serves the socket, or the path cannot be had.
  public func start(onSocket path: String) throws(ListenError) {
    stop()
    let socket = try openUnixSocket(path)
    self.path = path
    try serve(socket, path)
  }

  private func serve(_ socket: Int32, _ name: String) throws(ListenError) {
    daemon = startDaemon(socket)
    descriptor = daemon.map { waymark_mhd_epoll($0) } ?? -1
    guard descriptor >= 0 else { throw ListenError("cannot serve \(name): no more memory or descriptors") }
    do throws(SystemError) {
      try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.serve() }
    } catch {
      throw ListenError("cannot serve \(name): \(error)")
    }
  }

  /// Closes the port and all connections, whatever they wait for.
  public func stop() {
    guard let daemon else { return }
    loop.forget(descriptor)
    if let timer { loop.cancel(timer) }
    timer = nil
    for (connection, timer) in held {
      if let timer { loop.cancel(timer) }
      // The library does not stop while a connection is suspended.
      MHD_resume_connection(connection)
    }
    held = [:]
    MHD_stop_daemon(daemon)
    self.daemon = nil
    if let path { removeSocket(path) }
    path = nil
  }

  private func startDaemon(_ socket: Int32) -> OpaquePointer? {
    // Safety: the daemon calls with this pointer until it is stopped, which `deinit` sees to.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return waymark_mhd_start(
      socket, limits.connections, limits.idleSeconds, limits.headBytes,
      { context, connection, url, method, _, piece, count, exchange in
        guard let context, let connection, let url, let method, let count, let exchange else {
          return waymark_mhd_result(0)
        }
        // Safety: `context` is the server of above, and `piece` holds `count` bytes during this call.
        let server = Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
        let head = Exchange.Head(connection: connection, method: String(cString: method), path: String(cString: url))
        let piece = UnsafeRawBufferPointer(start: piece, count: count.pointee)
        count.pointee = 0
        return waymark_mhd_result(server.proceed(head, piece, &exchange.pointee) ? 1 : 0)
      },
      { _, _, exchange, _ in
        // Safety: called once for each request, also for one that was cut off; gives back what `proceed` retained.
        if let object = exchange?.pointee {
          let exchange = Unmanaged<Exchange>.fromOpaque(object).takeRetainedValue()
          exchange.connection = nil
          if case .stream(let stream)? = exchange.late { stream.detach() }
        }
        exchange?.pointee = nil
      }, context)
  }

  // MARK: On readiness

  private func serve() {
    guard let daemon else { return }
    var wait: Int64 = 0
    for _ in 0..<Server.roundsInOneGo where wait == 0 {
      let wasFull = waymark_mhd_connections(daemon) >= limits.connections
      MHD_run(daemon)
      wait = waymark_mhd_timeout(daemon)
      // A full daemon does not listen, and listens again only at the run after the one that closed a connection.
      if wasFull, waymark_mhd_connections(daemon) < limits.connections { wait = 0 }
    }
    if let timer { loop.cancel(timer) }
    // At least a millisecond, for a timer that is due at once would keep the loop from its other descriptors.
    timer = wait < 0 ? nil : loop.timer(after: max(1, wait) * 1_000_000) { [weak self] in self?.serve() }
  }

  /// The daemon's callback: once when the head of a request is there, once for each piece of its body, and once when it
  /// is complete. An answer to the first of these calls closes the connection afterwards.
  ///
  /// - Returns: false to cut the connection.
  private func proceed(
    _ head: Exchange.Head, _ piece: UnsafeRawBufferPointer, _ slot: inout UnsafeMutableRawPointer?
  ) -> Bool {
    guard let object = slot else {
      // Safety: the daemon keeps the pointer in the slot until it reports the request as completed.
      let exchange = Exchange(bodyLimit: limits.bodyBytes)
      exchange.connection = head.connection
      slot = Unmanaged.passRetained(exchange).toOpaque()
      let isRefused = IncomingBody.isRefusedUnsent(
        declared: head.header("Content-Length"), expect: head.header("Expect"), limit: limits.bodyBytes)
      return isRefused ? answer(.failure(tooLarge), head, exchange) : true
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(object).takeUnretainedValue()
    if !piece.isEmpty { return exchange.body.take(piece) }
    if let late = exchange.late { return head.send(late) }
    if exchange.body.isTooLarge { return answer(.failure(tooLarge), head, exchange) }
    let request = Result { () throws(RequestRefusal) in
      try head.request(headers: headers, body: exchange.body.bytes)
    }
    return answer(request, head, exchange)
  }

  /// Lets the handler answer: now, or the connection waits.
  private func answer(
    _ request: Result<Request, RequestRefusal>, _ head: Exchange.Head, _ exchange: Exchange
  ) -> Bool {
    let reply = Reply(self, exchange)
    handler(request, reply)
    reply.isLate = true
    switch exchange.late {
    case .response(let response)? where response.departure == .never:
      return false
    case .response(let response)?:
      guard case .after(let milliseconds) = response.departure else { return head.send(response) }
      hold(head.connection, milliseconds: milliseconds)
    case .stream?:
      return exchange.late.map(head.send) ?? false
    case nil:
      suspend(head.connection)
    }
    return true
  }

  /// A connection waits until `resume`.
  func suspend(_ connection: OpaquePointer) {
    MHD_suspend_connection(connection)
    held[connection] = .some(nil)
  }

  /// A connection goes on: its answer, or more of it, is there.
  func resume(_ connection: OpaquePointer) {
    guard held.removeValue(forKey: connection) != nil else { return }
    MHD_resume_connection(connection)
    // Not at once: the caller may stand in one of the daemon's own calls.
    loop.timer(after: 0) { [weak self] in self?.serve() }
  }

  /// Suspends a connection, for a day at most; the daemon comes back for its answer afterwards.
  private func hold(_ connection: OpaquePointer, milliseconds: Int64) {
    MHD_suspend_connection(connection)
    let milliseconds = min(max(0, milliseconds), 86_400_000)
    held[connection] = loop.timer(after: milliseconds * 1_000_000) { [weak self] in
      guard let self, held.removeValue(forKey: connection) != nil else { return }
      MHD_resume_connection(connection)
      serve()
    }
  }

  private var tooLarge: RequestRefusal {
    RequestRefusal(status: 413, reason: "the body is longer than \(limits.bodyBytes) bytes")
  }
}
