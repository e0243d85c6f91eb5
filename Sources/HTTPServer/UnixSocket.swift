import Glibc

/// Opens a Unix socket that listens at the path, for its owner and its group.
func openUnixSocket(_ path: String) throws(ListenError) -> Int32 {
  func fail(_ reason: String) -> ListenError { ListenError("cannot listen on \(path): \(reason)") }
  guard var address = unixAddress(path) else { throw fail("a socket's path has 1 to 107 bytes") }
  for end in path.indices.dropFirst() where path[end] == "/" {
    guard mkdir(String(path[..<end]), 0o755) == 0 || errno == EEXIST else { throw fail(words(errno)) }
  }
  switch holder(of: path, &address) {
  case .none: break
  case .dead: unlink(path)
  case .alive: throw fail("another process serves it; stop that one, or choose another path")
  case .noSocket: throw fail("there is a file that is no socket; choose another path")
  }
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind, 0)
  guard descriptor >= 0 else { throw fail(words(errno)) }
  // Nobody can connect between bind and listen, so the mode is right from the first connection on.
  guard use(&address, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0, listen(descriptor, 16) == 0 else {
    let code = errno
    close(descriptor)
    throw fail(words(code))
  }
  return descriptor
}

/// Removes the socket's name.
func removeSocket(_ path: String) { unlink(path) }

private enum Holder {
  case none, dead, alive, noSocket
}

/// Who has the path now.
private func holder(of path: String, _ address: inout sockaddr_un) -> Holder {
  var status = stat()
  guard lstat(path, &status) == 0 else { return .none }
  guard status.st_mode & S_IFMT == S_IFSOCK else { return .noSocket }
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  defer { close(descriptor) }
  // A live one accepts, or has a full backlog (EAGAIN); one whose server has died refuses.
  return use(&address) { connect(descriptor, $0, $1) } != 0 && errno == ECONNREFUSED ? .dead : .alive
}

private func unixAddress(_ path: String) -> sockaddr_un? {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  // The last byte stays zero.
  guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
    return nil
  }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return address
}

private func use(_ address: inout sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  // Safety: a Unix address is a socket address; the call gets its true length.
  withUnsafePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

private func words(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
