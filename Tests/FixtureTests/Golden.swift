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
  Issue.record(
    "fixtures/\(path) is not what is made now: \(firstDifference(made, recorded)); scripts/fixtures records it anew",
    sourceLocation: sourceLocation)
}

private func firstDifference(_ made: Data, _ recorded: Data) -> String {
  let lines = [made, recorded].map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline) }
  for (number, pair) in zip(lines[0], lines[1]).enumerated() where pair.0 != pair.1 {
    return "line \(number + 1) is '\(pair.1)' and should be '\(pair.0)'"
  }
  return "it has \(lines[1].count) lines and should have \(lines[0].count)"
}
