import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The receiver of a real board, when one is named.
enum RealReceiver {
  /// A device's path or any address of a source.
  static var source: String? {
    guard let words = ProcessInfo.processInfo.environment["WAYMARK_HIL_DEVICE"], !words.isEmpty else { return nil }
    return words.hasPrefix("/") ? "serial://\(words)?baud=auto" : words
  }

  /// Reads it until there are ten fixes, for five minutes at most: a cold start under an open sky takes half a minute.
  static func run() throws -> Outcome {
    let follower = try Program.waymark(["decode", "--follow", try #require(source)])
    let start = ContinuousClock.now
    let areThere = poll(300) { follower.output.split(separator: "\n").count >= 10 }
    var outcome = Outcome()
    outcome.dataBackSeconds = Double((ContinuousClock.now - start).components.seconds)
    follower.end(SIGTERM)
    let times = try follower.output.split(separator: "\n").map { try RecordedFix($0).time }
    outcome.fixes = times.count
    outcome.repeated = times.count - Set(times).count
    try #require(areThere, "the receiver gave \(times.count) fixes in five minutes: \(follower.errors)")
    return outcome
  }
}
