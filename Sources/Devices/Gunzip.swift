import CZlib

/// Unpacks gzip, piece by piece. Members that follow each other are one stream, as `cat a.gz b.gz` makes it.
final class Gunzip {
  /// What the packed bytes turned out to be.
  enum Failure: Error {
    case damaged
    case cutShort
    case outOfMemory
  }

  /// Whether a stream that begins with these bytes is gzip.
  static func isMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  // Safety: allocated and zeroed in init, as zlib expects; zlib's own memory is freed in deinit. It must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  // Safety: allocated in init, freed in deinit; lent to zlib and the caller for one call each.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var isBetweenMembers = true

  init() throws(Failure) {
    stream = UnsafeMutablePointer.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard waymark_gunzip_init(stream) == Z_OK else { throw .outOfMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Takes packed bytes; lends what they unpack to, cut anywhere.
  func take(_ packed: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    // Safety: zlib reads from `packed` until it returns, and never writes there.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: packed.count)
    repeat {
      if isBetweenMembers {
        guard stream.pointee.avail_in > 0 else { return }
        inflateReset(stream)
        isBetweenMembers = false
      }
      stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(clamping: buffer.count)
      let result = inflate(stream, Z_NO_FLUSH)
      let count = buffer.count - Int(stream.pointee.avail_out)
      if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      switch result {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK, Z_BUF_ERROR: break
      case Z_MEM_ERROR: throw .outOfMemory
      default: throw .damaged
      }
      // A full buffer may hide more.
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
  }

  /// The packed bytes are over.
  func finish() throws(Failure) {
    if !isBetweenMembers { throw .cutShort }
  }
}
