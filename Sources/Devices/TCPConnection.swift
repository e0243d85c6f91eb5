import EventLoop
import Glibc
import HAL

/// Connecting to a TCP server. Everything here blocks, for a bounded time: it belongs on a thread of its own.
enum TCPConnection {
  /// How long one address of the host may take to answer.
  private static let patience = timeval(tv_sec: 5, tv_usec: 0)

  /// Gives the non-blocking socket of a connection to the first address of the host that answers.
  static func open(host: String, port: UInt16) throws(DeviceError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      let reason = String(cString: gai_strerror(result))
      throw DeviceError(.absent, "the host \(host) is not found (\(reason)): correct the name, or check the network")
    }
    defer { freeaddrinfo(list) }
    var code = ECONNREFUSED
    var address = list
    while let current = address?.pointee {
      if let socket = connect(current, &code) { return socket }
      address = current.ai_next
    }
    throw failure(host, port, code)
  }

  private static func connect(_ address: addrinfo, _ code: inout Int32) -> Int32? {
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), address.ai_protocol)
    guard descriptor >= 0 else {
      code = errno
      return nil
    }
    // On Linux the time limit for sending holds for connecting too.
    var patience = patience
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    {
      return descriptor
    }
    code = errno
    _ = close(descriptor)
    return nil
  }

  private static func failure(_ host: String, _ port: UInt16, _ code: Int32) -> DeviceError {
    let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    switch code {
    case ECONNREFUSED:
      return DeviceError(
        .absent,
        "nobody listens at \(place): start gpsd (systemctl start gpsd.socket), or correct host and port")
    case EINPROGRESS, EAGAIN, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH:
      return DeviceError(.absent, "\(place) does not answer: check the host, the network and its firewall")
    default:
      return DeviceError(.absent, "no connection to gpsd at \(place): \(errnoText(code))")
    }
  }
}
