import FoundationEssentials
import GNSS
import Sampling
import TestSupport
import Testing

@Suite(
  "Sampling real captures",
  .enabled(if: TestFiles.sharedGround != nil, "the captures are not beside this checkout"))
struct CaptureSamplingTests {
  private func file(_ name: String) throws -> URL {
    try #require(TestFiles.sharedGround).appending(path: "corpus/other/\(name)")
  }

  @Test(
    "draws three drives within 3 m with few points",
    arguments: [
      ("google-mtv-f9k-drive", 45), ("stpetersburg-drive-60n", 14), ("garmin-sierra-midnight-drive", 330),
    ])
  func drives(name: String, most: Int) throws {
    let track = try #require(RecordedTrack(try file("\(name).nmea"), isParked: false))
    var config = LocationConfig(.balanced)
    config.shape?.metres = 3
    let run = run(track, config)
    #expect(run.kept.count <= most)
    #expect((track.score(run).crossTrack.last ?? .infinity) <= 3)
  }

  @Test(
    "a phone that lay still for twelve hours gives its heartbeats",
    arguments: [TrackingMode.active, .balanced, .passive])
  func parked(mode: TrackingMode) throws {
    let unpacked = try Program("/bin/gzip", ["-dc", try file("phone-parked-12h-drift.nmea.gz").path])
    #expect(unpacked.wait(seconds: 60) == 0)
    let track = RecordedTrack("phone", nmea: Array(unpacked.output.utf8), isParked: true)
    let run = run(track, LocationConfig(mode))
    let beats = Int(43_867 / LocationConfig(mode).heartbeatSeconds)
    #expect((beats - 1...beats + 1).contains(run.kept.count))
    #expect(try #require(track.score(run).phantomMetres) <= 10)
    #expect(run.sampler.odometerMetres <= 10)
  }
}
