import FoundationEssentials
import TestSupport
import Testing

/// Holds what was made against the file in `fixtures/`; with WAYMARK_RECORD=1 in the environment writes the file
/// instead (`scripts/fixtures` does so).
func expectGolden(_ made: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let file = TestFiles.fixtures.appending(path: path)
  let made = Data(made.utf8)
  if ProcessInfo.processInfo.environment["WAYMARK_RECORD"] == "1" {
    try made.write(to: file, options: .atomic)
    return
  }
  let recorded = try Data(contentsOf: file)
  guard made != recorded else { return }
  let line = zip(
    made.split(separator: 10, omittingEmptySubsequences: false),
    recorded.split(separator: 10, omittingEmptySubsequences: false)
  ).enumerated().first { $1.0 != $1.1 }
  let place = line.map { number, lines in
    "line \(number + 1) is '\(String(decoding: lines.1, as: UTF8.self))' and should be "
      + "'\(String(decoding: lines.0, as: UTF8.self))'"
  }
  Issue.record(
    "fixtures/\(path) is not what its recipe makes: \(place ?? "it is cut short or too long"); scripts/fixtures records it anew",
    sourceLocation: sourceLocation)
}
