/// A receiver as bytes: a UART, a USB serial device, a pseudo-terminal.
///
/// The loop waits on `descriptor`; reading and writing never block.
public protocol ByteStream: AnyObject {
  /// What the loop waits on.
  var descriptor: Int32 { get }
  /// Reads what has arrived, at most the buffer's size. Gives 0 when nothing waits, and at the end of the stream, which
  /// a terminal does not tell apart: a descriptor that was ready and gives 0 at once belongs to a device that went away.
  ///
  /// - Throws: `gone` when the kernel says so itself (EIO, ENXIO, ENODEV).
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DeviceError) -> Int
  /// Writes what fits now; gives how many bytes that were.
  func write(_ bytes: UnsafeRawBufferPointer) throws(DeviceError) -> Int
  /// Closes the device; the stream is not used afterwards.
  func close()
}
