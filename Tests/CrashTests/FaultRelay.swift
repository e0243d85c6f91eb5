import EventLoop
import Glibc
import Synchronization
import TestSupport

/// Stands between a client and a server on this machine, and does to requests and answers what networks and servers do.
final class FaultRelay: Sendable {
  /// What becomes of a request.
  enum Fault: Hashable {
    /// It goes through, and so does the answer.
    case none
    /// The server acts on it; the connection breaks before the answer.
    case lostAnswer
    /// The connection breaks before the server has seen it.
    case reset
    /// The server acts on it; the answer breaks off in its body.
    case halfAnswer
    /// The server acts on it; the answer comes later than anybody waits.
    case stall
    /// The server does not see it, and nothing ever comes back.
    case silence
    /// The server does not see it; this status is the answer.
    case status(Int)
  }

  let port: UInt16
  private let listener: Int32
  private let upstream: UInt16
  private let plan: @Sendable (String) -> Fault

  /// Starts it at a free port; `plan` says by its body what becomes of each request.
  init(to upstream: UInt16, _ plan: @escaping @Sendable (String) -> Fault) throws {
    self.upstream = upstream
    self.plan = plan
    (listener, port) = try Self.listen()
    let listener = listener
    // Every thread keeps the relay until its connection ends; `stop` ends the one that waits for connections.
    try startThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        try? startThread { [self] in
          serve(client)
          close(client)
        }
      }
    }
  }

  /// Takes no further connections.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isReady else { throw SystemError(call: "listen", errno) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func serve(_ client: Int32) {
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    while let request = read(client), act(on: request, client) {}
  }

  /// Gives whether the connection goes on.
  private func act(on request: (text: String, body: String), _ client: Int32) -> Bool {
    let fault = plan(request.body)
    if case .status(let status) = fault {
      return send(client, "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")
    }
    if fault == .reset {
      var now = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      return false
    }
    if fault == .silence {
      waitForEnd(client)
      return false
    }
    guard let answer = try? ask(request.text) else { return false }
    let text =
      "HTTP/1.1 \(answer.status) X\r\nContent-Length: \(answer.body.utf8.count)\r\n"
      + "Content-Type: application/json\r\n\r\n\(answer.body)"
    switch fault {
    case .none: return send(client, text)
    case .halfAnswer: _ = send(client, String(text.dropLast(answer.body.count / 2 + 1)))
    case .stall: waitForEnd(client)
    case .lostAnswer, .reset, .silence, .status: break
    }
    return false
  }

  /// Until the client has had enough and closes.
  private func waitForEnd(_ client: Int32) {
    var byte: UInt8 = 0
    _ = recv(client, &byte, 1, 0)
  }

  private func ask(_ request: String) throws -> RawConnection.Answer {
    let server = try RawConnection(port: upstream)
    try server.send(request)
    return try server.answer()
  }

  private func read(_ client: Int32) -> (text: String, body: String)? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let head = text.firstRange(of: "\r\n\r\n") {
        let body = text[head.upperBound...]
        let field = text[..<head.lowerBound].split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        if body.utf8.count >= field.flatMap({ Int($0.dropFirst(16)) }) ?? 0 { return (text, String(body)) }
      }
      let count = recv(client, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
  }

  private func send(_ client: Int32, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
