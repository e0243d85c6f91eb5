import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import HTTPServer
import TestSupport
import Testing

/// A server on a Unix socket, on a loop of its own.
private final class Served {
  let folder: TemporaryFolder
  let path: String
  private let thread: LoopThread
  private let server = Confined<Server>()
  private var hasEnded = false

  init(path name: String = "run/api.sock", _ handler: @escaping @Sendable (Request, Reply) -> Void) throws {
    folder = try TemporaryFolder()
    path = folder.file(name)
    thread = try LoopThread()
    let (loop, server) = (thread.loop, server)
    try thread.perform {
      server.value = Server(loop: loop) { request, reply in
        if case .success(let request) = request { handler(request, reply) }
      }
    }
  }

  func start() throws {
    let (server, path) = (server, path)
    try thread.perform { try server.value?.start(onSocket: path) }
  }

  deinit { try? end() }

  func end() throws {
    if hasEnded { return }
    hasEnded = true
    let server = server
    try thread.perform {
      server.value?.stop()
      server.value = nil
    }
    try thread.stop()
  }

  func get(_ target: String = "/") throws -> HTTPResponse {
    var request = HTTPRequest(.get, "http://localhost" + target)
    request.unixSocket = path
    return try HTTPClient(userAgent: "test").perform(request)
  }
}

private func text(_ words: String) -> Response { Response(contentType: "text/plain", body: Array(words.utf8)) }

@Suite("A server on a Unix socket")
struct UnixSocketTests {
  @Test("answers its owner and its group only, and leaves nothing behind")
  func serves() throws {
    let served = try Served { request, reply in reply.send(text(request.path.joined(separator: "/"))) }
    try served.start()
    var status = stat()
    #expect(lstat(served.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o660)
    #expect(try served.get("/a/b").body == Array("a/b".utf8))
    try served.end()
    #expect(lstat(served.path, &status) != 0)
  }

  @Test("takes over from a server that died, but not from one that lives, nor from a file")
  func takesOver() throws {
    let first = try Served { $1.send(text("first")) }
    try first.start()
    let second = try LoopThread()
    let (loop, path) = (second.loop, first.path)
    let contest: @Sendable () throws -> Void = { try Server(loop: loop) { _ in text("second") }.start(onSocket: path) }
    #expect(throws: ListenError.self) { try second.perform(contest) }
    #expect(try first.get().body == Array("first".utf8))
    try first.end()

    // A name without a listener, as a killed server leaves it.
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(bound == 0)
    close(dead)
    try second.perform(contest)

    try Data("precious".utf8).write(to: URL(filePath: path))
    #expect(throws: ListenError.self) { try second.perform(contest) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    try second.stop()
  }

  @Test("a path that no socket can have is refused", arguments: [1, 107, 108, 4000])
  func longPath(length: Int) throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let path = "/proc/" + String(repeating: "x", count: length)
    #expect(throws: ListenError.self) {
      try thread.perform { try Server(loop: loop) { _ in text("") }.start(onSocket: path) }
    }
    try thread.stop()
  }
}

@Suite("An answer that comes later")
struct LateAnswerTests {
  @Test("reaches its client, while others are served")
  func late() throws {
    let parked = Confined<Reply>()
    let served = try Served { request, reply in
      if request.path == ["late"] {
        parked.value = reply
      } else {
        reply.send(text("now"))
        parked.value?.send(text("later"))
        parked.value?.send(text("a second answer is dropped"))
      }
    }
    try served.start()
    let answer = Locked<[UInt8]?>(nil)
    let client = try LoopThread()
    let path = served.path
    client.loop.execute {
      var request = HTTPRequest(.get, "http://localhost/late")
      request.unixSocket = path
      let body = try? HTTPClient(userAgent: "test").perform(request).body
      answer.withLock { $0 = body ?? [] }
    }
    // The late one may come after the first of these.
    #expect(
      try poll(20) { try served.get("/now").body == Array("now".utf8) && answer.withLock { $0 != nil } })
    #expect(answer.withLock { $0 } == Array("later".utf8))
    try client.stop()
    try served.end()
  }

  @Test("that is forgotten is an error, not a client that waits for ever")
  func forgotten() throws {
    let served = try Served { _, _ in }
    try served.start()
    #expect(try served.get().status == 500)
    try served.end()
  }

  @Test("may be a stream, whose pieces arrive in order until it is finished")
  func stream() throws {
    let served = try Served { _, reply in
      let stream = reply.stream(contentType: "text/event-stream")
      for number in 0..<1000 { stream.write("piece \(number)\n") }
      stream.finish()
      #expect(!stream.write("too late"))
    }
    try served.start()
    let answer = try served.get()
    #expect(answer.contentType == "text/event-stream")
    #expect(answer.body == Array((0..<1000).map { "piece \($0)\n" }.joined().utf8))
    try served.end()
  }

  @Test("a stream drops a client that is too slow")
  func slow() throws {
    let written = Locked(0)
    let served = try Served { _, reply in
      let stream = reply.stream(contentType: "text/plain", limit: 1000)
      var count = 0
      while stream.write(String(repeating: "x", count: 100)) { count += 1 }
      let pieces = count
      written.withLock { $0 = pieces }
    }
    try served.start()
    #expect(try served.get().body.count == 1000)
    #expect(written.withLock { $0 } == 10)
    try served.end()
  }

  @Test("a server that stops ends those who still wait")
  func stops() throws {
    let parked = Locked<Reply?>(nil)
    let served = try Served { _, reply in parked.withLock { $0 = reply } }
    try served.start()
    let client = try LoopThread()
    let path = served.path
    let failure = Locked<HTTPClientError?>(nil)
    client.loop.execute {
      var request = HTTPRequest(.get, "http://localhost/")
      request.unixSocket = path
      do throws(HTTPClientError) {
        _ = try HTTPClient(userAgent: "test").perform(request)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    #expect(poll(20) { parked.withLock { $0 != nil } })
    try served.end()
    parked.withLock { $0 = nil }
    #expect(poll(20) { failure.withLock { $0 != nil } })
    #expect(failure.withLock { $0 } == .reset)
    try client.stop()
  }
}
