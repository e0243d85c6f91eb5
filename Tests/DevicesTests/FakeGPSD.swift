import EventLoop
import Glibc
import Testing

/// A gpsd of which a test plays the words: a TCP server on loopback, on the test's own loop.
final class FakeGPSD {
  private(set) var port: UInt16 = 0
  /// All requests, one string a connection.
  private(set) var requests: [String] = []
  /// Called when a connection has sent its first request.
  var onWatch: () -> Void = {}

  private let loop: EventLoop
  private var listener: Int32 = -1
  private var client: Int32 = -1

  init(_ loop: EventLoop) throws {
    self.loop = loop
    try listen()
  }

  deinit {
    if client >= 0 { close(client) }
    if listener >= 0 { close(listener) }
  }

  /// Listens, on the port of the first time.
  func listen() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, 4) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    try #require(result, "the fake gpsd cannot listen: \(errnoText(errno))")
    port = UInt16(bigEndian: address.sin_port)
    try loop.watch(listener, for: .readable) { [unowned self] _ in acceptClient() }
  }

  func say(_ text: String) { _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

  /// Closes the connection, and refuses others until `listen`.
  func shutDown() {
    dropClient()
    loop.forget(listener)
    close(listener)
    listener = -1
  }

  func dropClient() {
    guard client >= 0 else { return }
    loop.forget(client)
    close(client)
    client = -1
  }

  private func acceptClient() {
    dropClient()
    client = accept(listener, nil, nil)
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    requests.append("")
    var on: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    say(#"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\r\n")
    try? loop.watch(client, for: .readable) { [unowned self] _ in readRequest() }
  }

  private func readRequest() {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(client, &bytes, bytes.count, 0)
    guard count > 0 else { return dropClient() }
    let isFirst = requests.last?.isEmpty ?? true
    requests[requests.count - 1] += String(decoding: bytes[..<count], as: UTF8.self)
    if isFirst { onWatch() }
  }
}
