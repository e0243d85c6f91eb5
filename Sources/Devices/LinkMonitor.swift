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
      if waymark_link_came_up(descriptor) != 0 { cameUp() }
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
