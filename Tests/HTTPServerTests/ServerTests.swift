import EventLoop
import Glibc
import HTTPServer
import TestSupport
import Testing

/// A server on a thread of its own that answers with what it was asked.
private final class EchoServer {
  let thread: LoopThread
  let port: UInt16
  private let server = Confined<Server>()

  init(_ adjust: @Sendable (inout Server.Limits) -> Void = { _ in }) throws {
    var limits = Server.Limits()
    limits.bodyBytes = 1000
    adjust(&limits)
    thread = try LoopThread()
    port = try thread.perform { [server, thread, limits] in
      let made = Server(loop: thread.loop, limits: limits, headers: ["User-Agent"]) { incoming in
        switch incoming {
        case .success(let request):
          let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
          let words =
            [request.method] + request.path + query + request.headers.values
            + [String(decoding: request.body, as: UTF8.self)]
          var answer = Response(
            contentType: "text/plain", headers: ["X-Test": "yes"], body: Array(words.joined(separator: "|").utf8))
          switch request.path {
          case ["soon"]: answer.departure = .after(milliseconds: 5)
          case ["tomorrow"]: answer.departure = .after(milliseconds: .max)
          case ["never"]: answer.departure = .never
          default: break
          }
          return answer
        case .failure(let refusal):
          return Response(status: refusal.status, contentType: "text/plain", body: Array(refusal.reason.utf8))
        }
      }
      server.value = made
      guard let address = ListenAddress("127.0.0.1:0") else { return 0 }
      return try made.start(on: address)
    }
  }

  func stop() throws {
    try thread.perform { [server] in server.value?.stop() }
  }

  deinit {
    try? thread.perform { [server] in server.value = nil }
    try? thread.stop()
  }
}

@Suite("The HTTP server")
struct ServerTests {
  @Test("keeps a connection for the next request, also for two at once")
  func keepAlive() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    for number in 0..<3 {
      try client.send("GET /a/\(number)?q=1 HTTP/1.1\r\nHost: x\r\nUser-Agent: me\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.status == 200)
      #expect(answer.body == "GET|a|\(number)|q=1|me|")
      #expect(answer.headers.contains("X-Test: yes"))
      #expect(answer.headers.contains("Content-Type: text/plain"))
    }
    let post = "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"
    try client.send(post + "ab" + post + "cd")
    #expect(try client.answer().body == "POST|p|ab")
    #expect(try client.answer().body == "POST|p|cd")
  }

  @Test("holds an answer back, serves others meanwhile, and stops without waiting for it")
  func heldBack() throws {
    let server = try EchoServer()
    let patient = try RawConnection(port: server.port)
    try patient.send("POST /soon HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab")
    #expect(try patient.answer().body == "POST|soon|ab")
    try patient.send("GET /tomorrow HTTP/1.1\r\nHost: x\r\n\r\n")
    let other = try RawConnection(port: server.port)
    try other.send("GET /now HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try other.answer().body == "GET|now|")
    try server.stop()
    #expect(try patient.isClosed())
  }

  @Test("closes the connection in place of an answer that never leaves")
  func neverAnswered() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.isClosed())
  }

  @Test("puts a body together that comes in pieces, or in chunks")
  func splitBodies() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Le")
    try client.send("ngth: 10\r\n\r\n01234")
    try client.send("56789")
    #expect(try client.answer().body == "POST||0123456789")
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
    try client.send("2\r\nde\r\n0\r\n\r\n")
    #expect(try client.answer().body == "POST||abcde")
  }

  @Test("takes a body of exactly the limit, and answers 413 to one byte more", arguments: [1000, 1001])
  func bodyLimit(count: Int) throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
    try client.send(String(repeating: "x", count: count))
    #expect(try client.answer().status == (count == 1000 ? 200 : 413))
    try client.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.answer().status == 200)
  }

  @Test("refuses a body that is too large before it is sent, when the client asks first")
  func refusedUnsent() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n")
    #expect(try client.answer().status == 413)
    let second = try RawConnection(port: server.port)
    try second.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try second.answer().status == 100)
    try second.send("abc")
    #expect(try second.answer().body == "POST||abc")
  }

  @Test("cuts a connection on which a body never ends")
  func endlessBody() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
    #expect(throws: RawConnection.Failure.self) {
      for _ in 0..<100_000 { try client.send(chunk) }
    }
  }

  @Test(
    "answers 400 to what is no request, and serves the next client",
    arguments: [
      "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /?a=%2 HTTP/1.1\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    ])
  func badRequests(text: String) throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send(text)
    let status = try client.answer().status
    #expect([400, 413].contains(status))
    let next = try RawConnection(port: server.port)
    try next.send("GET /ok HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try next.answer().status == 200)
  }

  @Test("answers a head that is too long with a status of the 400s")
  func longHead() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + String(repeating: "x", count: 40_000))
    #expect((400..<500).contains(try client.answer().status))
  }

  @Test("outlives a client that speaks no HTTP")
  func noHTTP() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("nonsense\r\n\r\n")
    #expect(try client.isClosed())
    let next = try RawConnection(port: server.port)
    try next.send("GET /ok HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try next.answer().status == 200)
  }

  @Test("answers a client that has stopped sending, and sends a HEAD request no body")
  func halfOpenAndHead() throws {
    let server = try EchoServer { $0.idleSeconds = 1 }
    let client = try RawConnection(port: server.port)
    try client.send("HEAD /h HTTP/1.1\r\nHost: x\r\n\r\n")
    let head = try client.answer(hasBody: false)
    #expect(head.headers.contains("Content-Length: 7"))
    try client.send("GET /half HTTP/1.1\r\nHost: x\r\n\r\n")
    client.endSending()
    #expect(try client.answer().body == "GET|half|")
    #expect(try client.isClosed())
  }

  @Test("closes the connection of a client that falls silent in the middle of a request")
  func silentClient() throws {
    let server = try EchoServer { $0.idleSeconds = 1 }
    let client = try RawConnection(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01")
    #expect(try client.isClosed())
  }

  @Test("lets the clients beyond the limit wait, and serves them once another is gone")
  func connectionLimit() throws {
    let server = try EchoServer { $0.connections = 2 }
    var clients: [RawConnection] = []
    for _ in 0..<2 {
      let client = try RawConnection(port: server.port)
      try client.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().status == 200)
      clients.append(client)
    }
    let late = try RawConnection(port: server.port)
    try late.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
    clients.removeFirst()
    #expect(try late.answer().body == "GET|late|")
  }

  @Test("stops with clients connected, and lets the port go")
  func stopping() throws {
    let server = try EchoServer()
    let client = try RawConnection(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try client.answer()
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01")
    try server.stop()
    #expect(try client.isClosed())
    #expect(throws: RawConnection.Failure.self) { try RawConnection(port: server.port) }
  }

  @Test("says which port is taken")
  func portTaken() throws {
    let server = try EchoServer()
    let loop = try EventLoop()
    let second = Server(loop: loop) { _ in Response(contentType: "text/plain", body: []) }
    let address = try #require(ListenAddress(host: "127.0.0.1", port: server.port))
    do throws(ListenError) {
      _ = try second.start(on: address)
      Issue.record("two servers on one port")
    } catch {
      #expect(error.description == "port \(server.port) is in use")
    }
  }

  @Test("listens on the IPv6 loopback address, and says so when the machine has no such address")
  func addresses() throws {
    let loop = try EventLoop()
    let server = Server(loop: loop) { _ in Response(contentType: "text/plain", body: []) }
    let absent = try #require(ListenAddress("192.0.2.1:0"))
    #expect(throws: ListenError.self) { try server.start(on: absent) }
    let address = try #require(ListenAddress("[::1]:0"))
    #expect(try server.start(on: address) > 0)
  }
}
