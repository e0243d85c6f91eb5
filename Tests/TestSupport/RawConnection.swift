import Glibc

/// A TCP connection to a port of this machine on which a test says exactly the bytes it wants. Every wait is bounded.
public final class RawConnection {
  /// What an HTTP server said.
  public struct Answer {
    /// The status code.
    public let status: Int
    /// The header lines, as they came.
    public let headers: [String]
    /// The body, as long as its `Content-Length` says.
    public let body: String
  }

  /// The other side did not say what was waited for.
  public struct Failure: Error {
    /// What came until then.
    public let received: String
    /// The error number; 0 for the end of the stream.
    public let code: Int32
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to 127.0.0.1.
  public init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Failure(received: "", code: errno) }
  }

  deinit { close(descriptor) }

  /// Sends all bytes.
  public func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { throw Failure(received: "", code: errno) }
      rest = rest.dropFirst(sent)
    }
  }

  /// Says that nothing more will be sent, and goes on listening.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next answer; interim ones (`100 Continue`) are answers too, without a body.
  public func answer(hasBody: Bool = true) throws -> Answer {
    let head = try take { RawConnection.end(of: "\r\n\r\n", in: $0) }
    let lines = head.split(separator: "\r\n").map(String.init)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { throw Failure(received: head, code: 0) }
    let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
    let length = field.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
    let body = try hasBody ? take { $0.count >= length ? length : nil } : ""
    return Answer(status: status, headers: Array(lines.dropFirst()), body: body)
  }

  /// Whether the other side has closed; waits until it does.
  public func isClosed() throws -> Bool {
    do {
      _ = try take { _ in nil }
    } catch let failure as Failure {
      return failure.code == 0 || failure.code == ECONNRESET
    }
    return false
  }

  private func take(_ length: ([UInt8]) -> Int?) throws -> String {
    while true {
      if let count = length(buffer) {
        defer { buffer.removeFirst(count) }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else {
        throw Failure(received: String(decoding: buffer, as: UTF8.self), code: count < 0 ? errno : 0)
      }
      buffer.append(contentsOf: piece[..<count])
    }
  }

  private static func end(of mark: String, in bytes: [UInt8]) -> Int? {
    let mark = Array(mark.utf8)
    guard bytes.count >= mark.count else { return nil }
    return (0...bytes.count - mark.count).first { Array(bytes[$0..<$0 + mark.count]) == mark }.map { $0 + mark.count }
  }
}
