import CCurl
import Glibc
import Testing

@testable import HTTPClient

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"

@Suite("The HTTP client")
struct HTTPClientTests {
  let client: HTTPClient
  init() throws { client = try HTTPClient(userAgent: "waymark/test") }

  @Test("sends method, path, header fields and body as given")
  func request() throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.send(ok)
    }
    let response = try client.perform(
      HTTPRequest(
        .put, server.url("/a%20b?key=1"), headers: ["Content-Type": "application/json", "X-Key": "k"],
        body: Array("{\"a\":1}".utf8)))
    #expect(response == HTTPResponse(status: 200, body: Array("{}".utf8), contentType: "application/json"))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("PUT /a%20b?key=1 HTTP/1.1\r\n"))
    for line in ["User-Agent: waymark/test", "Content-Type: application/json", "X-Key: k", "Content-Length: 7"] {
      #expect(request.contains("\r\n\(line)\r\n"))
    }
    #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
  }

  @Test("keeps the connection for the next request, which inherits nothing from the one before")
  func keepAlive() throws {
    let server = try ScriptedServer { peer in
      for _ in 0..<3 {
        peer.readRequest()
        peer.send(ok)
      }
    }
    _ = try client.perform(HTTPRequest(.post, server.url("/1"), headers: ["X-Key": "k"], body: []))
    _ = try client.perform(HTTPRequest(.get, server.url("/2")))
    _ = try client.perform(HTTPRequest(.delete, server.url("/3")))
    let requests = server.requests
    #expect(requests.map { $0.prefix { $0 != "H" } } == ["POST /1 ", "GET /2 ", "DELETE /3 "])
    #expect(requests[0].contains("Content-Length: 0\r\n"))
    #expect(!requests[1].contains("Content-Length") && !requests[1].contains("X-Key"))
  }

  @Test("opens a new connection when the server has closed the old one")
  func closedBetweenRequests() throws {
    let answer: @Sendable (Peer) -> Void = { peer in
      peer.readRequest()
      peer.send(ok)
    }
    let server = try ScriptedServer(answer, answer)
    #expect(try client.perform(HTTPRequest(.get, server.url("/1"))).status == 200)
    #expect(try client.perform(HTTPRequest(.get, server.url("/2"))).status == 200)
  }

  @Test("puts an answer together that comes byte by byte")
  func splitAnswer() throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      for byte in ok.utf8 { peer.send([byte]) }
    }
    #expect(try client.perform(HTTPRequest(.get, server.url("/"))).body == Array("{}".utf8))
  }

  @Test("reports an answer that breaks off, and works again afterwards", arguments: [true, false])
  func brokenAnswer(withReset: Bool) throws {
    let server = try ScriptedServer(
      { peer in
        peer.readRequest()
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it")
        if withReset { peer.resetAtEnd() }
      },
      { peer in
        peer.readRequest()
        peer.send(ok)
      })
    #expect(throws: HTTPClientError.reset) { try client.perform(HTTPRequest(.get, server.url("/"))) }
    #expect(try client.perform(HTTPRequest(.get, server.url("/"))).status == 200)
  }

  @Test("reports a connection that ends without an answer")
  func noAnswer() throws {
    let server = try ScriptedServer { $0.readRequest() }
    #expect(throws: HTTPClientError.reset) { try client.perform(HTTPRequest(.get, server.url("/"))) }
  }

  @Test("reports a port on which nothing listens")
  func refused() throws {
    let (holder, port) = try listenOnLoopback(backlog: nil)
    defer { close(holder) }
    #expect(throws: HTTPClientError.refused) { try client.perform(HTTPRequest(.get, "http://127.0.0.1:\(port)/")) }
  }

  @Test("gives up when the answer takes longer than the total limit")
  func totalLimit() throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
      peer.waitForEnd()
    }
    var request = HTTPRequest(.get, server.url("/"))
    request.limits.totalMilliseconds = 200
    #expect(throws: HTTPClientError.unanswered) { try client.perform(request) }
  }

  @Test("gives up when the answer comes too slowly")
  func lowSpeedLimit() throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.waitForEnd()
    }
    var request = HTTPRequest(.get, server.url("/"))
    request.limits.lowSpeedBytesPerSecond = 10
    request.limits.lowSpeedSeconds = 1
    request.limits.totalMilliseconds = 15_000
    #expect(throws: HTTPClientError.unanswered) { try client.perform(request) }
    #expect(server.requests.count == 1)
  }

  @Test("tells a request that could not be sent in time from one that was not answered")
  func unsent() throws {
    // Accepted by the kernel and never read: its buffers hold a few megabytes of the body at most.
    let (listener, port) = try listenOnLoopback()
    defer { close(listener) }
    var request = HTTPRequest(.post, "http://127.0.0.1:\(port)/", body: [UInt8](repeating: 0x20, count: 64 << 20))
    request.limits.totalMilliseconds = 300
    #expect(throws: HTTPClientError.timeout) { try client.perform(request) }
    request.body = [0x20]
    #expect(throws: HTTPClientError.unanswered) { try client.perform(request) }
  }

  @Test("names the server whose name cannot be resolved, and nothing of the address that is secret")
  func unresolvable() throws {
    // Reserved by RFC 6761 never to have an address, with or without a name server.
    var request = HTTPRequest(.get, "http://user:word@waymark.invalid:8080/path?key=secret")
    request.limits.connectMilliseconds = 1_000
    do throws(HTTPClientError) {
      _ = try client.perform(request)
      Issue.record("a reserved name has an address")
    } catch {
      #expect(error == .unresolvable(host: "waymark.invalid"))
      #expect(error.description.contains("server's name waymark.invalid cannot be resolved"))
      #expect(!error.description.contains("secret") && !error.description.contains("word"))
    }
    let late = HTTPClientError(
      CURLE_OPERATION_TIMEDOUT, systemError: 0, verifyResult: 0, host: "a.example", isSent: false,
      text: "Resolving timed out after 15000 milliseconds")
    #expect(late == .unresolvable(host: "a.example"))
  }

  @Test(
    "finds the host in an address",
    arguments: [
      ("http://a", "a"), ("https://a.b:1/x@y:2", "a.b"), ("http://u:p@a?k=v", "a"), ("a#x", "a"), ("", ""),
      ("http://u@v@a/", "a"),
    ])
  func host(address: String, name: String) {
    #expect(hostName(address) == name)
  }

  @Test("gives up when no connection comes about within its limit")
  func connectLimit() throws {
    // A queue for one connection that nobody accepts: the kernel drops the handshakes of those that follow.
    let (listener, port) = try listenOnLoopback(backlog: 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(filler) }
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(connected == 0)
    var request = HTTPRequest(.get, "http://127.0.0.1:\(port)/")
    request.limits.connectMilliseconds = 200
    #expect(throws: HTTPClientError.timeout) { try client.perform(request) }
  }

  @Test(
    "takes Retry-After only as a number of seconds",
    arguments: [
      ("Retry-After: 120", 120), ("retry-after:   7  ", 7), ("Retry-After: 0", 0), ("Retry-After: -1", nil),
      ("Retry-After: Wed, 21 Oct 2065 07:28:00 GMT", nil), ("Retry-After: 99999999999999999999", nil),
      ("X-Other: 5", nil),
    ] as [(String, Int?)])
  func retryAfter(field: String, seconds: Int?) throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\(field)\r\n\r\n")
    }
    let response = try client.perform(HTTPRequest(.get, server.url("/")))
    #expect(response == HTTPResponse(status: 503, retryAfterSeconds: seconds))
  }

  @Test("reads a body of 1 MiB, and refuses a longer one", arguments: [0, 1])
  func longBody(excess: Int) throws {
    let size = HTTPResponse.maximumBodyBytes + excess
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      peer.send([UInt8](repeating: 0x20, count: size))
    }
    let request = HTTPRequest(.get, server.url("/"))
    if excess > 0 {
      #expect(throws: HTTPClientError.tooLarge) { try client.perform(request) }
    } else {
      #expect(try client.perform(request).body.count == size)
    }
  }

  @Test("does not follow a redirect")
  func redirect() throws {
    let server = try ScriptedServer { peer in
      peer.readRequest()
      peer.send("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(try client.perform(HTTPRequest(.get, server.url("/"))).status == 302)
    #expect(server.requests.count == 1)
  }

  @Test(
    "refuses other schemes, malformed addresses and header fields",
    arguments: [
      HTTPRequest(.get, "file:///etc/hostname?key=secret"), HTTPRequest(.get, "http://127.0.0.1:99999999/?key=secret"),
      HTTPRequest(.get, ""), HTTPRequest(.get, "http://127.0.0.1:9/", headers: ["X": "a\r\nKey: secret"]),
    ])
  func invalidRequests(request: HTTPRequest) {
    var reason: String?
    do {
      _ = try client.perform(request)
    } catch HTTPClientError.invalidRequest(let sentence) {
      reason = sentence
    } catch {
      Issue.record(error)
    }
    #expect(reason?.contains("secret") == false)
  }
}

@Suite("A certificate's fault in words")
struct CertificateFaultTests {
  @Test(
    "names what a person can act on",
    arguments: [
      (9, "certificate is not yet valid", "clock"), (10, "certificate has expired", "expired"),
      (18, "self-signed certificate", "authority"), (20, "unable to get local issuer certificate", "authority"),
      (1, "SSL: no alternative certificate subject name matches target host name 'a'", "another name"),
      (7, "certificate signature failure", "signature failure"),
      (0, "server verification failed", "verification failed"),
    ])
  func words(verifyResult: Int, text: String, word: String) {
    #expect(certificateFault(verifyResult: verifyResult, text: text).contains(word))
  }
}
