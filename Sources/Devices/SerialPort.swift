import CLinux
import CSerialPort
import EventLoop
import Glibc
import HAL

/// A UART or USB serial device, through libserialport.
final class SerialPort: ByteStream {
  let descriptor: Int32
  private let path: String
  // Safety: made by sp_get_port_by_name in init, freed in close or, when init throws, there; used on one thread.
  private var port: OpaquePointer?

  /// Opens the node that `path` stands for.
  init(node: String, path: String, baud: Int) throws(DeviceError) {
    var port: OpaquePointer?
    guard sp_get_port_by_name(node, &port) == SP_OK else {
      throw DeviceError(.unusable, "\(path) is not a serial port; /dev/serial/by-id lists those of USB receivers")
    }
    do throws(DeviceError) {
      descriptor = try Self.open(port, path, baud)
    } catch {
      sp_close(port)
      sp_free_port(port)
      throw error
    }
    self.port = port
    self.path = path
  }

  deinit { close() }

  private static func open(_ port: OpaquePointer?, _ path: String, _ baud: Int) throws(DeviceError) -> Int32 {
    switch sp_open(port, SP_MODE_READ_WRITE) {
    case SP_OK: break
    case SP_ERR_FAIL: throw SerialDevice.openingError(path, sp_last_error_code())
    default: throw DeviceError(.unusable, "\(path) cannot be opened as a serial port: give the receiver's device")
    }
    var descriptor: Int32 = -1
    guard sp_get_port_handle(port, &descriptor) == SP_OK else {
      throw DeviceError(.unusable, "\(path) gives no descriptor: give the receiver's device")
    }
    try SerialDevice.lock(descriptor, path)
    // libserialport 0.1.1 does neither: a child process would keep the device's name busy after it was unplugged.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = waymark_tty_exclusive(descriptor)
    let settings = [
      sp_set_baudrate(port, Int32(clamping: baud)), sp_set_bits(port, 8), sp_set_parity(port, SP_PARITY_NONE),
      sp_set_stopbits(port, 1), sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE),
    ]
    guard settings.allSatisfy({ $0 == SP_OK }) else {
      throw DeviceError(.unusable, "\(path) does not take \(baud) baud, 8N1: choose another rate")
    }
    return descriptor
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DeviceError) -> Int {
    let count = sp_nonblocking_read(port, buffer.baseAddress, buffer.count).rawValue
    guard count >= 0 else { throw SerialDevice.gone(path, errnoText(sp_last_error_code())) }
    return Int(count)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DeviceError) -> Int {
    let count = sp_nonblocking_write(port, bytes.baseAddress, bytes.count).rawValue
    guard count >= 0 else { throw SerialDevice.gone(path, errnoText(sp_last_error_code())) }
    return Int(count)
  }

  func close() {
    guard let open = port else { return }
    port = nil
    sp_close(open)
    sp_free_port(open)
  }
}
