/// The binary frames that receivers send between sentences. A frame is skipped by its own length only when its header
/// and its checksum hold: a frame that was cut short would otherwise swallow the sentences behind it.
enum BinaryFrame {
  /// What stands at a place in the stream.
  enum Finding {
    /// A whole frame of so many bytes.
    case frame(length: Int)
    /// Perhaps a frame; more bytes will tell.
    case incomplete
    /// No frame.
    case none
  }

  /// The longest frame that is waited for; the longest real one (UBX-RXM-RAWX with 90 signals) has 2,904 bytes.
  static let longest = 4_096

  /// Whether a frame may begin with this byte.
  static func mayBegin(with byte: UInt8) -> Bool {
    byte == 0xB5 || byte == 0xD3 || byte == 0xA0 || byte == 0xBA
  }

  /// Looks at the bytes from `start` on.
  static func examine(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Finding {
    let here = UnsafeRawBufferPointer(rebasing: bytes[start...])
    guard here.count >= 2 else { return .incomplete }
    switch (here[0], here[1]) {
    case (0xB5, 0x62): return examine(here, header: 6, trailer: 2, length: { little16($0, 4) }, holds: ubx)
    case (0xBA, 0xCE): return examine(here, header: 6, trailer: 4, length: { little16($0, 2) }, holds: casic)
    case (0xA0, 0xA1): return examine(here, header: 4, trailer: 3, length: { big16($0, 2) }, holds: skytraq)
    case (0xA0, 0xA2): return examine(here, header: 4, trailer: 4, length: { big16($0, 2) }, holds: sirf)
    case (0xD3, 0...3): return examine(here, header: 3, trailer: 3, length: { big16($0, 1) }, holds: rtcm3)
    default: return .none
    }
  }

  private static func examine(
    _ bytes: UnsafeRawBufferPointer, header: Int, trailer: Int, length: (UnsafeRawBufferPointer) -> Int,
    holds: (UnsafeRawBufferPointer) -> Bool
  ) -> Finding {
    guard bytes.count >= header else { return .incomplete }
    let total = header + length(bytes) + trailer
    guard total <= longest else { return .none }
    guard bytes.count >= total else { return .incomplete }
    return holds(UnsafeRawBufferPointer(rebasing: bytes[..<total])) ? .frame(length: total) : .none
  }

  private static func little16(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }

  private static func big16(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(bytes[at]) << 8 | Int(bytes[at + 1])
  }

  /// u-blox: B5 62 · class · id · length LE · payload · Fletcher checksum from the class on.
  private static func ubx(_ frame: UnsafeRawBufferPointer) -> Bool {
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in frame[2..<(frame.count - 2)] {
      a &+= byte
      b &+= a
    }
    return a == frame[frame.count - 2] && b == frame[frame.count - 1]
  }

  /// RTCM 3: D3 · six zero bits and ten of length · payload · CRC-24Q over all before it.
  private static func rtcm3(_ frame: UnsafeRawBufferPointer) -> Bool {
    var crc: UInt32 = 0
    for byte in frame.dropLast(3) {
      crc ^= UInt32(byte) << 16
      for _ in 0..<8 {
        crc <<= 1
        if crc & 0x100_0000 != 0 { crc ^= 0x186_4CFB }
      }
    }
    let sent = UInt32(big16(frame, frame.count - 3)) << 8 | UInt32(frame[frame.count - 1])
    return crc == sent
  }

  /// SiRF: A0 A2 · length BE · payload · 15-bit sum BE · B0 B3.
  private static func sirf(_ frame: UnsafeRawBufferPointer) -> Bool {
    let end = frame.count - 4
    var sum = 0
    for byte in frame[4..<end] { sum = (sum + Int(byte)) & 0x7FFF }
    return sum == big16(frame, end) && frame[end + 2] == 0xB0 && frame[end + 3] == 0xB3
  }

  /// SkyTraq: A0 A1 · length BE · payload · exclusive-or of the payload · 0D 0A.
  private static func skytraq(_ frame: UnsafeRawBufferPointer) -> Bool {
    let end = frame.count - 3
    var sum: UInt8 = 0
    for byte in frame[4..<end] { sum ^= byte }
    return sum == frame[end] && frame[end + 1] == 0x0D && frame[end + 2] == 0x0A
  }

  /// CASIC: BA CE · length LE · class · id · payload · 32-bit sum LE of id·class·length and the payload's words.
  private static func casic(_ frame: UnsafeRawBufferPointer) -> Bool {
    let end = frame.count - 4
    guard (end - 6) % 4 == 0 else { return false }
    var sum = UInt32(frame[5]) << 24 &+ UInt32(frame[4]) << 16 &+ UInt32(little16(frame, 2))
    for at in stride(from: 6, to: end, by: 4) {
      sum &+= UInt32(little16(frame, at)) | UInt32(little16(frame, at + 2)) << 16
    }
    return sum == UInt32(little16(frame, end)) | UInt32(little16(frame, end + 2)) << 16
  }
}
