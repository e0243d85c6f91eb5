/// Eight bytes at a time.
enum Octets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// How many bytes from `start` on lie in `floor` to 7F; all of them are exclusive-or'ed into `sum`'s bytes.
  @inline(__always)
  static func run(_ bytes: UnsafeRawBufferPointer, from start: Int, notBelow floor: UInt8, _ sum: inout UInt64) -> Int {
    let floors = ones &* UInt64(floor)
    var at = start
    while at &+ 8 <= bytes.count {
      // Safety: eight bytes are there.
      let octet = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let hits = ((octet &- floors) & ~octet | octet) & highs
      if hits != 0 {
        let count = hits.trailingZeroBitCount >> 3
        sum ^= octet & ((1 << UInt64(count << 3)) &- 1)
        return at &+ count &- start
      }
      sum ^= octet
      at &+= 8
    }
    while at < bytes.count, bytes[at] >= floor, bytes[at] < 0x80 {
      sum ^= UInt64(bytes[at])
      at &+= 1
    }
    return at &- start
  }

  /// How many bytes from `start` on lie in `floor` to 7F.
  @inline(__always)
  static func run(_ bytes: UnsafeRawBufferPointer, from start: Int, notBelow floor: UInt8) -> Int {
    var sum: UInt64 = 0
    return run(bytes, from: start, notBelow: floor, &sum)
  }

  /// The exclusive-or of the eight bytes.
  @inline(__always)
  static func fold(_ sum: UInt64) -> UInt8 {
    let half = sum ^ sum >> 32
    let quarter = half ^ half >> 16
    return UInt8(truncatingIfNeeded: quarter ^ quarter >> 8)
  }
}
