import HTTPServer

/// One call as a handler sees it.
struct Call {
  /// The request, whose key has been checked.
  let request: Request
  /// What stands in the path for `:id`; empty in a path without one.
  let id: String
  let store: CollectorStore
  let settings: Collector.Settings
  /// Unix seconds.
  let now: Int64
}

/// One row of the table of calls.
struct Route: Sendable {
  /// The call's name in a fault plan.
  let kind: String
  let method: String
  let path: [String]
  /// Whether it needs no key: what everybody may have as a Debian package.
  let isOpen: Bool
  let handle: @Sendable (Call) throws -> Response

  /// A row; `:id` in the path stands for any one part.
  init(
    _ kind: String, _ method: String, _ path: String, isOpen: Bool = false,
    _ handle: @escaping @Sendable (Call) throws -> Response
  ) {
    self.kind = kind
    self.method = method
    self.path = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    self.isOpen = isOpen
    self.handle = handle
  }

  /// The part that stands for `:id`, empty without one; nil when the path is another.
  func match(_ parts: [String]) -> String? {
    guard parts.count == path.count else { return nil }
    var id = ""
    for (part, pattern) in zip(parts, path) {
      if pattern == ":id" {
        id = part
      } else if part != pattern {
        return nil
      }
    }
    return id
  }
}

/// Finds who answers a request, lets go wrong what is to go wrong, and puts what goes wrong by itself into words.
final class Router {
  private static let table = assetRoutes + locationRoutes + tripRoutes + pageRoutes

  /// The names of the calls, for a fault plan.
  static let kinds = table.map(\.kind)

  private let store: CollectorStore
  private let settings: Collector.Settings
  private var faults: FaultPlan
  private var limit: RateLimit?
  /// Told of what the client is not: why the database failed.
  private let report: (String) -> Void

  /// A router over a store.
  init(store: CollectorStore, settings: Collector.Settings, report: @escaping (String) -> Void) {
    self.store = store
    self.settings = settings
    faults = settings.faults
    limit = settings.requestsPerMinute.map { RateLimit(requestsPerMinute: $0) }
    self.report = report
  }

  /// Answers one request.
  ///
  /// - Parameter now: Unix seconds.
  func answer(_ incoming: Result<Request, RequestRefusal>, now: Int64) -> Response {
    let route: Result<Found, any Error> = Result { try Router.find(try incoming.get()) }
    guard let (fault, rule) = faults.next((try? route.get())?.route.kind) else {
      return process(incoming, route, now)
    }
    switch fault {
    case .reset: return .unanswered
    case .lost:
      _ = process(incoming, route, now)
      return .unanswered
    case .delay(let milliseconds):
      var response = process(incoming, route, now)
      response.departure = .after(milliseconds: milliseconds)
      return response
    case .status(let status, let seconds):
      let headers = seconds.map { ["Retry-After": String($0)] } ?? [:]
      let word = Status(rawValue: status)?.word ?? "Fault"
      return Response(status: status, word: word, "the test server was told so: \(rule)", headers: headers)
    }
  }

  private typealias Found = (route: Route, id: String)

  private func process(
    _ incoming: Result<Request, RequestRefusal>, _ route: Result<Found, any Error>, _ now: Int64
  ) -> Response {
    do {
      let request = try incoming.get()
      if (try? route.get())?.route.isOpen != true {
        try checkKey(request)
        try checkLimit(now)
      }
      let (route, id) = try route.get()
      return try route.handle(Call(request: request, id: id, store: store, settings: settings, now: now))
    } catch let refusal as Refusal {
      return Response(refusal)
    } catch let refusal as RequestRefusal {
      return Response(Refusal(Status(rawValue: refusal.status) ?? .badRequest, refusal.reason))
    } catch {
      report("\(error)")
      return Response(Refusal(.serverFault, "the server cannot use its database; try again later"))
    }
  }

  private func checkKey(_ request: Request) throws(Refusal) {
    guard let key = settings.key else { return }
    if let header = settings.keyHeader, request.headers[header] == key { return }
    if request.query["key"] == key { return }
    throw Refusal(.unauthorized, "the query value 'key' is missing or wrong")
  }

  private func checkLimit(_ now: Int64) throws(Refusal) {
    guard let seconds = limit?.take(now: now) else { return }
    throw Refusal(
      .tooManyRequests, "there were too many requests; wait \(seconds) s", headers: ["Retry-After": String(seconds)])
  }

  private static func find(_ request: Request) throws(Refusal) -> Found {
    let method = request.method == "HEAD" ? "GET" : request.method
    var allowed: [String] = []
    for route in table {
      guard let id = route.match(request.path) else { continue }
      if route.method == method { return (route, id) }
      allowed.append(route.method)
    }
    let path = "/" + request.path.joined(separator: "/")
    guard !allowed.isEmpty else { throw Refusal(.notFound, "there is nothing at \(path)") }
    let methods = allowed.joined(separator: ", ")
    throw Refusal(.methodNotAllowed, "\(path) takes \(methods) only", headers: ["Allow": methods])
  }
}

extension Response {
  /// No answer: the connection is closed.
  fileprivate static let unanswered = {
    var response = Response(contentType: "application/json", body: [])
    response.departure = .never
    return response
  }()
}
