import Glibc

/// Standard output, gathered into large writes. A reader that has gone (`waymark decode … | head`) ends the program
/// quietly, as it does for other tools: SIGPIPE keeps its default.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private let limit = 1 << 16

  mutating func write(_ text: some StringProtocol) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= limit { flush() }
  }

  mutating func flush() {
    writeAll(buffer, to: 1)
    buffer.removeAll(keepingCapacity: true)
  }

  deinit { writeAll(buffer, to: 1) }
}

/// A line on standard error.
func complain(_ text: String) {
  writeAll(Array((text + "\n").utf8), to: 2)
}

/// Writes all bytes, however the kernel divides them. False, with `errno` set, when the descriptor takes no more.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
