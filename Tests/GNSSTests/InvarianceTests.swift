import FoundationEssentials
import GNSS
import TestSupport
import Testing

/// A stream with everything in it: cycles with a learned end, a fix lost, a cut, a merged, an injected, an overlong and a
/// damaged sentence, TAG blocks, AIS, frames whole, cut and feigned, garbage, all line ends.
private let motley: [UInt8] = {
  var bytes: [UInt8] = []
  for second in 10..<24 {
    let (time, end) = ("1015\(second).\(second % 4)0", ["\r\n", "\n", "\r", ""][second % 4])
    bytes += Array(nmea("GNRMC,\(time),A,4600.\(second),N,00831.5,E,3.2,90.0,301126,,,A,V", end: end).utf8)
    bytes += Array(nmea("GNVTG,90.0,T,,M,3.2,N,5.9,K,A", end: end).utf8)
    bytes += Array(nmea("GPGSV,1,1,02,02,25,181,42,06,45,146,45", end: end).utf8)
    bytes += Array(nmea("GNGGA,\(time),4600.\(second),N,00831.5,E,1,11,0.9,300,M,48.0,M,,", end: end).utf8)
    if second % 3 == 0 { bytes += Array(nmea("GNGST,\(time),1,1,1,1,3.0,4.0,5.0", end: end).utf8) }
    bytes += interruptions[(second - 10) % interruptions.count]
  }
  return bytes
}()

private let interruptions: [[UInt8]] = [
  Array("$GNGGA,101510,4600.1,N$$GN".utf8), [0xB5, 0x62, 0x01, 0x07, 0x20, 0x00, 0x24], [0xD3, 0x00, 0x13, 0x3E],
  Array("\\c:1796056171*45\\!AIVDM,1,1,,B,15N4cJ`005Jrek0H@9n`DW5608EP,0*13\r\n".utf8), [0xB5, 0xB5, 0x62, 0xA0, 0xA1],
  Array(("$GPGGA," + String(repeating: "5", count: 1_200)).utf8), Array("$GNRMC,,V,,,,,,,,,,N*4D\r\n".utf8),
  [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38], Array("$GPRMC,101520.0,A,46\u{7}00.0,N*00".utf8),
  [0, 255, 128, 36],
  Array("garbage * and , more\r\n".utf8), Array("$GPGLL,4600.0,N,00831.5,E,101519,A*7".utf8),
]

/// Numbers that look random and are the same each time.
private struct Sequence: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

private func decodeInRandomPieces(_ bytes: [UInt8], upTo longest: Int, seed: UInt64) -> [Fix] {
  var random = Sequence(state: seed)
  var decoder = NMEADecoder()
  var fixes: [Fix] = []
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...longest, using: &random))
      decoder.decode(UnsafeRawBufferPointer(rebasing: piece)) { fixes.append($0) }
      rest = rest.dropFirst(piece.count)
    }
  }
  decoder.finish { fixes.append($0) }
  return fixes
}

private let captures: [URL] = {
  guard let folder = TestFiles.sharedGround?.appending(path: "corpus") else { return [] }
  return ["gpsd", "other"].flatMap { name in
    let folder = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".log") || $0.hasSuffix(".nmea") || $0.hasSuffix(".ubx") }.sorted()
      .map { folder.appending(path: $0) }
  }
}()

@Suite("How the bytes are cut does not matter")
struct InvarianceTests {
  @Test("a motley stream gives the same fixes and counters in pieces of any size")
  func motleyStream() {
    let whole = epochs(motley)
    #expect(whole.fixes.filter { $0.coordinate != nil }.count == 14)
    #expect(whole.statistics.binaryFrames == 1)
    for pieces in Array(1...300) + [1_023, 1_024, 1_025, 4_095, 4_096, 4_097] {
      let found = epochs(motley, pieces: pieces)
      #expect(found.fixes == whole.fixes, "pieces of \(pieces)")
      #expect(found.statistics == whole.statistics, "pieces of \(pieces)")
    }
  }

  @Test("and in random pieces", arguments: 1...20)
  func randomPieces(seed: UInt64) {
    #expect(decodeInRandomPieces(motley, upTo: 200, seed: seed) == epochs(motley).fixes)
  }

  @Test("a stream cut off at any byte gives the beginning of what the whole one gives")
  func truncated() {
    let whole = epochs(motley).fixes
    for count in 0...motley.count where count % 7 == 0 {
      let found = epochs(Array(motley.prefix(count))).fixes.dropLast()
      #expect(found.elementsEqual(whole.prefix(found.count)))
    }
  }

  @Test("noise gives no fix and no trap", arguments: 1...20)
  func noise(seed: UInt64) {
    var random = Sequence(state: seed)
    let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(epochs(bytes).fixes.isEmpty)
    let text = (0..<20_000).map { _ in Array("$!*,.\r\n0123456789ABGPRMC\\".utf8).randomElement(using: &random) ?? 0 }
    #expect(epochs(text).fixes.isEmpty)
    #expect(epochs(text, pieces: 13).statistics == epochs(text).statistics)
  }

  @Test(
    "a sentence with one byte changed is refused or the same",
    arguments: [nmea("GNRMC,101510.00,A,4600.0,N,00831.5,E,3.2,90.0,301126,,,A,V")])
  func oneByte(sentence: String) {
    let bytes = Array(sentence.utf8)
    let whole = epochs(bytes).fixes
    for at in bytes.indices {
      for value in UInt8.min...UInt8.max where value != bytes[at] {
        var changed = bytes
        changed[at] = value
        let found = epochs(changed).fixes
        #expect(found.isEmpty || found == whole)
      }
    }
  }

  @Test(
    "real captures give the same in pieces of 1, 61 and 1,000 bytes",
    .enabled(if: !captures.isEmpty, "there are no captures beside this checkout"), arguments: captures)
  func realCaptures(capture: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: capture))
    let whole = epochs(bytes)
    for pieces in [1, 61, 1_000] {
      let found = epochs(bytes, pieces: pieces)
      #expect(found.fixes == whole.fixes)
      #expect(found.statistics == whole.statistics)
    }
    #expect(decodeInRandomPieces(bytes, upTo: 5_000, seed: 1) == whole.fixes)
  }
}
