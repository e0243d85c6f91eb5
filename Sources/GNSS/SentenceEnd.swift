/// Where a sentence ends, and whether it is whole.
struct SentenceEnd {
  /// The longest sentence, from behind the `$` to before the `*`. NMEA's own 82 are exceeded by real receivers (205 by an
  /// MTK 3301).
  static let longest = 1_024

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
      guard at &- start <= Self.longest else {
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
