import FoundationEssentials
import GNSS
import Sampling
import Tracking

/// The closing table of a replay: what became of every sentence, fix and point.
struct ReplaySummary {
  private var good = 0
  private var unused = 0
  private var refused: [Refusal: Int] = [:]
  /// How long the recorded time was, and how long the replay took.
  var recordedSeconds = 0.0
  var elapsedSeconds = 0.0
  /// What became of the points.
  var result = VirtualRun.Result()
  /// How many points the embedded server holds; nil with a server of the user's.
  var collectorHolds: Int?

  /// Counts the sentences of one capture.
  mutating func add(_ statistics: DecoderStatistics) {
    good += statistics.good
    unused += statistics.unused
    for reason in Refusal.allCases where statistics.refused(reason) > 0 {
      refused[reason, default: 0] += statistics.refused(reason)
    }
  }

  private var refusedInAll: Int { refused.values.reduce(0, +) }
  private var droppedInAll: Int { result.pipeline.dropped.values.reduce(0, +) }

  /// The table for people: a name, a number and what it is made of.
  var table: String {
    let refusals = Refusal.allCases.compactMap { reason in refused[reason].map { "\(reason) \($0)" } }
    let kept = KeepReason.allCases.compactMap { reason in
      result.pipeline.kept[reason].map { "\(reason.rawValue) \($0)" }
    }
    let dropped = DropReason.allCases.compactMap { reason in
      result.pipeline.dropped[reason].map { "\(reason.rawValue) \($0)" }
    }
    var rows: [(String, Int, String)] = [
      ("sentences", good + unused + refusedInAll, (["refused \(refusedInAll)"] + refusals).joined(separator: ", ")),
      ("epochs", result.pipeline.epochs, "\(duration(recordedSeconds)) recorded"),
      ("fixes", result.pipeline.fixes, ""),
      ("kept", result.pipeline.keptInAll, kept.joined(separator: ", ")),
      ("dropped", droppedInAll, dropped.joined(separator: ", ")),
      ("uploaded", result.uploaded, "in \(result.requests) requests"),
      ("acknowledged", result.acknowledged, ""),
    ]
    if result.waitingBefore > 0 { rows.insert(("waiting before", result.waitingBefore, "from an earlier run"), at: 5) }
    if result.refused > 0 { rows.append(("refused", result.refused, "by the server, for good")) }
    if result.overflowed > 0 { rows.append(("overflowed", result.overflowed, "the queue was full")) }
    rows.append(("waiting", result.waiting, result.failure ?? ""))
    if let collectorHolds { rows.append(("stored", collectorHolds, "points in the collector")) }
    let lines = rows.map { name, number, note in
      let figure = String(number)
      return name + String(repeating: " ", count: max(1, 22 - name.count - figure.count)) + figure
        + (note.isEmpty ? "" : "  \(note)")
    }
    return (lines + ["time" + String(repeating: " ", count: 14) + duration(elapsedSeconds)]).joined(separator: "\n")
      + "\n"
  }

  private func duration(_ seconds: Double) -> String {
    if seconds < 60 { return "\((seconds * 100).rounded() / 100) s" }
    let whole = Int(seconds.rounded())
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  /// The same for programs: one object of class REPLAY.
  func json() throws -> String {
    struct Report: Encodable {
      let `class` = "REPLAY"
      let sentences: Int
      let refusedSentences: [String: Int]
      let epochs: Int
      let fixes: Int
      let kept: Int
      let keptBy: [String: Int]
      let dropped: Int
      let droppedBy: [String: Int]
      let waitingBefore: Int
      let uploaded: Int
      let requests: Int
      let acknowledged: Int
      let refused: Int
      let overflowed: Int
      let waiting: Int
      let failure: String?
      let stored: Int?
      let recordedSeconds: Double
      let elapsedSeconds: Double
    }
    let report = Report(
      sentences: good + unused + refusedInAll,
      refusedSentences: Dictionary(uniqueKeysWithValues: refused.map { ("\($0.key)", $0.value) }),
      epochs: result.pipeline.epochs, fixes: result.pipeline.fixes, kept: result.pipeline.keptInAll,
      keptBy: Dictionary(uniqueKeysWithValues: result.pipeline.kept.map { ($0.key.rawValue, $0.value) }),
      dropped: droppedInAll,
      droppedBy: Dictionary(uniqueKeysWithValues: result.pipeline.dropped.map { ($0.key.rawValue, $0.value) }),
      waitingBefore: result.waitingBefore, uploaded: result.uploaded, requests: result.requests,
      acknowledged: result.acknowledged, refused: result.refused, overflowed: result.overflowed,
      waiting: result.waiting, failure: result.failure, stored: collectorHolds, recordedSeconds: recordedSeconds,
      elapsedSeconds: elapsedSeconds)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }
}
