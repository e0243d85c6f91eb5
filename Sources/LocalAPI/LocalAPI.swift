public import HTTPServer
import EventLoop
public import Waymark

/// The local API: HTTP with JSON on a Unix socket, for the command and for other programs on the board. `openapi.yaml`
/// describes it. It lives on the board's loop.
public actor LocalAPI {
  private let control: TrackingControl
  private var server: Server?
  private let events: EventFeed

  /// The board's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { control.unownedExecutor }

  /// An API that does not listen yet.
  public init(_ control: TrackingControl, tracking: AssetTracking) {
    self.control = control
    events = EventFeed(control.executor.loop)
    // In place, so that events come in order and on the loop.
    tracking.addDelegate(events, executor: { $0() })
  }

  /// Begins to listen at a path; only the socket's owner and group may connect.
  ///
  /// - Throws: `ListenError` when another process serves the path, or it cannot be had.
  public func start(onSocket path: String) throws(ListenError) {
    var limits = Server.Limits()
    limits.connections = 32
    limits.bodyBytes = 256 << 10
    let server = Server(
      loop: control.executor.loop, limits: limits,
      lateHandler: { request, reply in self.take(request, reply) })
    try server.start(onSocket: path)
    self.server = server
  }

  /// Ends all connections and removes the socket.
  public func stop() {
    server?.stop()
    server = nil
  }

  private func take(_ incoming: Result<Request, RequestRefusal>, _ reply: Reply) {
    let request: Request
    switch incoming {
    case .success(let whole): request = whole
    case .failure(let refusal): return reply.send(.refusal(refusal.status, refusal.reason))
    }
    let path = "/" + request.path.joined(separator: "/")
    if path == Route.events, request.method == "GET" { return events.add(reply) }
    let routes = Route.all.compactMap { route in route.match(request.path).map { (route, $0) } }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let (route, id) = routes.first(where: { $0.0.method == method }) else {
      return reply.send(refusal(path, routes.map(\.0.method)))
    }
    let call = Call(request: request, id: id, control: control)
    Task(executorPreference: control.executor) {
      do {
        reply.send(.document(try await route.handle(call)))
      } catch {
        reply.send(.error(AssetTrackingApiException(error)))
      }
    }
  }

  private func refusal(_ path: String, _ methods: [String]) -> Response {
    let methods = path == Route.events ? ["GET"] : methods
    guard !methods.isEmpty else { return .refusal(404, "there is nothing at \(path); openapi.yaml lists all calls") }
    let allowed = methods.joined(separator: ", ")
    return .refusal(405, "\(path) takes \(allowed) only", headers: ["Allow": allowed])
  }
}
