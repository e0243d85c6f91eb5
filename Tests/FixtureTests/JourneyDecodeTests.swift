import GNSS
import TestSupport
import Testing

@testable import WaymarkCLI

@Suite("Decoding the journeys")
struct JourneyDecodeTests {
  /// The bounds are those of the noise: metres, and metres a second.
  @Test(
    "gives every epoch that has a position once, at its time, as near to the truth as the noise allows",
    arguments: [
      (Journey.cityDrive, 4.0), (.motorway, 3.0), (.parked, 11.0), (.parkedDay, 15.0), (.roundabouts, 4.0),
      (.tunnel, 4.0), (.ferry, 4.0), (.stopAndGo, 4.0), (.uTurn, 4.0), (.train, 3.0),
    ])
  func againstTheTruth(_ journey: Journey, metres: Double) {
    let recording = journey.record()
    let fixes = decoded(recording).filter { !$0.flags.contains(.estimated) }
    let truth = recording.truth.filter(\.hasFix)
    #expect(fixes.map(\.time) == truth.map(\.instant))
    for (fix, truth) in zip(fixes, truth) {
      let isNear = fix.coordinate.map { $0.distanceMetres(to: truth.coordinate) <= metres } ?? false
      let speed = fix.speedMillimetresPerSecond.map { Double($0) / 1000 } ?? .infinity
      let fits = isNear && abs(speed - truth.metresPerSecond) < 0.65 && fix.mode == .threeD && fix.flags == []
      #expect(fits, "\(fix) against \(truth)")
    }
  }

  /// Of most a line now and then will do.
  @Test(
    "prints what is on record",
    arguments: [
      (Journey.cityDrive, 1), (.motorway, 1), (.parked, 60), (.parkedDay, 60), (.roundabouts, 10), (.tunnel, 1),
      (.ferry, 20), (.urbanCanyon, 10), (.stopAndGo, 10), (.uTurn, 10), (.train, 20),
    ])
  func golden(_ journey: Journey, everyLines: Int) throws {
    let path = "nmea/\(journey.name)"
    let lines = decoded(journey.record()).map { JSONLine($0, device: "fixtures/\(path).nmea").line }
    let kept = stride(from: 0, to: lines.count, by: everyLines).map { lines[$0] }
    try expectGolden(kept.joined(), "\(path).decode.jsonl")
  }

  /// The fixes as `waymark decode` has them, those without a position left out.
  private func decoded(_ recording: JourneyRecording) -> [Fix] {
    var fixes: [Fix] = []
    var decoder = NMEADecoder()
    var judge = FixJudge()
    let bytes = Array(recording.nmea.utf8)
    bytes.withUnsafeBytes { bytes in decoder.decode(bytes) { fixes.append(judge.judge($0)) } }
    decoder.finish { fixes.append(judge.judge($0)) }
    return fixes.filter { $0.mode != .none }
  }
}
