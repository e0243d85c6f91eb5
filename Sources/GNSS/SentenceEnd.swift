/// Where a sentence ends, and whether it is whole.
struct SentenceEnd {
  enum Verdict {
    case good
    case refused(Refusal)
    case incomplete
  }

  let verdict: Verdict
  /// The place of the `*`, or of the line end.
  let end: Int
  /// Where to go on.
  let next: Int

  /// Reads from behind the `$` at `start` to the checksum, which it verifies.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int, allowsMissingChecksum: Bool) {
    var sum: UInt64 = 0
    var at = start
    // What may stand in a field lies above `*`, but for a few characters of text.
    while true {
      at &+= Octets.run(bytes, from: at, notBelow: UInt8(ascii: "*") + 1, &sum)
      guard at &- start <= SentenceFramer.longest else {
        self.init(.refused(.tooLong), end: at, next: start)
        return
      }
      guard at < bytes.count else {
        self.init(.incomplete, end: at, next: start)
        return
      }
      let byte = bytes[at]
      guard byte &- 0x20 < 10, byte != UInt8(ascii: "$"), byte != UInt8(ascii: "!") else { break }
      sum ^= UInt64(byte)
      at &+= 1
    }
    switch bytes[at] {
    case UInt8(ascii: "*"):
      self.init(checking: Octets.fold(sum), bytes, star: at)
    case 0x0A, 0x0D:
      self.init(allowsMissingChecksum ? .good : .refused(.missingChecksum), end: at, next: at)
    case UInt8(ascii: "$"), UInt8(ascii: "!"):
      self.init(.refused(.cut), end: at, next: at)
    default:
      self.init(.refused(.character), end: at, next: at)
    }
  }

  private init(checking sum: UInt8, _ bytes: UnsafeRawBufferPointer, star: Int) {
    guard star &+ 2 < bytes.count else {
      self.init(.incomplete, end: star, next: star)
      return
    }
    guard let high = Self.hexadecimal(bytes[star &+ 1]), let low = Self.hexadecimal(bytes[star &+ 2]) else {
      self.init(.refused(.malformedChecksum), end: star, next: star &+ 1)
      return
    }
    self.init(high << 4 | low == sum ? .good : .refused(.wrongChecksum), end: star, next: star &+ 3)
  }

  private init(_ verdict: Verdict, end: Int, next: Int) {
    self.verdict = verdict
    self.end = end
    self.next = next
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    // Lower case is as good: the checksum is a number.
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
  }
}

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
