import FoundationEssentials
import TestSupport
import Testing

/// What `waymark replay --json` says, as far as these tests ask.
struct ReplayReport: Decodable {
  let epochs: Int
  let fixes: Int
  let kept: Int
  let keptBy: [String: Int]
  let acknowledged: Int
  let waiting: Int
  let stored: Int?
}

@Suite("waymark replay")
struct ReplayTests {
  @Test(
    "stores, uploads and has acknowledged each kept sample once, for every journey and mode",
    arguments: ["city-drive", "motorway", "parked"], ["active", "balanced", "passive"])
  func everyPointArrives(journey: String, mode: String) throws {
    let capture = TestFiles.fixtures.appending(path: "nmea/\(journey).nmea").path
    let program = try Program.waymark(["replay", capture, "--mode", mode, "--json"])
    #expect(program.wait(seconds: 120) == 0, "\(program.errors)")
    let report = try JSONDecoder().decode(ReplayReport.self, from: Data(program.output.utf8))
    #expect(report.kept > 0)
    #expect(report.acknowledged == report.kept)
    #expect(report.stored == report.kept)
    #expect(report.waiting == 0)
    #expect(report.keptBy["first"] == 1)
    if journey == "parked" { #expect(Set(report.keptBy.keys).isSubset(of: ["first", "heartbeat"])) }
  }

  @Test("writes the track as GPX and GeoJSON, a place for each kept point")
  func tracks() throws {
    let folder = try TemporaryFolder()
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    let (gpx, geojson) = (folder.file("track.gpx"), folder.file("track.geojson"))
    let program = try Program.waymark(["replay", capture, "--json", "--gpx", gpx, "--geojson", geojson])
    #expect(program.wait(seconds: 120) == 0, "\(program.errors)")
    let report = try JSONDecoder().decode(ReplayReport.self, from: Data(program.output.utf8))

    let track = String(decoding: try Data(contentsOf: URL(filePath: gpx)), as: UTF8.self)
    #expect(track.split(separator: "<trkpt ").count == report.kept + 1)
    #expect(track.hasSuffix("</gpx>\n"))
    struct Line: Decodable {
      struct Geometry: Decodable { let coordinates: [[Double]] }
      let geometry: Geometry
    }
    let line = try JSONDecoder().decode(Line.self, from: Data(contentsOf: URL(filePath: geojson)))
    #expect(line.geometry.coordinates.count == report.kept)
    #expect(line.geometry.coordinates.allSatisfy { (8...9).contains($0[0]) && (47...48).contains($0[1]) })
  }

  @Test("keeps in its database what a dead server did not take, and sends it in the next run")
  func deadServer() throws {
    let folder = try TemporaryFolder()
    let queue = folder.file("queue.db")
    let capture = TestFiles.fixtures.appending(path: "nmea/motorway.nmea").path
    let server = try CollectorProgram(database: folder.file("collector.db"))
    let asset = "van"
    try server.createAsset(asset)
    let words = ["--server", server.url, "--asset", asset, "--database", queue, "--json"]
    server.stop()
    let dead = try Program.waymark(["replay", capture] + words)
    #expect(dead.wait(seconds: 120) == 1)
    let first = try JSONDecoder().decode(ReplayReport.self, from: Data(dead.output.utf8))
    #expect(first.waiting == first.kept)
    #expect(first.acknowledged == 0)

    try server.restart()
    let next = try Program.waymark(["replay", TestFiles.fixtures.appending(path: "nmea/parked.nmea").path] + words)
    #expect(next.wait(seconds: 120) == 0, "\(next.errors)")
    let second = try JSONDecoder().decode(ReplayReport.self, from: Data(next.output.utf8))
    #expect(second.acknowledged == first.kept + second.kept)
    #expect(try server.storedPoints() == first.kept + second.kept)
  }
}
