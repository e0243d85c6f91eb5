import GNSS
import Testing

@testable import WaymarkCLI

@Suite("Lines of decode")
struct FixLineTests {
  @Test("a fix has gpsd's names in a fixed order, its numbers straight from the integers")
  func wholeFix() {
    var fix = Fix()
    fix.time = UTCInstant(iso8601: "2026-11-30T12:00:00.2Z")
    fix.mode = .threeD
    fix.coordinate = Coordinate(latitudeNanodegrees: -1_500_000, longitudeNanodegrees: 11_516_666_667)
    fix.altitudeMSLMillimetres = -9_500
    fix.speedMillimetresPerSecond = 0
    fix.trackMillidegrees = 359_999
    fix.satellitesUsed = 7
    fix.quality = 1
    fix.status = 1
    fix.flags = [.estimated, .dateCorrected]
    #expect(
      JSONLine(fix, device: "a\"b\\c\n").line == #"{"class":"TPV","device":"a\"b\\c\u000a","#
        + #""time":"2026-11-30T12:00:00.200Z","mode":3,"lat":-0.001500000,"lon":11.516666667,"altMSL":-9.500,"#
        + #""speed":0.000,"track":359.999,"uSat":7,"quality":1,"status":1,"flags":["estimated","date_corrected"]}"#
        + "\n")
  }

  @Test("what is unknown is left out, but for the time")
  func emptyFix() {
    #expect(JSONLine(Fix(), device: "-").line == #"{"class":"TPV","device":"-","time":null,"mode":1}"# + "\n")
  }
}
