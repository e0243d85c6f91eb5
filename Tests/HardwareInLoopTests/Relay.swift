import EventLoop
import Glibc
import TestSupport

/// A TCP relay on loopback that can leave its connections half-open: nothing is forwarded any more, and nobody hears of
/// it, as when the cable to another host is pulled. Connections made later are forwarded.
final class Relay: Sendable {
  let port: UInt16
  private let target: UInt16
  private let listener: Int32
  private let connections = Locked<[Connection]>([])

  private struct Connection {
    let descriptors: [Int32]
    var isDead = false
  }

  init(to target: UInt16) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw SystemError(call: "listen", errno) }
    port = UInt16(bigEndian: address.sin_port)
    try startThread { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 { serve(client) }
    }
  }

  /// Everything that is connected now goes dead.
  func goDead() {
    connections.withLock { connections in
      for index in connections.indices { connections[index].isDead = true }
    }
  }

  /// Connections that were made so far.
  var count: Int { connections.withLock { $0.count } }

  /// Ends the relay's threads.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { connections in
      for descriptor in connections.flatMap(\.descriptors) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    return address
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.loopback(target)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(server)
      close(client)
      return
    }
    let number = connections.withLock { connections in
      connections.append(Connection(descriptors: [client, server]))
      return connections.count - 1
    }
    for (from, to) in [(client, server), (server, client)] {
      try? startThread { [self] in pump(from, to, number) }
    }
  }

  /// Forwards until one end closes, which is then passed on; a dead connection swallows everything.
  private func pump(_ from: Int32, _ to: Int32, _ number: Int) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(from, &bytes, bytes.count, 0)
      let isDead = connections.withLock { $0[number].isDead }
      if count <= 0 {
        if !isDead { shutdown(to, Int32(SHUT_WR)) }
        return
      }
      if !isDead { _ = send(to, bytes, count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
