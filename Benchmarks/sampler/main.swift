import FoundationEssentials
import TestSupport

/// The real captures, when they lie beside the checkout: drives, and a phone that lay still for twelve hours.
private func captures() -> [Track] {
  guard let folder = TestFiles.sharedGround?.appending(path: "corpus/other") else {
    print("(no real captures beside the checkout: journeys only)\n")
    return []
  }
  let drives = ["google-mtv-f9k-drive", "stpetersburg-drive-60n", "garmin-sierra-midnight-drive"]
  let parked = CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".nmea") }
  return drives.compactMap { Track(folder.appending(path: "\($0).nmea"), isParked: false) }
    + parked.compactMap { Track(URL(filePath: $0), isParked: true) }
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

private func report(_ track: Track) {
  let length = track.trueMetres.map { "\(($0 / 1000).text(2)) km true" } ?? "\((track.measuredMetres / 1000).text(2)) km"
  print("### \(track.name): \(track.spots.count) good fixes, \(length)\n")
  if track.spots.count < 20_000, track.trueMetres != 0 {
    let least = [3.0, 10, 50].map { "\(leastPoints(track.spots, within: $0)) at \(Int($0)) m" }
    print("Least points any method could need: \(least.joined(separator: ", ")).\n")
  }
  print("| rules | points | per km | cross-track p50 | p95 | max | in time p95 | max | phantom | missed | odometer |")
  print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
  let kilometres = (track.trueMetres ?? track.measuredMetres) / 1000
  for rules in RuleSet.ours + RuleSet.peers {
    let (kept, odometer) = rules.run(track)
    let score = Score(kept, of: track, heartbeatSeconds: rules.heartbeatSeconds)
    let cells = [
      "\(score.points)", kilometres > 0.1 ? (Double(score.points) / kilometres).text(1) : "",
      Score.percentile(0.5, score.crossTrack).text(2), Score.percentile(0.95, score.crossTrack).text(2),
      (score.crossTrack.last ?? 0).text(2), Score.percentile(0.95, score.inTime).text(1),
      (score.inTime.last ?? 0).text(1), score.phantomMetres?.text(1) ?? "",
      score.missedHeartbeats.map { "\($0)" } ?? "", odometer.map { "\($0.text(0)) m" } ?? "",
    ]
    print("| \(rules.name) | \(cells.joined(separator: " | ")) |")
  }
  print()
}

for track in captures() + Journey.all.map({ Track($0) }) { report(track) }
