import EventLoop
import Glibc

/// How many times a device node is open, as inotify tells it: the only way to know whether a pseudo-terminal whose
/// other end one holds has a reader.
final class ReaderCount {
  private(set) var count = 0

  private let descriptor: Int32

  /// Counts from 0: whoever has the node open already is not seen.
  init(_ node: String) throws(SystemError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", errno) }
    let events = UInt32(IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)
    guard inotify_add_watch(descriptor, node, events) >= 0 else {
      let error = SystemError(call: "inotify_add_watch", errno)
      _ = close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// Calls `changed` on the loop after each change of `count`.
  func watch(on loop: EventLoop, _ changed: @escaping () -> Void) throws(SystemError) {
    try loop.watch(descriptor, for: .readable) { [self] _ in
      update()
      changed()
    }
  }

  func forget(on loop: EventLoop) { loop.forget(descriptor) }

  /// Takes what has happened up to now.
  func update() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      let length = read(descriptor, buffer.baseAddress, buffer.count)
      var offset = 0
      // Safety: the kernel writes whole events, each with its header; a watch on a single node gives no names.
      while offset + MemoryLayout<inotify_event>.size <= length {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        count += event.mask & UInt32(IN_OPEN) != 0 ? 1 : -1
        count = max(count, 0)
        offset += MemoryLayout<inotify_event>.size + Int(event.len)
      }
    }
  }
}
