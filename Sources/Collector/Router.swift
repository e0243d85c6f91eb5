import HTTPServer

/// One call as a handler sees it.
struct Call {
  /// The request, whose key has been checked.
  let request: Request
  /// What stands in the path for `:id`; empty in a path without one.
  let id: String
  let store: CollectorStore
  /// Unix seconds.
  let now: Int64
}

/// One row of the table of calls.
struct Route: Sendable {
  let method: String
  let path: [String]
  let handle: @Sendable (Call) throws -> Response

  /// A row; `:id` in the path stands for any one part.
  init(_ method: String, _ path: String, _ handle: @escaping @Sendable (Call) throws -> Response) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
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

/// Finds who answers a request, and puts what goes wrong into words.
struct Router {
  private static let table = assetRoutes + locationRoutes

  let store: CollectorStore
  /// What every request must bear as its query value `key`; nil takes any.
  let key: String?
  /// Told of what the client is not: why the database failed.
  let report: (String) -> Void

  /// Answers one request.
  ///
  /// - Parameter now: Unix seconds.
  func answer(_ incoming: Result<Request, RequestRefusal>, now: Int64) -> Response {
    do {
      return try route(try incoming.get(), now: now)
    } catch let refusal as Refusal {
      return Response(refusal)
    } catch let refusal as RequestRefusal {
      return Response(Refusal(Status(rawValue: refusal.status) ?? .badRequest, refusal.reason))
    } catch {
      report("\(error)")
      return Response(Refusal(.serverFault, "the server cannot use its database; try again later"))
    }
  }

  private func route(_ request: Request, now: Int64) throws -> Response {
    if let key, request.query["key"] != key {
      throw Refusal(.unauthorized, "the query value 'key' is missing or wrong")
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    var allowed: [String] = []
    for route in Router.table {
      guard let id = route.match(request.path) else { continue }
      if route.method == method { return try route.handle(Call(request: request, id: id, store: store, now: now)) }
      allowed.append(route.method)
    }
    let path = "/" + request.path.joined(separator: "/")
    guard !allowed.isEmpty else { throw Refusal(.notFound, "there is nothing at \(path)") }
    let methods = allowed.joined(separator: ", ")
    return Response(Refusal(.methodNotAllowed, "\(path) takes \(methods) only"), headers: ["Allow": methods])
  }
}
