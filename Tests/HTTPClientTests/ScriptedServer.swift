import EventLoop
import Glibc

/// A server that does exactly what a test says, byte by byte: one script for each connection, in their order.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let received = Locked<[String]>([])

  /// Requests as they came, header and body.
  var requests: [String] { received.withLock { $0 } }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  init(_ scripts: (@Sendable (Peer) -> Void)...) throws {
    (listener, port) = try listenOnLoopback()
    try startThread { [self] in
      for script in scripts {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { break }
        script(Peer(socket) { [self] request in received.withLock { $0.append(request) } })
      }
      close(listener)
    }
  }
}

/// The server's end of one connection; it closes when the script ends.
final class Peer {
  private let socket: Int32
  private let record: (String) -> Void

  init(_ socket: Int32, record: @escaping (String) -> Void) {
    self.socket = socket
    self.record = record
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
  }

  deinit { close(socket) }

  /// Reads one request: the header, and a body of the length it names.
  func readRequest() {
    var text = ""
    while !isWhole(text) {
      var byte: UInt8 = 0
      guard read(socket, &byte, 1) == 1 else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    record(text)
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the client has closed, or for 20 s.
  func waitForEnd() {
    var byte: UInt8 = 0
    while read(socket, &byte, 1) > 0 {}
  }

  /// Makes the close that follows a reset instead of an orderly end.
  func resetAtEnd() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  private func isWhole(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "\r\n\r\n")?.upperBound else { return false }
    let length = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    return text[end...].count >= length.flatMap { Int($0.dropFirst(16)) } ?? 0
  }
}

/// A socket on a free port; with a backlog of nil it holds the port without listening.
func listenOnLoopback(backlog: Int32? = 4) throws -> (socket: Int32, port: UInt16) {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, length) == 0 && (backlog.map { listen(listener, $0) } ?? 0) == 0
        && getsockname(listener, $0, &length) == 0
    }
  }
  guard result else { throw SystemError(call: "listen", errno) }
  return (listener, UInt16(bigEndian: address.sin_port))
}
