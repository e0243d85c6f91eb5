import EventLoop
import Glibc
import HAL

/// A pseudo-terminal, through termios: what a simulated receiver, socat or a Bluetooth bridge offers.
///
/// It is not marked exclusive: the mark stays on a pseudo-terminal after its reader has gone, for as long as the other
/// end lives, and would lock out the next reader.
final class TerminalPort: ByteStream {
  let descriptor: Int32
  private let path: String
  private var isOpen = true

  /// Opens the node that `path` stands for.
  init(node: String, path: String, baud: Int) throws(DeviceError) {
    let descriptor = Glibc.open(node, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    // The slave of a master that has just gone answers EIO: it will be absent in a moment.
    guard descriptor >= 0 else { throw SerialDevice.openingError(path, errno == EIO ? ENOENT : errno) }
    do throws(DeviceError) {
      try SerialDevice.lock(descriptor, path)
      try Self.makeRaw(descriptor, path, baud)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close() }

  private static func makeRaw(_ descriptor: Int32, _ path: String, _ baud: Int) throws(DeviceError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw SerialDevice.openingError(path, errno) }
    cfmakeraw(&settings)
    // Bytes come as fast as they are written; but who holds the other end can see the speed.
    if let speed = TerminalSpeed.code(baud) { cfsetspeed(&settings, speed) }
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { throw SerialDevice.openingError(path, errno) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DeviceError) -> Int {
    try check(Glibc.read(descriptor, buffer.baseAddress, buffer.count))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DeviceError) -> Int {
    try check(Glibc.write(descriptor, bytes.baseAddress, bytes.count))
  }

  private func check(_ count: Int) throws(DeviceError) -> Int {
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    throw SerialDevice.gone(path, errnoText(errno))
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    _ = Glibc.close(descriptor)
  }
}
