import CLinux
public import EventLoop
import Glibc

/// Tells when the network may be there again: the kernel has been given an address or a route.
///
/// Everything here belongs to the loop's thread. Where a sandbox forbids netlink sockets nothing is told.
public final class LinkMonitor {
  private let loop: EventLoop
  private var descriptor: Int32

  /// Calls `cameUp` after each address or route that is added, until `stop`.
  public init(on loop: EventLoop, _ cameUp: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    descriptor = waymark_link_events()
    guard descriptor >= 0 else { return }
    try loop.watch(descriptor, for: .readable) { [descriptor] _ in
      if Self.read(descriptor) { cameUp() }
    }
  }

  /// Takes what waits there; gives whether an address or a route was added.
  private static func read(_ descriptor: Int32) -> Bool {
    var news = LinkNews()
    return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 4) { buffer in
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
          // Safety: the kernel has written so many bytes, at most as many as the buffer holds.
          news.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count < 0, errno == ENOBUFS {
          news.lost()
        } else if count == 0 || errno != EINTR {
          return news.cameUp
        }
      }
    }
  }

  /// Ends it.
  public func stop() {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    _ = close(descriptor)
    descriptor = -1
  }
}
