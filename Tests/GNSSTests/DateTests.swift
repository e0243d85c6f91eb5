import GNSS
import Testing

private func gga(_ time: String) -> String {
  nmea("GPGGA,\(time),3458.7135,N,13551.8903,E,1,06,1.2,10.1,M,38.0,M,,0000")
}

private func rmc(_ time: String, _ date: String) -> String {
  nmea("GPRMC,\(time),A,3458.7135,N,13551.8903,E,0.50,0.0,\(date),,,A")
}

private func times(_ text: String..., options: DecoderOptions = DecoderOptions()) -> [String?] {
  fixes(text.joined(), options: options).map { $0.time?.iso8601 }
}

private func options(clock: String) -> DecoderOptions {
  var options = DecoderOptions()
  options.hostClock = UTCInstant(iso8601: clock)
  return options
}

@Suite("Dates")
struct DateTests {
  @Test(
    "GGA before RMC at midnight has the new date, at the end of a month and a year too",
    arguments: [
      ("301126", "011226", "2026-12-01T00:00:00.200Z"), ("311226", "010127", "2027-01-01T00:00:00.200Z"),
      ("280228", "290228", "2028-02-29T00:00:00.200Z"),
    ])
  func midnight(before: String, after: String, expected: String) {
    let found = times(
      gga("235959.800"), rmc("235959.800", before), gga("000000.200"), rmc("000000.200", after), gga("000000.400"),
      rmc("000000.400", after))
    #expect(found.count == 3 && found[1] == expected)
  }

  @Test("without its RMC, an epoch carries the date on over midnight, and a late one back")
  func carried() {
    #expect(
      times(rmc("235959", "301126"), gga("000000"), gga("000001")) == [
        "2026-11-30T23:59:59.000Z", "2026-12-01T00:00:00.000Z", "2026-12-01T00:00:01.000Z",
      ])
    #expect(
      times(rmc("000000", "011226"), gga("235959")) == ["2026-12-01T00:00:00.000Z", "2026-11-30T23:59:59.000Z"])
  }

  @Test("a leap second is the instant of the midnight behind it")
  func leapSecond() {
    #expect(
      times(rmc("235959", "311216"), rmc("235960", "311216"), rmc("000000", "010117")) == [
        "2016-12-31T23:59:59.000Z", "2017-01-01T00:00:00.000Z", "2017-01-01T00:00:00.000Z",
      ])
  }

  @Test("two digits of a year are of this century up to 79; zeros are no date")
  func twoDigits() {
    #expect(times(rmc("120000", "010179")) == ["2079-01-01T12:00:00.000Z"])
    #expect(times(rmc("120000", "220899")) == ["1999-08-22T12:00:00.000Z"])
    #expect(times(rmc("120000", "000000")) == [nil])
    #expect(statistics(rmc("120000", "000000")).refused == 0)
  }

  @Test("an RMC that lost its middle does not spoil the date")
  func shortened() {
    #expect(
      times(rmc("181535", "301126"), nmea("GPRMC,181536.000,A,3458.79K,D"), gga("181536")) == [
        "2026-11-30T18:15:35.000Z", "2026-11-30T18:15:36.000Z",
      ])
  }

  @Test("a receiver without fix, or with the filler 0/0, does not date later fixes")
  func unsetClock() {
    for filler in ["V,,,,,,,060180,,,N", "A,0.000,N,0.000,E,0.0,0.0,050505,0.0,E"] {
      #expect(times(nmea("GPRMC,120000,\(filler)"), gga("120001")) == [nil])
    }
  }

  @Test(
    "dates before the floor are repaired by whole 1,024 weeks, ones too far after it are not believed",
    arguments: [
      ("160407", "2026-11-30T12:00:00.000Z", .dateCorrected), ("310887", "2026-11-30T12:00:00.000Z", .dateCorrected),
      ("011026", "2026-10-01T12:00:00.000Z", []), ("300926", "2046-05-16T12:00:00.000Z", .dateCorrected),
      ("160546", "2046-05-16T12:00:00.000Z", []), ("170546", nil, .undated),
    ] as [(String, String?, FixFlags)])
  func rollover(date: String, expected: String?, flags: FixFlags) {
    let judge = DateJudge(notBefore: UTCInstant(iso8601: "2026-10-01"))
    let found = fixes(rmc("120000", date)).map(judge.judged)
    #expect(found.map { $0.time?.iso8601 } == [expected])
    #expect(found.map(\.flags) == [flags])
  }

  @Test("a date that is carried on is judged like one that was sent")
  func correctedCarried() {
    let judge = DateJudge(notBefore: UTCInstant(iso8601: "2026-10-01"))
    let found = fixes(rmc("120000", "160407"), gga("120001")).map(judge.judged)
    #expect(found.map(\.flags) == [.dateCorrected, .dateCorrected])
  }

  @Test(
    "a receiver that never sends a date takes the day nearest to the host's clock",
    arguments: [
      ("2026-11-30T12:00:00Z", "101500", "2026-11-30T10:15:00.000Z"),
      ("2026-11-30T23:59:58Z", "000001", "2026-12-01T00:00:01.000Z"),
      ("2026-12-01T00:00:02Z", "235959", "2026-11-30T23:59:59.000Z"),
    ])
  func hostClock(clock: String, time: String, expected: String) {
    #expect(times(gga(time), options: options(clock: clock)) == [expected])
    #expect(times(gga(time)) == [nil])
  }

  @Test("a date of the receiver's own outweighs the host's clock")
  func hostClockYields() {
    #expect(times(rmc("101500", "150326"), options: options(clock: "2026-11-30")) == ["2026-03-15T10:15:00.000Z"])
  }

  @Test("the judge treats fixes of any source alike")
  func judge() {
    let judge = DateJudge(notBefore: UTCInstant(iso8601: "2026-10-01"))
    var fix = Fix()
    #expect(judge.judged(fix).flags == .undated)
    fix.time = UTCInstant(iso8601: "2007-04-16T20:28:27.500Z")
    #expect(judge.judged(fix).time?.iso8601 == "2026-11-30T20:28:27.500Z")
    #expect(judge.judged(fix).flags == .dateCorrected)
    fix.time = UTCInstant(iso8601: "2099-01-01")
    #expect(judge.judged(fix).time == nil)
    #expect(judge.judged(fix).flags == .undated)
    #expect(DateJudge(notBefore: nil).judged(fix) == fix)
  }
}
