import FoundationEssentials
import Glibc
import TestSupport

/// The real captures, when they lie beside the checkout: drives, and a phone that lay still for twelve hours.
private func captures() -> [RecordedTrack] {
  guard let folder = TestFiles.sharedGround?.appending(path: "corpus/other") else {
    print("(no real captures beside the checkout: journeys only)\n")
    return []
  }
  let drives = ["google-mtv-f9k-drive", "stpetersburg-drive-60n", "garmin-sierra-midnight-drive"]
  let parked = CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".nmea") }
  return drives.compactMap { RecordedTrack(folder.appending(path: "\($0).nmea"), isParked: false) }
    + parked.compactMap { RecordedTrack(URL(filePath: $0), isParked: true) }
}

extension Double {
  /// With so many decimals.
  func text(_ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    let whole = Int64((self * unit).rounded())
    guard decimals > 0 else { return "\(whole)" }
    let digits = String(abs(whole))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

/// From the cross-track distances to the missed heartbeats.
private func columns(_ score: TrackScore) -> [String] {
  func share(_ share: Double, _ distances: [Double], _ decimals: Int) -> String {
    distances.isEmpty ? "" : TrackScore.percentile(share, distances).text(decimals)
  }
  return [
    share(0.5, score.crossTrack, 2), share(0.95, score.crossTrack, 2), share(1, score.crossTrack, 2),
    share(0.95, score.inTime, 1), share(1, score.inTime, 1),
    share(0.95, score.fromTruth, 2), share(1, score.fromTruth, 2),
    score.phantomMetres?.text(1) ?? "", score.missedHeartbeats.map { "\($0)" } ?? "",
  ]
}

private func report(_ track: RecordedTrack) {
  let length =
    track.trueMetres.map { "\(($0 / 1000).text(2)) km true" } ?? "\((track.measuredMetres / 1000).text(2)) km"
  print("### \(track.name): \(track.spots.count) good fixes, \(length)\n")
  if track.spots.count < 20_000, track.trueMetres != 0 {
    let least = [3.0, 10, 50].map { "\(leastPoints(track.spots, within: $0)) at \(Int($0)) m" }
    print("Least points any method could need: \(least.joined(separator: ", ")).\n")
  }
  print(
    "| rules | points | per km | cross-track p50 | p95 | max | in time p95 | max | truth p95 | max | phantom | missed | odometer |"
  )
  print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
  let kilometres = (track.trueMetres ?? track.measuredMetres) / 1000
  for rules in RuleSet.ours + RuleSet.peers {
    let (kept, odometer) = rules.run(track)
    let score = TrackScore(kept, of: track, heartbeatSeconds: rules.heartbeatSeconds)
    let perKilometre = kilometres > 0.1 ? (Double(score.points) / kilometres).text(1) : ""
    let cells: [String] =
      ["\(score.points)", perKilometre] + columns(score) + [odometer.map { "\($0.text(0)) m" } ?? ""]
    print("| \(rules.name) | \(cells.joined(separator: " | ")) |")
  }
  print()
}

// `--day FILE` writes a day of driving, for timing the command.
let words = CommandLine.arguments
if words.count == 3, words[1] == "--day" {
  try Data(Journey.dayOfDriving.record().nmea.utf8).write(to: URL(filePath: words[2]))
  exit(0)
}

let journeys = Journey.all + [.parkedDayAtFullRate]
for track in captures() + journeys.map({ RecordedTrack($0) }) { report(track) }
