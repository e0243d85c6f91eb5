import Glibc

/// A numeric IPv4 or IPv6 address and a port to listen on.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in network order: 4 bytes or 16.
  let bytes: [UInt8]
  /// The address as it was written, such as `127.0.0.1` or `::1`.
  public let host: String
  /// The port; 0 lets the kernel choose one.
  public let port: UInt16

  /// 127.0.0.1, which only programs on this machine reach.
  public static func loopback(port: UInt16) -> ListenAddress { ListenAddress(loopback: port) }

  private init(loopback port: UInt16) {
    bytes = [127, 0, 0, 1]
    host = "127.0.0.1"
    self.port = port
  }

  /// An address from its parts; nil when the host is not a numeric address. `localhost` stands for 127.0.0.1.
  public init?(host: String, port: UInt16) {
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, self.host, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if inet_pton(AF_INET6, self.host, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// An address from `HOST:PORT`, with an IPv6 host in brackets; nil for anything else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    let host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      self.init(host: String(host.dropFirst().dropLast()), port: port)
    } else if !host.contains(":") {
      self.init(host: String(host), port: port)
    } else {
      return nil
    }
  }

  /// Whether only programs on this machine can reach the address.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// `HOST:PORT`, as it stands in a URL.
  public var description: String { bytes.count == 4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}

/// Why a server cannot listen.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: what failed and why.
  public let description: String

  init(_ description: String) { self.description = description }

  /// The failure of a call for an address, from `errno`.
  init(_ address: ListenAddress, _ code: Int32) {
    switch code {
    case EADDRINUSE: description = "port \(address.port) is in use"
    case EACCES: description = "port \(address.port) is reserved for root"
    case EADDRNOTAVAIL: description = "this machine has no address \(address.host)"
    default: description = "cannot listen on \(address): \(String(cString: strerror(code)))"
    }
  }
}
