import Delivery
import FoundationEssentials
import GNSS
import Sampling
import TestSupport
import Testing

@testable import Store

extension TemporaryFolder {
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

  func write(_ bytes: Data, to name: String) throws { try bytes.write(to: URL(filePath: file(name))) }
}

/// The nth of a row of plain samples, a second apart.
func sample(_ number: Int64) throws -> Sample {
  var fix = Fix()
  fix.time = UTCInstant(millisecondsSince1970: 1_796_000_000_000 + number * 1_000)
  fix.coordinate = Coordinate(latitudeNanodegrees: 48_000_000_000 + number, longitudeNanodegrees: 16_000_000_000)
  return try #require(Sample(fix, mode: .active, reason: .distance))
}

func samples(_ numbers: ClosedRange<Int64>) throws -> [Sample] { try numbers.map { try sample($0) } }

/// A sample in which each field that may be unknown is so half of the time, and an extreme value often.
func randomSample(_ random: inout SplitMix64) throws -> Sample {
  func number<Number: FixedWidthInteger & Sendable>(_ type: Number.Type = Number.self) -> Number {
    [Number.min, .max, 0, Number(truncatingIfNeeded: random.next())].randomElement(using: &random) ?? 0
  }
  func perhaps<Number: FixedWidthInteger & Sendable>() -> Number? { Bool.random(using: &random) ? number() : nil }
  var fix = Fix()
  fix.time = UTCInstant(millisecondsSince1970: number())
  fix.timeOfDayMilliseconds = perhaps()
  fix.mode = [FixMode.none, .twoD, .threeD].randomElement(using: &random) ?? .none
  fix.coordinate = Coordinate(latitudeNanodegrees: number(), longitudeNanodegrees: number())
  fix.altitudeMSLMillimetres = perhaps()
  fix.altitudeHAEMillimetres = perhaps()
  fix.geoidSeparationMillimetres = perhaps()
  fix.speedMillimetresPerSecond = perhaps()
  fix.trackMillidegrees = perhaps()
  fix.horizontalErrorMillimetres = perhaps()
  fix.verticalErrorMillimetres = perhaps()
  fix.hdopThousandths = perhaps()
  fix.vdopThousandths = perhaps()
  fix.pdopThousandths = perhaps()
  fix.satellitesUsed = perhaps()
  fix.quality = perhaps()
  fix.status = perhaps()
  fix.flags = FixFlags(rawValue: number())
  return try #require(
    Sample(
      fix, mode: TrackingMode.allCases.randomElement(using: &random) ?? .active,
      reason: KeepReason.allCases.randomElement(using: &random) ?? .first, batteryPercent: perhaps()))
}

/// The log line for a batch of the queue.
func entry(_ batch: [QueuedSample], state: UploadLogEntry.State = .sent, tries: Int = 1) throws -> UploadLogEntry {
  let first = try #require(batch.first)
  let last = try #require(batch.last)
  return UploadLogEntry(
    assetID: "van", sequences: first.sequence...last.sequence, points: batch.count,
    times: first.sample.time...last.sample.time, state: state, tries: tries, answer: "200")
}

extension SQLiteStore {
  /// Appends and commits.
  func save(_ samples: [Sample]) throws {
    append(samples)
    try commit()
  }

  /// The oldest points.
  func oldest(_ limit: Int) throws -> [QueuedSample] { try read(.oldest(limit)) }
}

/// What a store has told its owner.
final class Notices {
  private(set) var all: [StoreNotice] = []
  func take(_ notice: StoreNotice) { all.append(notice) }
}
