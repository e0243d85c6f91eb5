import EventLoop
import Glibc

/// A small text file whole, at most 1 MiB of it.
func readText(_ path: String) throws(CommandFailure) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw CommandFailure(.usage, "cannot read \(path): \(errnoText(errno))") }
  defer { close(descriptor) }
  let most = 1 << 20
  var bytes = [UInt8](repeating: 0, count: most + 1)
  var length = 0
  while length <= most {
    let count = bytes.withUnsafeMutableBytes { buffer in
      read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[length...]).baseAddress, buffer.count - length)
    }
    if count == 0 { break }
    guard count > 0 else { throw CommandFailure(.usage, "cannot read \(path): \(errnoText(errno))") }
    length += count
  }
  guard length <= most else { throw CommandFailure(.usage, "\(path) is larger than 1 MiB: not a configuration") }
  guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
    throw CommandFailure(.usage, "\(path) is no UTF-8 text")
  }
  return text
}
