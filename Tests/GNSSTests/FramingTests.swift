import GNSS
import Testing

private let rmc = "GNRMC,115740.20,A,4312.00495,N,01655.00791,E,3.214,201.10,301126,4.1,E,R,V"

@Suite("Framing")
struct FramingTests {
  @Test(
    "a sentence is whole with its checksum, whatever follows",
    arguments: ["\r\n", "\n", "\r", "", " trailing", "\u{0}"])
  func lineEnds(end: String) {
    #expect(fixes(nmea(rmc, end: end), nmea("GPGLL,4312.0,N,01655.0,E,115741,A", end: end)).count == 2)
  }

  @Test("the checksum is a number, not letters")
  func lowerCase() {
    let body = "GPRMC,070001.00,A,3351.5000,S,15112.6000,E,0.10,,301126,,,A"
    #expect(fixes("$\(body)*\(checksum(body).lowercased())\r\n").count == 1)
  }

  // Outside the macro: Swift 6.0.3's compiler crashes on interpolation in its arguments.
  private static let damaged: [(String, Refusal)] = [
    ("$\(rmc)\r\n", .missingChecksum), ("$\(rmc)*\r\n", .malformedChecksum), ("$\(rmc)*1\r\n", .malformedChecksum),
    ("$\(rmc)*G1\r\n", .malformedChecksum), ("$\(rmc)*00\r\n", .wrongChecksum), ("$\(rmc)", .cut),
    ("$\(rmc)*4", .malformedChecksum),
    ("$\(rmc)\u{7}*00\r\n", .character), ("$GPRMC," + String(repeating: "5", count: 1_100) + "\r\n", .tooLong),
  ]

  @Test("each form of a missing or damaged checksum has its reason", arguments: damaged)
  func refusals(text: String, reason: Refusal) {
    let found = epochs(Array((text + nmea("GPGLL,4312.0,N,01655.0,E,115741,A")).utf8))
    // The sentence behind it must not suffer, nor the count depend on it.
    #expect(found.fixes.map(\.timeOfDayMilliseconds) == [43_061_000])
    #expect(found.statistics.refused(reason) == 1)
    #expect(found.statistics.refused == 1)
  }

  @Test("sentences without checksum are taken when that is asked for")
  func lenient() {
    var options = DecoderOptions()
    options.allowMissingChecksum = true
    #expect(fixes("$\(rmc)\r\n", options: options).count == 1)
    #expect(fixes("$\(rmc)*00\r\n", options: options).isEmpty)
  }

  @Test("a sentence of 1,024 characters is read, one of 1,025 is not")
  func longest() {
    let padding = String(repeating: "0", count: 1_024 - rmc.utf8.count - 1)
    #expect(statistics(nmea(rmc + "," + padding)).good == 1)
    #expect(statistics(nmea(rmc + "," + padding + "0")).refused(.tooLong) == 1)
  }

  @Test("TAG blocks, AIS and unknown sentences are no errors")
  func neighbours() {
    let text =
      "\\s:serial,c:1796056169*38\\" + nmea(rmc)
      + "\\g:1-2-73874*5D\\!AIVDM,1,1,,B,15N4cJ`005Jrek0H@9n`DW5608EP,0*13\r\n"
      + nmea("PSTI,030,115741.000,A,3905.2865764,N") + nmea("GPTXT,01,01,02,u-blox")
    #expect(fixes(text).count == 1)
    #expect(statistics(text).refused == 0)
    #expect(statistics(text).unused == 3)
  }

  @Test(
    "any talker will do", arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "GQ", "GI", "II", "IN", "YD", "EC", "Q1"])
  func talkers(talker: String) {
    #expect(fixes(nmea(talker + rmc.dropFirst(2))).count == 1)
  }
}

@Suite("Binary frames between sentences")
struct BinaryFrameTests {
  private static let payload =
    Array("\r\n$!~$GPGGA,\u{1}".utf8) + Array(200...229) + Array(nmea("GPGLL,1000.0,N,01000.0,E,115739,A").utf8)

  private static func fletcher(_ bytes: [UInt8]) -> [UInt8] {
    bytes.reduce(into: [0, 0]) { sums, byte in
      sums[0] &+= byte
      sums[1] &+= sums[0]
    }
  }

  private static func crc24(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let top = crc >> 23 & 1 ^ UInt32(byte >> UInt8(bit) & 1)
        crc = crc << 1 & 0xFF_FFFF ^ (top == 1 ? 0x86_4CFB : 0)
      }
    }
    return [UInt8(crc >> 16), UInt8(crc >> 8 & 0xFF), UInt8(crc & 0xFF)]
  }

  /// One frame of each protocol around the payload, which holds a whole sentence.
  static let frames: [(String, [UInt8])] = {
    let count = payload.count
    let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
    let ubx = [0x01, 0x07, low, high] + payload
    let rtcm = [0xD3, high, low] + payload
    let sum = payload.reduce(0) { ($0 + Int($1)) & 0x7FFF }
    let padded = payload + [UInt8](repeating: 0, count: (4 - count % 4) % 4)
    var words = UInt32(1) << 24 &+ UInt32(2) << 16 &+ UInt32(padded.count)
    for at in stride(from: 0, to: padded.count, by: 4) {
      words &+= (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[at + $1]) << UInt32(8 * $1) }
    }
    let casic: [UInt8] =
      [0xBA, 0xCE, UInt8(padded.count & 0xFF), UInt8(padded.count >> 8), 2, 1] + padded
      + (0..<4).map { UInt8(words >> UInt32(8 * $0) & 0xFF) }
    return [
      ("UBX", [0xB5, 0x62] + ubx + fletcher(ubx)), ("RTCM 3", rtcm + crc24(rtcm)),
      ("SiRF", [0xA0, 0xA2, high, low] + payload + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0xB0, 0xB3]),
      ("SkyTraq", [0xA0, 0xA1, high, low] + payload + [payload.reduce(0, ^), 0x0D, 0x0A]), ("CASIC", casic),
    ]
  }()

  @Test("a whole frame is skipped, with the sentence inside it", arguments: frames)
  func whole(name: String, frame: [UInt8]) {
    let found = epochs(Array(nmea(rmc).utf8) + frame + Array(nmea("GPGLL,4312.0,N,01655.0,E,115741,A").utf8))
    #expect(found.fixes.map(\.timeOfDayMilliseconds) == [43_060_200, 43_061_000])
    #expect(found.statistics.binaryFrames == 1)
    #expect(found.statistics.refused == 0)
    #expect(found.statistics.skippedBytes == 0)
  }

  @Test("a frame that is cut short swallows nothing, wherever it is cut", arguments: frames)
  func cut(name: String, frame: [UInt8]) {
    for length in 1..<30 {
      let found = epochs(
        Array(nmea(rmc).utf8) + frame.prefix(length) + Array(nmea("GPGLL,4312.0,N,01655.0,E,115741,A").utf8))
      #expect(found.fixes.map(\.timeOfDayMilliseconds) == [43_060_200, 43_061_000])
      #expect(found.statistics.binaryFrames == 0)
    }
  }

  @Test("a frame with a damaged byte is no frame: the sentence inside comes out", arguments: frames)
  func damaged(name: String, frame: [UInt8]) {
    var frame = frame
    frame[20] ^= 0x40
    let found = epochs(frame + Array(nmea(rmc).utf8))
    #expect(found.fixes.map(\.timeOfDayMilliseconds) == [43_059_000, 43_060_200])
  }

  @Test("a header alone holds sentences back only until the receiver pauses")
  func pause() {
    var decoder = NMEADecoder()
    var count = 0
    let bytes = [0xB5, 0x62, 0x01, 0x07, 0x00, 0x08] + Array(nmea(rmc).utf8)
    bytes.withUnsafeBytes { decoder.decode($0) { _ in count += 1 } }
    #expect(count == 0)
    decoder.quiet { _ in count += 1 }
    #expect(count == 1)
  }
}
