import CLinux
import EventLoop
import Glibc
import HAL

/// What a plugged-in simulated receiver is to the board: both ends of a pseudo-terminal, and the link to it. Its
/// reader's end is held open too, raw, so that readers may come and go: without that the last one to leave would hang
/// up the line. Letting it go is pulling the plug.
final class SimulatedPort {
  let name: String
  let master: Int32
  let readers: ReaderCount
  private let slave: Int32
  private var link: DeviceLink?

  /// Makes the pseudo-terminal, without its link.
  init() throws(DeviceError) {
    do throws(SystemError) {
      (name, master, slave) = try Self.open()
      readers = try ReaderCount(name)
    } catch {
      throw DeviceError(.unusable, "no pseudo-terminal can be made: \(error)")
    }
    // gpsd opens its devices after it has given up root's rights.
    chmod(name, 0o666)
  }

  private static func open() throws(SystemError) -> (String, Int32, Int32) {
    var bytes = [CChar](repeating: 0, count: 64)
    let master = waymark_pty_open(&bytes, Int32(bytes.count))
    guard master >= 0 else { throw SystemError(call: "posix_openpt", errno) }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let slave = Glibc.open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard slave >= 0 else {
      let error = SystemError(call: "open", errno)
      _ = close(master)
      throw error
    }
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(slave, TCSANOW, &settings)
    return (name, master, slave)
  }

  deinit {
    link?.remove()
    _ = close(master)
    _ = close(slave)
  }

  /// Gives it its stable name.
  func plugIn(_ path: String) throws(DeviceError) { link = try DeviceLink(path, to: name) }

  var hasUnreadBytes: Bool { waymark_unread_bytes(slave) > 0 }

  /// Writes what the kernel takes; gives how many bytes that were.
  func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    return max(0, write(master, bytes, bytes.count))
  }

  /// What its reader has sent.
  func requests() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = max(0, read(master, buffer.baseAddress, buffer.count))
    }
  }

  /// Whether the reader has set its end to this speed.
  func isSet(to baud: Int) -> Bool {
    var settings = termios()
    return tcgetattr(master, &settings) == 0 && cfgetospeed(&settings) == TerminalSpeed.code(baud)
  }
}
