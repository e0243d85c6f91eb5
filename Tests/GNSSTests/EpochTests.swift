import GNSS
import Testing

private func gga(_ time: String, talker: String = "GN", latitude: String = "4600.00000", altitude: String = "300.0")
  -> String
{
  nmea("\(talker)GGA,\(time),\(latitude),N,00831.50000,E,1,11,0.9,\(altitude),M,48.0,M,,")
}

private func rmc(_ time: String, _ knots: String = "10.0", date: String = "301126", latitude: String = "4600.00000")
  -> String
{
  nmea("GNRMC,\(time),A,\(latitude),N,00831.50000,E,\(knots),90.0,\(date),,,A,V")
}

private func gll(_ time: String) -> String { nmea("GNGLL,4600.00000,N,00831.50000,E,\(time),A,A") }

private let vtg = nmea("GNVTG,90.0,T,,M,12.0,N,22.2,K,A")

/// After how many of the sentences each fix came out, counted from one.
private func emissions(_ sentences: [String], quietAfter: Set<Int> = []) -> [Int] {
  var decoder = NMEADecoder()
  var out: [Int] = []
  for (index, sentence) in sentences.enumerated() {
    Array(sentence.utf8).withUnsafeBytes { decoder.decode($0) { _ in out.append(index + 1) } }
    if quietAfter.contains(index + 1) { decoder.quiet { _ in out.append(index + 1) } }
  }
  return out
}

@Suite("Epochs")
struct EpochTests {
  @Test("one fix an epoch, with all its fields, whatever the order of its sentences")
  func order() {
    for second in [
      [gga("101500"), rmc("101500")], [rmc("101500"), gga("101500")], [rmc("101500"), gga("101500"), vtg],
    ] {
      let found = fixes(second.joined())
      #expect(found.count == 1)
      #expect(found.first?.altitudeMSLMillimetres == 300_000)
      #expect(found.first?.speedMillimetresPerSecond == 5_144)
      #expect(found.first?.time?.iso8601 == "2026-11-30T10:15:00.000Z")
    }
  }

  @Test("GSA, GSV and the sentences of several talkers neither end nor repeat an epoch")
  func repetitions() {
    let gsa = nmea("GNGSA,A,3,17,02,,,,,,,,,,,1.48,0.76,1.27,1") + nmea("GNGSA,A,1,,,,,,,,,,,,,1.48,0.76,1.27,2")
    let second = gga("101500", talker: "GP") + gsa + gga("101500", talker: "GN", altitude: "999") + gsa + rmc("101500")
    let found = fixes(second, second.replacingTime())
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.mode == .threeD && $0.vdopThousandths == 1_270 })
    #expect(found.first?.altitudeMSLMillimetres == 300_000)
  }

  @Test("at 5 Hz a lost RMC leaves the speed of its fix unknown and all others right")
  func lostSentence() {
    let text = (0..<8).map { tenth in
      let time = "1020\(30 + tenth / 5).\(tenth % 5 * 2)0"
      return gga(time, altitude: "\(300 + tenth)") + (tenth == 5 ? "" : rmc(time, "\(30 + tenth)"))
    }
    let found = fixes(text.joined())
    #expect(found.count == 8)
    for (tenth, fix) in found.enumerated() {
      #expect(fix.altitudeMSLMillimetres == Int32(300_000 + 1_000 * tenth))
      #expect((fix.speedMillimetresPerSecond == nil) == (tenth == 5))
    }
    #expect(found.last?.speedMillimetresPerSecond == 19_034)
  }

  @Test("a position on another datum than WGS84 is none, until the receiver says that it is back")
  func datum() {
    let text = [
      gga("101500"), nmea("GPDTM,TOY,,0.19,N,0.20,W,0.0,W84"), gga("101501"), gga("101502"),
      nmea("GPDTM,W84,,0.0,N,0.0,E,0.0,W84"), gga("101503"), nmea("GPDTM,W84,C"), nmea("GPDTM,"), gga("101504"),
    ]
    let found = epochs(Array(text.joined().utf8))
    #expect(found.fixes.map { $0.coordinate != nil } == [true, false, false, true, true])
    #expect(found.fixes.map { $0.mode != .none } == [true, false, false, true, true])
    #expect(found.statistics.refused(.tooFewFields) == 1)
    #expect(found.statistics.otherDatum == 2)
  }

  @Test("a time tag that differs by a millisecond is another epoch")
  func milliseconds() {
    #expect(fixes(rmc("101500.000"), gga("101500.001"), gll("101500.002")).count == 3)
  }

  @Test("the more precise position is taken, both coordinates from one sentence")
  func precision() {
    let exact = nmea("GNGGA,101500,4600.1234567,N,00831.7654321,E,4,11,0.9,300.0,M,48.0,M,,")
    for text in [exact + rmc("101500"), rmc("101500") + exact] {
      #expect(fixes(text).first?.coordinate?.latitudeNanodegrees == 46_002_057_612)
      #expect(fixes(text).first?.coordinate?.longitudeNanodegrees == 8_529_423_868)
    }
  }

  @Test("a sentence that calls the position void outweighs one that does not; of several talkers the best counts")
  func contradictions() {
    let void = nmea("GPRMC,101500,V,4600.0,N,00831.5,E,,,301126,,,N")
    #expect(fixes(gga("101500"), void).isEmpty)
    #expect(fixes(nmea("GPGGA,101500,,,,,0,00,,,M,,M,,"), gga("101500"), rmc("101500")).count == 1)
    #expect(fixes(nmea("GPGGA,101500,4600.0,N,00831.5,E,8,08,1,1,M,1,M,,"), rmc("101500")).isEmpty)
  }

  @Test("receivers without RMC: GNS and ZDA, GGA and VTG, GLL and ZDA")
  func withoutRMC() throws {
    let zda = nmea("GNZDA,091501.00,30,11,2026,00,00")
    let gns = nmea("GNGNS,091501.00,4550.10000,N,00912.20000,E,AAANNN,14,0.8,121.4,47.2,,,V")
    let whole = try #require(fixes(zda, gns, vtg).first)
    #expect(whole.time?.iso8601 == "2026-11-30T09:15:01.000Z")
    #expect(whole.altitudeHAEMillimetres == 168_600)
    #expect(whole.speedMillimetresPerSecond == 6_173)
    #expect(fixes(gll("091501"), zda).first?.time?.iso8601 == "2026-11-30T09:15:01.000Z")
    let undated = try #require(fixes(gga("091501"), vtg).first)
    #expect(undated.time == nil && undated.flags == .undated && undated.speedMillimetresPerSecond == 6_173)
  }

  @Test("right behind RMC, VTG is newer; further on nobody knows whether it is of that epoch, and RMC counts")
  func newerVelocity() {
    #expect(fixes(rmc("101500"), vtg, gga("101500")).first?.speedMillimetresPerSecond == 6_173)
    #expect(fixes(vtg, rmc("101500"), gga("101500")).first?.speedMillimetresPerSecond == 5_144)
    let resting = nmea("GNVTG,,T,,M,0.0,N,0.0,K,A")
    let found = fixes(rmc("101500"), resting, gga("101500")).first
    #expect(found?.speedMillimetresPerSecond == 0 && found?.trackMillidegrees == 90_000)
  }

  @Test("a sentence without time that comes before any time belongs to nothing")
  func strayVTG() {
    #expect(fixes(vtg, gga("101500")).first?.speedMillimetresPerSecond == nil)
  }

  @Test("without a fix, epochs come out without position and speed, even when nothing but empty fields is sent")
  func noFix() {
    let empty =
      nmea("GNRMC,,V,,,,,,,,,,N") + nmea("GNVTG,,,,,,,,,N") + nmea("GNGGA,,,,,,0,00,99.99,,,,,,")
      + nmea("GNGLL,,,,,,V,N")
    let found = epochs(Array((empty + empty + nmea("GNRMC,101530.00,V,,,,,,,301126,,,N")).utf8))
    #expect(found.fixes.count == 3)
    #expect(found.fixes.allSatisfy { $0.mode == .none && $0.coordinate == nil && $0.hdopThousandths == nil })
    #expect(found.fixes.last?.time?.iso8601 == "2026-11-30T10:15:30.000Z")
    #expect(found.statistics.refused == 0)
  }
}

@Suite("When a fix comes out")
struct CycleEndTests {
  private func seconds(_ count: Int, _ second: (String) -> [String]) -> [String] {
    (0..<count).flatMap { second("1015\(10 + $0)") }
  }

  @Test("with its last sentence, once the cycle is known")
  func learned() {
    let out = emissions(seconds(8) { [gga($0), rmc($0), gll($0)] })
    #expect(out == [4, 7, 10, 12, 15, 18, 21, 24])
  }

  @Test("with the last of repeated sentences")
  func repeated() {
    let gsa = nmea("GNGSA,A,3,17,02,,,,,,,,,,,1.48,0.76,1.27,1")
    let out = emissions(seconds(6) { [rmc($0), gga($0), gsa, gsa] })
    #expect(out.suffix(2) == [20, 24])
  }

  @Test("a lost last sentence delays one fix only")
  func lost() {
    var sentences = seconds(9) { [gga($0), rmc($0)] }
    sentences[13] = "\r\n"
    #expect(emissions(sentences) == [3, 5, 7, 8, 10, 12, 15, 16, 18])
  }

  @Test("a sentence that comes only now and then is late once or twice; after that its epochs wait for the next")
  func occasional() {
    let text = (0..<40).map { second in
      let time = "10\(15 + second / 60)\(10 + second % 50)"
      return gga(time) + rmc(time) + (second % 4 == 3 ? nmea("GNGST,\(time),1,1,1,1,3.0,4.0,5.0") : "")
    }
    let found = epochs(Array(text.joined().utf8))
    #expect(found.fixes.count == 40)
    #expect(found.statistics.late <= 2)
    #expect(found.fixes.suffix(20).filter { $0.horizontalErrorMillimetres == 5_000 }.count == 5)
  }

  @Test("in a pause, and then not again")
  func quiet() {
    let out = emissions(seconds(2) { [gga($0), rmc($0)] }, quietAfter: [2, 4])
    #expect(out == [2, 4])
  }

  @Test("a pause need be waited for only while an epoch or the beginning of a frame is open")
  func awaitsQuiet() {
    var decoder = NMEADecoder()
    func awaits(after bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { decoder.decode($0) { _ in } }
      return decoder.awaitsQuiet
    }
    #expect(!awaits(after: Array(nmea("GPGSV,1,1,00").utf8)))
    #expect(
      seconds(5) { [gga($0), rmc($0)] }.map { awaits(after: Array($0.utf8)) }.suffix(4) == [true, false, true, false])
    #expect(!awaits(after: Array("$GNRMC,1015".utf8)))
    #expect(awaits(after: [0xB5, 0x62]))
    decoder.quiet { _ in }
    #expect(!awaits(after: []))
  }

  @Test("a pause inside the cycle splits one epoch and none after it")
  func pauseInside() {
    var decoder = NMEADecoder()
    var found: [Fix] = []
    for second in 10..<20 {
      for sentence in [gga("1015\(second)"), rmc("1015\(second)")] {
        Array(sentence.utf8).withUnsafeBytes { decoder.decode($0) { found.append($0) } }
        decoder.quiet { found.append($0) }
      }
    }
    decoder.finish { found.append($0) }
    #expect(found.count == 10)
    #expect(found.map { $0.speedMillimetresPerSecond != nil } == [false] + [Bool](repeating: true, count: 9))
    #expect(found.dropFirst().allSatisfy { $0.time != nil })
  }

  @Test("nothing joins what comes before the end of a stream with what comes after")
  func finish() {
    var decoder = NMEADecoder()
    var found: [Fix] = []
    for text in [rmc("101510") + "$GNRMC,101511,A,46", "00.0,N,00831.5,E,,,301126,,,A*5F\r\n" + gga("101512")] {
      Array(text.utf8).withUnsafeBytes { decoder.decode($0) { found.append($0) } }
      decoder.finish { found.append($0) }
    }
    #expect(found.map(\.timeOfDayMilliseconds) == [36_910_000, 36_912_000])
    #expect(found.last?.time == nil)
  }
}

extension String {
  /// The same sentences one second later.
  fileprivate func replacingTime() -> String {
    split(separator: "\r\n").map { line in
      let body = line.dropFirst().prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
      return nmea(body.map { $0 == "101500" ? "101501" : String($0) }.joined(separator: ","))
    }.joined()
  }
}
