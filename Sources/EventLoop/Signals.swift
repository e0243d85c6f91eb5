import CLinux
import Glibc

extension EventLoop {
  /// Delivers SIGTERM, SIGINT and SIGHUP to `handler` on the loop instead of ending the process. Call it before other
  /// threads are started, so that they inherit the mask.
  public func onSignal(_ handler: @escaping (Int32) -> Void) throws(SystemError) {
    let descriptor = try check("signalfd", waymark_signalfd())
    try watch(descriptor, for: .readable) { _ in
      while case let number = waymark_signalfd_read(descriptor), number > 0 { handler(number) }
    }
  }
}
