import GNSS
import Testing

@Suite("Fields of sentences")
struct SentenceTests {
  @Test(
    "degrees, minutes and hemisphere make one signed number",
    arguments: [
      ("4807.038,N", "01131.000,E", 48_117_300_000, 11_516_666_667),
      ("4807.0381234,N", "01131.0004321,E", 48_117_302_057, 11_516_673_868),
      ("0512,S", "09015,E", -5_200_000_000, 90_250_000_000),
      ("4312.25,N", "107.5,W", 43_204_166_667, -1_125_000_000),
      ("7.5,N", "0.5,E", 125_000_000, 8_333_333),
      ("0000.0001,S", "00000.0001,W", -1_667, -1_667),
      ("0000.000,N", "00030.25,W", 0, -504_166_667),
      ("5128.676,N", "00000.000,W", 51_477_933_333, 0),
      ("9000.000,S", "18000.000,W", -90_000_000_000, -180_000_000_000),
      ("3905.28657638,N", "02710.44704130,E", 39_088_109_606, 27_174_117_355),
      ("3905.286576384999,N", "02710.447041305,E", 39_088_109_606, 27_174_117_355),
    ] as [(String, String, Int64, Int64)])
  func position(latitude: String, longitude: String, north: Int64, east: Int64) throws {
    let fix = try #require(fixes(nmea("GPRMC,120000,A,\(latitude),\(longitude),,,301126,,,A")).first)
    #expect(fix.coordinate == Coordinate(latitudeNanodegrees: north, longitudeNanodegrees: east))
  }

  @Test(
    "what is no position refuses the sentence, right checksum or not",
    arguments: [
      "48\u{E}7.038,N,01131.000,E", "480&.038,N,01131.000,E", "4807.0 8,N,01131.000,E", "4807.038,R,01131.000,E",
      "4807.038,N,01131.000,N", "4807.038,,01131.000,E", "4807.038,N,,", ",,01131.000,E", "4860.000,N,01131.000,E",
      "9000.001,N,01131.000,E", "4807.038,N,18000.001,E", "-4807.038,N,01131.000,E", "4807.0.38,N,01131.000,E",
      ".038,N,01131.000,E", "4807.038,NN,01131.000,E", "123456.0,N,01131.000,E", "4807.038,n,01131.000,E",
      "0000.0000,N,00000.0000,E", "4807.03812345678901234,N,01131.000,E",
    ])
  func noPosition(text: String) {
    let sentence = nmea("GPRMC,120000,A,\(text),,,301126,,,A")
    #expect(fixes(sentence).isEmpty)
    #expect(statistics(sentence).refused == 1)
  }

  @Test(
    "a time of day is read to the millisecond, whatever its decimals",
    arguments: [
      ("004646", 2_806_000), ("115939.75", 43_179_750), ("120000.00397", 43_200_004), ("141453.250", 51_293_250),
      ("141453.5", 51_293_500), ("142159.999", 51_719_999), ("142159.9996", 51_719_999), ("235960.5", 86_400_500),
      ("000000.", 0),
    ] as [(String, Int32)])
  func timeOfDay(text: String, milliseconds: Int32) throws {
    let fix = try #require(fixes(nmea("GPRMC,\(text),A,4807.038,N,01131.000,E,,,301126,,,A")).first)
    #expect(fix.timeOfDayMilliseconds == milliseconds)
    #expect(
      fix.time
        == CalendarDate(year: 2026, month: 11, day: 30).map { UTCInstant($0, millisecondOfDay: Int64(milliseconds)) })
  }

  @Test(
    "what is no time or date refuses the sentence",
    arguments: [
      ("240000", "301126"), ("126000", "301126"), ("120060", "301126"), ("12000", "301126"), ("1200000", "301126"),
      ("12:00:00", "301126"), ("120000,", "301126"), ("120000", "301326"), ("120000", "310226"), ("120000", "30112"),
      ("120000", "3011266"), ("120000", "30112%"), ("120000", "2208-1"), ("120000", "300226"),
    ])
  func noTimeOrDate(time: String, date: String) {
    let sentence = nmea("GPRMC,\(time),A,4807.038,N,01131.000,E,,,\(date),,,A")
    #expect(fixes(sentence).isEmpty)
    #expect(statistics(sentence).refused == 1)
  }

  @Test(
    "speed and course: empty is unknown, zero is zero, 360 is north",
    arguments: [
      ("", "", nil, nil), ("0.0", "0.00", 0, 0), ("10", "90", 5_144, 90_000), ("022.4", "360.0", 11_524, 0),
      ("3.214", "359.999", 1_653, 359_999), ("0.050", "", 26, nil),
    ] as [(String, String, Int32?, Int32?)])
  func velocity(speed: String, track: String, millimetres: Int32?, millidegrees: Int32?) throws {
    let fix = try #require(fixes(nmea("GPRMC,120000,A,4807.038,N,01131.000,E,\(speed),\(track),301126,,,A")).first)
    #expect(fix.speedMillimetresPerSecond == millimetres)
    #expect(fix.trackMillidegrees == millidegrees)
  }

  @Test("a malformed number refuses the sentence", arguments: ["1.2.3", "-1", "abc", ".", "1e3", "1234567890", "+1"])
  func noNumber(text: String) {
    #expect(statistics(nmea("GPRMC,120000,A,4807.038,N,01131.000,E,\(text),,301126,,,A")).refused(.number) == 1)
    #expect(statistics(nmea("GPRMC,120000,A,4807.038,N,01131.000,E,,360.001,301126,,,A")).refused(.number) == 1)
  }

  @Test(
    "status, mode and quality decide whether there is a fix, and gpsd's status",
    arguments: [
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,", 1),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,D", 2),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,R,V", 3),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,F,S", 4),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,E,U", 5),
      ("YDRMC,120000,A,4807.038,N,01131.000,E,,,301126,4.3,E,A,C", 1),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,A,,A", 1),
      ("GPRMC,120000,V,4807.038,N,01131.000,E,,,301126,,,A", nil),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,N", nil),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,M", nil),
      ("GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,S", nil), ("GPRMC,120000,A,,,,,,,301126,,,A", nil),
      ("GPGGA,120000,4807.038,N,01131.000,E,0,00,,,M,,M,,", nil),
      ("GPGGA,120000,4807.038,N,01131.000,E,,,,,M,,M,,", nil),
      ("GPGGA,120000,4807.038,N,01131.000,E,3,08,,,M,,M,,", 9),
      ("GPGGA,120000,4807.038,N,01131.000,E,4,08,,,M,,M,,", 3),
      ("GPGGA,120000,4807.038,N,01131.000,E,6,00,,,M,,M,,", 5),
      ("GPGGA,120000,4807.038,N,01131.000,E,7,08,,,M,,M,,", nil),
      ("GPGGA,120000,4807.038,N,01131.000,E,8,08,,,M,,M,,", nil),
      ("GPGGA,120000,4807.038,N,01131.000,E,9,08,,,M,,M,,", 2),
      ("GNGNS,120000,4807.038,N,01131.000,E,NNDNNN,08,,,,,", 2),
      ("GNGNS,120000,4807.038,N,01131.000,E,NN,08,,,,,", nil),
      ("GPGLL,4807.038,N,01131.000,E,120000,A", 1), ("GPGLL,4807.038,N,01131.000,E,120000,N,V", nil),
      ("PUBX,00,120000,4807.038,N,01131.000,E,545.4,RK,5.0,7.0,1,2,,,1,1,1,8,0,0", 6),
      ("PUBX,00,120000,4807.038,N,01131.000,E,545.4,TT,5.0,7.0,1,2,,,1,1,1,8,0,0", nil),
    ] as [(String, UInt8?)])
  func claims(body: String, status: UInt8?) {
    let found = fixes(nmea(body)).first
    #expect(found?.status == status)
    #expect((found != nil) == (status != nil))
    #expect(found?.flags.contains(.estimated) ?? false == (status == 5))
    #expect(statistics(nmea(body)).refused == 0)
  }

  @Test(
    "an unknown letter or digit refuses the sentence",
    arguments: [
      "GPRMC,120000,X,4807.038,N,01131.000,E,,,301126,,,A", "GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,Z",
      "GPRMC,120000,A,4807.038,N,01131.000,E,,,301126,,,AA", "GPGGA,120000,4807.038,N,01131.000,E,10,08,,,M,,M,,",
      "GPGGA,120000,4807.038,N,01131.000,E,1,08,,9,F,,M,,", "GNGNS,120000,4807.038,N,01131.000,E,AX,08,,,,,",
      "GPGSA,A,4,,,,,,,,,,,,,1,1,1", "GPVTG,1,X,,M,1,N,1,K,A", "PUBX,00,120000,4807.038,N,01131.000,E,545.4,XX,5.0,7.0",
      "PUBX,00,120000,4807.038,N,01131.000,E,545.4,G,5.0,7.0",
    ])
  func unknownLetters(body: String) {
    #expect(statistics(nmea(body)).refused == 1)
  }

  @Test(
    "a sentence that ends too early is refused and changes nothing",
    arguments: [
      "GPRMC,120000,A,4807.038,N,01131.000,E,1,2", "GPGGA,120000,4807.038,N,01131.000,E",
      "GPGLL,4807.038,N,01131.000,E,120000", "GPZDA,120000", "GPGSA,A,3,01,02", "GPGST,120000,1,1,1,1", "GPRMC,",
      "PGRME,1.0", "PUBX,00,120000,4807.038,N,01131.000,E,545.4,G3,5.0,7.0",
    ])
  func tooShort(body: String) {
    let found = epochs(Array(nmea(body).utf8))
    #expect(found.statistics.refused(.tooFewFields) == 1)
    #expect(found.fixes.isEmpty)
  }

  @Test("altitude is above the sea; with the separation it is above the ellipsoid; signs count")
  func heights() throws {
    let high = try #require(fixes(nmea("GPGGA,060000,4153.8,N,08738.6,W,1,10,0.8,12.4,M,-33.8,M,,")).first)
    #expect(high.altitudeMSLMillimetres == 12_400)
    #expect(high.geoidSeparationMillimetres == -33_800)
    #expect(high.altitudeHAEMillimetres == -21_400)
    #expect(high.mode == .threeD)
    let flat = try #require(fixes(nmea("GPGGA,060000,5222.0,N,00454.0,E,1,03,3.6,,M,43.0,M,,")).first)
    #expect(flat.altitudeMSLMillimetres == nil)
    #expect(flat.altitudeHAEMillimetres == nil)
    #expect(flat.geoidSeparationMillimetres == 43_000)
    #expect(flat.mode == .twoD)
    let garmin = try #require(
      fixes(nmea("GPRMC,060000,A,5222.0,N,00454.0,E,,,301126,,,A"), nmea("PGRMZ,-93,f,3")).first)
    #expect(garmin.altitudeMSLMillimetres == -28_346)
  }

  @Test("errors come from GST, GBS, PUBX or PGRME, else from the dilution of precision and the kind of fix")
  func errors() throws {
    let gga = nmea("GPGGA,060000,5222.0,N,00454.0,E,1,10,0.8,1,M,43.0,M,,")
    #expect(fixes(gga).first?.horizontalErrorMillimetres == 4_000)
    #expect(
      fixes(nmea("GPGGA,060000,5222.0,N,00454.0,E,2,10,0.8,1,M,43.0,M,,")).first?.horizontalErrorMillimetres == 2_000)
    let measured = try #require(fixes(gga, nmea("GPGST,060000,5,1,1,1,3.0,4.0,6.5")).first)
    #expect(measured.horizontalErrorMillimetres == 5_000)
    #expect(measured.verticalErrorMillimetres == 6_500)
    let garmin = try #require(fixes(gga, nmea("PGRME,15.0,M,45.0,M,25.0,M")).first)
    #expect(garmin.horizontalErrorMillimetres == 15_000)
    #expect(garmin.verticalErrorMillimetres == 45_000)
  }

  @Test(
    "an error with a sign refuses the sentence",
    arguments: [
      "GPGST,060000,5,1,1,1,-3.0,4.0,6.5", "GPGBS,060000,1.0,2.0,-3.0,,,,", "PGRME,15.0,M,-45.0,M,25.0,M",
      "PUBX,00,060000,4807.038,N,01131.000,E,545.4,G3,-5.0,7.0,1,2,,,1,1,1,8,0,0",
    ])
  func negativeErrors(body: String) {
    #expect(statistics(nmea(body)).refused(.number) == 1)
  }

  @Test("a vehicle at rest has no course, in RMC and VTG alike; a written zero is north")
  func courseAtRest() {
    let position = "A,5210.6829,N,00455.3692,E"
    let resting = [nmea("GPRMC,133816,\(position),0.050,,301126,,,A"), nmea("GPVTG,,T,,M,0.050,N,0.093,K,A")]
    #expect(fixes(resting.joined()).map(\.trackMillidegrees) == [nil])
    let unknown = [nmea("GPRMC,133817,\(position),,,301126,,,A"), nmea("GPVTG,,T,,M,,N,,K,A")]
    #expect(fixes(unknown.joined()).map(\.speedMillimetresPerSecond) == [nil])
    let north = [nmea("GPRMC,133818,\(position),8.000,,301126,,,A"), nmea("GPVTG,0.00,T,,M,8.000,N,14.816,K,A")]
    #expect(fixes(north.joined()).map(\.trackMillidegrees) == [0])
  }

  @Test("99.99 and 0 are fillers of a dilution of precision; no satellites in a measured fix are one too")
  func fillers() {
    let fix = fixes(nmea("GPGGA,060000,5222.0,N,00454.0,E,1,00,99.99,1,M,,M,,")).first
    #expect(fix != nil && fix?.hdopThousandths == nil && fix?.satellitesUsed == nil)
  }

  @Test("u-blox's own sentences make a whole dated fix")
  func ublox() throws {
    let fix = try #require(
      fixes(
        nmea("PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,3.6,77.52,0.007,,0.92,1.19,0.77,9,0,0"),
        nmea("PUBX,04,081350.00,301126,113851.00,1196,15D,1930035,-2660.664,43,")
      ).first)
    #expect(fix.time?.iso8601 == "2026-11-30T08:13:50.000Z")
    #expect(fix.altitudeHAEMillimetres == 546_589)
    #expect(fix.altitudeMSLMillimetres == nil)
    #expect(fix.mode == .threeD)
    #expect(fix.horizontalErrorMillimetres == 2_100)
    #expect(fix.speedMillimetresPerSecond == 1_000)
    #expect(fix.trackMillidegrees == 77_520)
    #expect(fix.satellitesUsed == 9)
    #expect(statistics(nmea("PUBX,03,11,23,-,,,45,010")).unused == 1)
  }
}
