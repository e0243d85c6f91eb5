import TestSupport
import Testing

@Suite("The journey fixtures")
struct JourneyFixtureTests {
  @Test("are byte for byte what their recipes make", arguments: Journey.all)
  func recorded(_ journey: Journey) throws {
    let recording = journey.record()
    try expectGolden(recording.nmea, "nmea/\(journey.name).nmea")
    try expectGolden(recording.truthCSV, "nmea/\(journey.name).truth.csv")
  }
}
