import Glibc

/// Opens a socket that listens on the address, and tells the port it has got.
func openListeningSocket(_ address: ListenAddress) throws(ListenError) -> (descriptor: Int32, port: UInt16) {
  let family = address.bytes.count == 4 ? AF_INET : AF_INET6
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = socket(family, kind, 0)
  guard descriptor >= 0 else { throw ListenError(address, errno) }
  var on: Int32 = 1
  // Without it a restarted server would wait a minute for the old connections to be forgotten.
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  guard bindSocket(descriptor, to: address) == 0, listen(descriptor, 64) == 0 else {
    let code = errno
    close(descriptor)
    throw ListenError(address, code)
  }
  return (descriptor, boundPort(descriptor))
}

private func bindSocket(_ descriptor: Int32, to address: ListenAddress) -> Int32 {
  var storage = sockaddr_storage()
  let length = address.bytes.count == 4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
  // Safety: the storage is made for every kind of socket address; each is bound to its own type before it is written,
  // and the bytes are as many as the address field holds.
  return withUnsafeMutablePointer(to: &storage) { storage in
    let raw = UnsafeMutableRawPointer(storage)
    if address.bytes.count == 4 {
      let inet = raw.bindMemory(to: sockaddr_in.self, capacity: 1)
      inet.pointee.sin_family = sa_family_t(AF_INET)
      inet.pointee.sin_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &inet.pointee.sin_addr) { $0.copyBytes(from: address.bytes) }
    } else {
      let inet = raw.bindMemory(to: sockaddr_in6.self, capacity: 1)
      inet.pointee.sin6_family = sa_family_t(AF_INET6)
      inet.pointee.sin6_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &inet.pointee.sin6_addr) { $0.copyBytes(from: address.bytes) }
    }
    return bind(descriptor, raw.bindMemory(to: sockaddr.self, capacity: 1), socklen_t(length))
  }
}

private func boundPort(_ descriptor: Int32) -> UInt16 {
  // The port stands at the same place in an IPv4 and an IPv6 address.
  var address = sockaddr_in6()
  var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
  // Safety: the kernel writes no more than `length` bytes.
  let result = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
  }
  return result == 0 ? UInt16(bigEndian: address.sin6_port) : 0
}
