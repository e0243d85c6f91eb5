import GNSS
import Sampling
import TestSupport
import Testing

/// A journey and a configuration for it.
struct JourneyRow: CustomTestStringConvertible, Sendable {
  let track: RecordedTrack
  let config: LocationConfig
  var name: String { track.name }
  var testDescription: String { "\(name), \(config.mode), \(config.shape.map { "\($0.metres) m" } ?? "rules")" }

  static let all: [JourneyRow] = Journey.all.map { RecordedTrack($0) }.flatMap { track in
    var fine = LocationConfig(.balanced)
    fine.shape = ShapeTolerance(metres: 3, synchronisedMetres: 5)
    let configs = [LocationConfig(.active), LocationConfig(.balanced), LocationConfig(.passive), fine]
    return configs.map { JourneyRow(track: track, config: $0) }
  }
}

@Suite("Sampling the journeys")
struct JourneySamplingTests {
  @Test("decides about every epoch once, and keeps in the order of time", arguments: JourneyRow.all)
  func everyFixOnce(_ row: JourneyRow) {
    let run = run(row.track, row.config)
    #expect(run.kept.count + run.dropped.count == row.track.epochs.count)
    #expect(zip(run.kept, run.kept.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(run.kept.first?.reason == .first)
  }

  /// Outliers and the drift of a standing receiver are no track.
  @Test("draws a moving vehicle's track within the tolerance", arguments: JourneyRow.all)
  func withinTolerance(_ row: JourneyRow) throws {
    guard let shape = row.config.shape else { return }
    let score = row.track.score(run(row.track, row.config))
    let drift = row.name.hasPrefix("parked") ? 25.0 : row.name == "urban-canyon" ? 7 : 4
    let outliers = row.name == "urban-canyon" ? 0.97 : 1
    #expect(TrackScore.percentile(outliers, score.crossTrack) <= max(shape.metres, drift))
    // A line between a few points never strays from the truth by more than the tolerance and the receiver's noise.
    if row.name != "tunnel" {
      #expect(TrackScore.percentile(outliers, score.fromTruth) <= shape.metres + 8)
    }
  }

  @Test("gives no phantom distance and misses no heartbeat", arguments: JourneyRow.all)
  func standing(_ row: JourneyRow) throws {
    let score = row.track.score(run(row.track, row.config))
    #expect(try #require(score.missedHeartbeats) == 0)
    // Between the place of a stop and the first metres of the departure lies some noise each time.
    let metres = row.name.hasPrefix("parked") ? 0.0 : row.name == "urban-canyon" ? 20 : 6
    #expect(try #require(score.phantomMetres) <= metres)
  }

  @Test("counts the way to two per cent in every mode, the standing time left out", arguments: JourneyRow.all)
  func odometer(_ row: JourneyRow) throws {
    let metres = try #require(row.track.trueMetres)
    #expect(abs(run(row.track, row.config).sampler.odometerMetres - metres) <= metres * 0.02)
  }

  @Test("a day parked gives its heartbeats and nothing more", arguments: [TrackingMode.active, .balanced, .passive])
  func parkedDay(mode: TrackingMode) {
    let run = run(RecordedTrack(.parkedDay), LocationConfig(mode))
    let beats = Int(86_400 / LocationConfig(mode).heartbeatSeconds)
    #expect((beats - 1...beats + 1).contains(run.kept.count))
    #expect(Set(run.kept.map(\.coordinate)).count == 1)
    #expect(run.sampler.odometerMetres == 0)
  }

  @Test("a receiver that estimates in a tunnel gives no point there")
  func tunnel() {
    let run = run(RecordedTrack(.tunnel), LocationConfig(.active))
    #expect(run.dropped.count { $0 == .estimated } == 8)
    #expect(run.kept.allSatisfy { $0.fix.flags.isDisjoint(with: .estimated) })
    // The last place before the long tunnel and the first one after it.
    #expect(run.kept.contains { $0.reason == .first && $0.time > run.kept[0].time })
  }
}
