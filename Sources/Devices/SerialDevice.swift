import EventLoop
import Glibc
public import HAL

/// Opens receivers' ports, whatever stands behind the name.
public enum SerialDevice {
  /// Opens the port: 8N1, raw, non-blocking, for this process alone.
  ///
  /// The name is resolved anew at each call, because the stable link of a receiver that is plugged in again points to
  /// another node. Pseudo-terminals have no UART that libserialport could ask.
  ///
  /// - Parameter path: a device's path, or `usb:VVVV:PPPP`.
  /// - Throws: a sentence that says what to do.
  public static func open(_ path: String, baud: Int) throws(DeviceError) -> any ByteStream {
    let node = try resolve(path)
    if node.hasPrefix("/dev/pts/") { return try TerminalPort(node: node, path: path, baud: baud) }
    return try SerialPort(node: node, path: path, baud: baud)
  }

  /// The device node behind links; libserialport takes nothing else.
  private static func resolve(_ path: String) throws(DeviceError) -> String {
    if path.hasPrefix(USBName.prefix) {
      guard let name = USBName(path) else {
        throw DeviceError(.unusable, "\(path) is no USB name; it looks like usb:1546:01a7 (lsusb)")
      }
      return try name.node()
    }
    guard let resolved = SystemFile.resolved(path) else { throw openingError(path, errno) }
    var status = stat()
    guard stat(resolved, &status) == 0 else { throw openingError(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFCHR: return resolved
    case S_IFDIR:
      throw DeviceError(.unusable, "\(path) is a directory, not a serial device; /dev/serial/by-id lists receivers")
    default:
      throw DeviceError(.unusable, "\(path) is a file, not a serial device; to read a capture, give its path alone")
    }
  }

  /// Why a node could not be opened.
  static func openingError(_ path: String, _ code: Int32) -> DeviceError {
    switch code {
    case ENOENT, ENOTDIR, ENXIO, ENODEV:
      DeviceError(
        .absent, "there is no device at \(path): plug the receiver in, or correct the path (ls /dev/serial/by-id)")
    case EACCES, EPERM: DeviceError(.permission, permissionSentence(path))
    case EBUSY, EWOULDBLOCK: DeviceError(.busy, busySentence(path))
    default: DeviceError(.unusable, "\(path) cannot be opened as a serial device: \(errnoText(code))")
    }
  }

  private static func busySentence(_ path: String) -> String {
    let node = SystemFile.resolved(path) ?? path
    guard let holder = PortHolder.of(node) else {
      return "\(path) is in use by another process: stop it (often gpsd, ModemManager or a serial console), "
        + "or read through gpsd://"
    }
    return "\(path) is in use by \(holder.name) (process \(holder.process)): \(holder.advice(for: node))"
  }

  private static func permissionSentence(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, let group = getgrgid(status.st_gid)?.pointee.gr_name else {
      return "\(path) may not be opened by this user: give it a group by a udev rule, or run as another user"
    }
    let name = String(cString: group)
    let user = getpwuid(geteuid())?.pointee.pw_name.map { String(cString: $0) } ?? "$USER"
    return "\(path) belongs to the group \(name): run `sudo usermod -aG \(name) \(user)`, then log in again"
  }

  /// Claims an open port. The lock is advisory, but holds against a second tracker even for root, who may open a port
  /// that is marked exclusive.
  static func lock(_ descriptor: Int32, _ path: String) throws(DeviceError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw openingError(path, errno) }
  }

  /// A device that went away while it was open.
  static func gone(_ path: String, _ reason: String) -> DeviceError {
    DeviceError(.gone, "the receiver at \(path) went away (\(reason)): check its plug and power")
  }
}
