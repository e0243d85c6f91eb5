import GNSS
import Testing

@testable import Devices

/// What gpsd's bytes, cut after the given places, give without any socket.
private func fixes(_ text: String, splitAt splits: [Int] = []) -> [Fix] {
  let parser = GPSDParser()
  var lines = LineBuffer(limit: 32_768)
  var epoch = GPSDEpochs()
  var fixes: [Fix] = []
  let bytes = Array(text.utf8)
  let edges = [0] + splits.filter { $0 < bytes.count } + [bytes.count]
  for (start, end) in zip(edges, edges.dropFirst()) {
    Array(bytes[start..<end]).withUnsafeBytes { piece in
      lines.append(piece) { line in
        let report = line.withUnsafeMutableBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap { parser.read($0) } }
        }
        switch report {
        case .position(let fix, let device)?: epoch.take(fix, of: device) { fixes.append($0) }
        case .sky(let sky, let device)?: epoch.take(sky, of: device)
        default: break
        }
      }
    }
  }
  epoch.finish { fixes.append($0) }
  return fixes
}

private func tpv(_ rest: String) -> String { #"{"class":"TPV","device":"/dev/gps0",\#(rest)}"# + "\r\n" }

@Suite("gpsd's reports")
struct GPSDReportTests {
  @Test("absent, null and nan fields stay unknown; unknown keys and other classes are passed over")
  func absentFields() throws {
    let found = fixes(
      #"{"class":"VERSION","release":"3.25","proto_major":3}"# + "\r\n" + tpv(#""mode":1"#)
        + tpv(#""mode":2,"time":"2026-11-30T09:00:02.000Z","lat":-43.5,"lon":172.6,"speed":1.25"#)
        + tpv(
          #""mode":3,"time":"2026-11-30T09:00:03.000Z","lat":-43.5,"lon":172.6,"altMSL":19.1,"newKey":{"a":[1,2]}"#)
        + tpv(#""mode":3,"time":"2026-11-30T09:00:04.000Z","lat":null,"lon":null,"speed":null"#)
        + tpv(#""mode":3,"time":"2026-11-30T09:00:05.000Z","lat":nan,"lon":nan,"epx":nan"#)
        + tpv(#""mode":3,"time":"2026-11-30T09:00:07.000Z","lat":-43.5,"lon":172.6,"alt":19.4,"climb":0,"speed":0"#)
    ).filter { $0.coordinate != nil }
    #expect(found.map(\.time?.date.day) == [30, 30, 30])
    #expect(found.map { ($0.timeOfDayMilliseconds ?? 0) / 1_000 % 60 } == [2, 3, 7])
    #expect(found.map(\.mode) == [.twoD, .threeD, .threeD])
    #expect(found.map(\.speedMillimetresPerSecond) == [1_250, nil, 0])
    #expect(found.map(\.altitudeMSLMillimetres) == [nil, 19_100, 19_400])
    #expect(found.allSatisfy { $0.trackMillidegrees == nil && $0.horizontalErrorMillimetres == nil })
  }

  @Test("are the same however the reads fall, with a sky of many satellites between them")
  func splitReads() {
    let satellites = (1...48).map { #"{"PRN":\#($0),"az":\#($0 * 7).0,"el":30.0,"ss":41.0,"used":\#($0 % 2 == 0)}"# }
    let sky = #"{"class":"SKY","hdop":0.7,"uSat":24,"satellites":[\#(satellites.joined(separator: ","))]}"# + "\r\n"
    let before = tpv(#""mode":3,"time":"2026-11-30T09:10:00.000Z","lat":35.6,"lon":139.7,"speed":13.9,"altMSL":40.2"#)
    let after = tpv(#""mode":3,"time":"2026-11-30T09:10:01.000Z","lat":35.7,"lon":139.8,"speed":13.9,"altMSL":40.3"#)
    let text = before + sky + after
    let whole = fixes(text)
    #expect(sky.utf8.count > 2_500)
    #expect(whole.map(\.satellitesUsed) == [nil, 24])
    #expect(whole.map(\.hdopThousandths) == [nil, 700])
    let lineEnd = before.utf8.count - 1
    for splits in [[5], [lineEnd], [lineEnd + 1], [lineEnd + 1_448], [5, lineEnd + 1_448], Array(1..<text.utf8.count)] {
      #expect(fixes(text, splitAt: splits) == whole, "split at \(splits.prefix(3))")
    }
  }

  @Test(
    "that have no usable position give an epoch without one",
    arguments: [
      #""mode":1,"time":"2026-11-30T09:00:00.000Z","lat":1.5,"lon":2.5"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","lat":0.0,"lon":0.0"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","lat":91.0,"lon":0.0"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","lat":1e400,"lon":1.0"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","lat":1.5"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","status":7,"lat":1.5,"lon":2.5"#,
      #""mode":3,"time":"2026-11-30T09:00:00.000Z","status":8,"lat":1.5,"lon":2.5"#,
    ])
  func noPosition(report: String) {
    let found = fixes(tpv(report))
    #expect(found.count == 1)
    #expect(found.first?.coordinate == nil && found.first?.mode == FixMode.none)
  }

  @Test("keep their numbers: units, errors, status, equator and Greenwich")
  func numbers() throws {
    let time = #""time":"2026-11-30T23:59:59.995Z""#
    let sky =
      #"{"class":"SKY","device":"/dev/gps0","hdop":0.94,"uSat":1,"vdop":1.2,"pdop":1.5,"satellites":[{"PRN":5,"used":true},{"PRN":6}]}"#
    let found = fixes(
      sky + "\n"
        + tpv(
          #""mode":3,\#(time),"status":5,"lat":0.0,"lon":-179.999999999,"altMSL":-1.25,"altHAE":30.0,"geoidSep":31.25,"#
            + #""speed":0.514,"track":360.0,"eph":3.9421,"epv":5.9"#))
    let fix = try #require(found.first)
    #expect(fix.coordinate == Coordinate(latitudeNanodegrees: 0, longitudeNanodegrees: -179_999_999_999))
    #expect(fix.timeOfDayMilliseconds == 86_399_995)
    #expect(fix.altitudeMSLMillimetres == -1250 && fix.altitudeHAEMillimetres == 30_000)
    #expect(fix.geoidSeparationMillimetres == 31_250)
    #expect(fix.speedMillimetresPerSecond == 514 && fix.trackMillidegrees == 0)
    #expect(fix.horizontalErrorMillimetres == 3942 && fix.verticalErrorMillimetres == 5900)
    #expect(fix.status == 5 && fix.flags == .estimated)
    #expect(fix.hdopThousandths == 940 && fix.vdopThousandths == 1200 && fix.pdopThousandths == 1500)
    #expect(fix.satellitesUsed == 1)
  }

  @Test("an unreadable time makes a report undated, and its position is kept back")
  func undated() {
    for time in ["", #""time":"yesterday","#, #""time":null,"#] {
      let found = fixes(tpv(#"\#(time)"mode":3,"lat":1.5,"lon":2.5,"speed":1.0"#))
      #expect(found.count == 1)
      #expect(found.first?.coordinate == nil && found.first?.time == nil)
    }
  }

  @Test("of two receivers never become one fix, and each keeps its own sky")
  func twoReceivers() {
    func report(_ device: Int, _ rest: String) -> String {
      #"{"class":"TPV","device":"/dev/gps\#(device)","time":"2026-11-30T12:00:00.000Z",\#(rest)}"# + "\n"
    }
    let sky = #"{"class":"SKY","device":"/dev/gps1","hdop":0.7,"uSat":1,"satellites":[{"PRN":5,"used":true}]}"# + "\n"
    let found = fixes(
      report(0, #""mode":2,"lat":1.0,"lon":2.0"#) + sky + report(1, #""mode":3,"lat":5.0,"lon":6.0,"speed":1.0"#)
        + report(0, #""mode":3,"lat":1.0,"lon":2.0,"altMSL":9.0,"speed":3.0"#))
    #expect(found.map { $0.coordinate?.latitude } == [5, 1])
    #expect(found.map(\.speedMillimetresPerSecond) == [1000, 3000])
    #expect(found.map(\.hdopThousandths) == [700, nil])
  }

  @Test("of endlessly many receivers are held for a few only, and none is lost")
  func manyReceivers() {
    let text = (0..<100).map { device in
      #"{"class":"TPV","device":"/dev/gps\#(device)","mode":2,"time":"2026-11-30T12:00:00.000Z","lat":1.0,"lon":2.0}"#
        + "\n"
    }
    #expect(fixes(text.joined()).count == 100)
  }

  @Test("a line that is too long is dropped alone")
  func longLine() {
    var lines = LineBuffer(limit: 4)
    var found: [String] = []
    for piece in ["ab", "cd\nabcde\n", "xxxxxxxx", "xx\n\nef\ngh"] {
      Array(piece.utf8).withUnsafeBytes { bytes in
        lines.append(bytes) { found.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
      }
    }
    #expect(found == ["abcd", "", "ef"])
    #expect(lines.dropped == 2)
  }
}

@Suite("An epoch of gpsd")
struct GPSDEpochTests {
  private static func report(
    _ second: Int64?, _ mode: FixMode = .threeD, speed: Int32? = 1000, eph: Int32? = nil, alt: Int32? = nil
  ) -> Fix {
    var fix = Fix()
    fix.time = second.map { UTCInstant(millisecondsSince1970: $0 * 1000) }
    fix.mode = mode
    if mode != .none { fix.coordinate = Coordinate(latitudeNanodegrees: 1, longitudeNanodegrees: 2) }
    fix.speedMillimetresPerSecond = speed
    fix.horizontalErrorMillimetres = eph
    fix.altitudeMSLMillimetres = alt
    return fix
  }

  /// The seconds of what comes out after each report, and at the end.
  private func seconds(_ reports: [Fix]) -> [[Int64?]] {
    var epoch = GPSDEpoch()
    var story = reports.map { report in
      var out: [Int64?] = []
      epoch.take(report) { out.append($0.time.map { $0.millisecondsSince1970 / 1000 }) }
      return out
    }
    var last: [Int64?] = []
    epoch.finish { last.append($0.time.map { $0.millisecondsSince1970 / 1000 }) }
    story.append(last)
    return story
  }

  @Test(
    "comes out once, as soon as nothing better is to be expected",
    arguments: [
      // gpsd 3.22 once it knows the cycle: one complete report an epoch.
      ([report(1), report(2)], [[1], [2], []]),
      // The first epoch of a receiver that sends RMC, GGA, GSA.
      ([report(1, .twoD), report(1, eph: 4), report(1, eph: 4), report(2)], [[], [1], [], [2], []]),
      // GGA before RMC: the height comes without a speed.
      ([report(1, speed: nil), report(1), report(2)], [[], [1], [2], []]),
      // Two-dimensional all the time.
      ([report(1, .twoD), report(2, .twoD), report(2, .twoD)], [[], [1], [], [2]]),
      // What waits does not hold up the complete report of another time.
      ([report(1, .twoD), report(2)], [[], [1, 2], []]),
      // The receiver's clock is put right by years: a time that is past is no repeat.
      ([report(100), report(50), report(51)], [[100], [50], [51], []]),
      // No fix, then one.
      ([report(1, .none), report(1), report(1, .none)], [[], [1], [], []]),
    ])
  func once(reports: [Fix], expected: [[Int64?]]) {
    #expect(seconds(reports) == expected)
  }

  @Test("merges what its reports know")
  func merges() {
    var epoch = GPSDEpoch()
    var found: [Fix] = []
    epoch.take(Self.report(1, .threeD, speed: nil, eph: 5, alt: 100)) { found.append($0) }
    epoch.take(Self.report(1, .twoD, speed: 700)) { found.append($0) }
    #expect(found.map(\.mode) == [.threeD])
    #expect(found.first?.altitudeMSLMillimetres == 100 && found.first?.horizontalErrorMillimetres == 5)
    #expect(found.first?.speedMillimetresPerSecond == 700)
  }

  @Test("a position that is taken back in its epoch does not come out")
  func takenBack() {
    var epoch = GPSDEpoch()
    var found: [Fix] = []
    epoch.take(Self.report(1, .twoD)) { found.append($0) }
    epoch.take(Self.report(1, .none, speed: nil)) { found.append($0) }
    epoch.quiet { found.append($0) }
    #expect(found.map(\.coordinate) == [nil])
  }

  @Test("without a date comes out without its position, and never with the date before")
  func undated() {
    var epoch = GPSDEpoch()
    var found: [Fix] = []
    for report in [Self.report(1), Self.report(nil), Self.report(nil), Self.report(2)] {
      epoch.take(report) { found.append($0) }
    }
    #expect(found.map { $0.time?.millisecondsSince1970 } == [1000, nil, nil, 2000])
    #expect(found.map { $0.coordinate != nil } == [true, false, false, true])
    #expect(found.map(\.flags) == [[], .undated, .undated, []])
    #expect(epoch.undated == 2)
  }

  @Test("a sky report joins one fix, and none beyond a gap")
  func sky() {
    var epoch = GPSDEpoch()
    var found: [Int32?] = []
    epoch.take(GPSDSky(hdopThousandths: 900))
    epoch.take(Self.report(1)) { found.append($0.hdopThousandths) }
    epoch.take(Self.report(2)) { found.append($0.hdopThousandths) }
    epoch.take(GPSDSky(hdopThousandths: 800))
    epoch.finish { found.append($0.hdopThousandths) }
    epoch.take(Self.report(3)) { found.append($0.hdopThousandths) }
    #expect(found == [900, nil, nil])
  }
}
