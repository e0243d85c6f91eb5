import GNSS
import LocalAPI

extension Command {
  static let status = Command(
    name: "status",
    summary: "Says how the tracker stands: asset, mode, receiver, fix, queue, upload, clock, counters.",
    operands: "",
    options: BoardClient.options,
    examples: ["waymark status", "waymark status --json"],
    run: runStatus)
}

@Sendable private func runStatus(_ arguments: Arguments) throws {
  try arguments.atMost(0)
  let answer = try BoardClient(arguments).call(.get, "/v1/status", as: StatusDocument.self)
  show(answer.json, or: statusText(answer.document), arguments)
}

/// The status as a table of words for people.
func statusText(_ status: StatusDocument) -> String {
  var rows = [("asset", status.asset ?? "none is bound; `waymark asset bind ID`")]
  rows.append(("tracking", status.tracking ? "on" : "off" + (status.stopReason.map { " (\($0))" } ?? "")))
  rows.append(("mode", text(status.mode)))
  if let trip = status.trip { rows.append(("trip", trip)) }
  rows.append(("receiver", status.source.state + (status.source.reason.map { ": \($0)" } ?? "")))
  rows.append(("fix", status.fix.map(fixText) ?? "none yet"))
  let oldest = status.queue.oldestAgeSeconds.map { ", the oldest \(age($0)) old" } ?? ""
  rows.append(("queue", points(status.queue.waiting) + oldest))
  if status.queue.setAside > 0 {
    rows.append(("set aside", counted(status.queue.setAside) + " refused for good; `waymark set-aside` shows them"))
  }
  rows.append(("upload", uploadText(status.upload)))
  if let failure = status.storeFailure { rows.append(("store", failure)) }
  rows.append(("battery", status.batteryPercent.map { "\($0) %" } ?? "unknown"))
  rows.append(("clock", status.clockOffsetSeconds.map(clockText) ?? "not compared yet: no dated fix"))
  let counters = status.counters
  rows.append(("epochs", "\(counters.epochs), \(counters.fixes) with a position"))
  rows.append(("kept", sum(counters.kept)))
  rows.append(("dropped", sum(counters.dropped)))
  rows.append(
    ("points", "\(counters.uploaded) sent, \(counters.refused) refused, \(counters.overflowed) lost for want of room"))
  rows.append(("server", status.server))
  rows.append(("device", status.device))
  return rows.map { name, text in name + String(repeating: " ", count: max(1, 10 - name.count)) + text }
    .joined(separator: "\n")
}

private func fixText(_ fix: StatusDocument.Position) -> String {
  var parts: [String] = []
  if let lat = fix.lat, let lon = fix.lon {
    parts.append("\(degrees(lat)) \(degrees(lon))")
    parts.append(fix.mode == 3 ? "3D" : "2D")
  } else {
    parts.append("no position")
  }
  if let eph = fix.eph { parts.append("±\(short(eph)) m") }
  if let speed = fix.speed { parts.append("\(short(speed)) m/s") }
  if let used = fix.uSat { parts.append("\(used) satellites") }
  return parts.joined(separator: ", ") + "; \(age(fix.ageSeconds)) ago"
}

private func uploadText(_ upload: StatusDocument.Upload) -> String {
  if let failure = upload.failure { return "failing: \(failure)" }
  guard let points = upload.lastPoints, let seconds = upload.lastAgeSeconds else { return "nothing sent yet" }
  return "\(counted(points)) \(age(seconds)) ago: \(upload.lastAnswer ?? "no answer")"
}

private func clockText(_ offset: Double) -> String {
  if abs(offset) < 2 { return "right by the receiver's" }
  return "\(age(abs(offset))) \(offset > 0 ? "ahead of" : "behind") the receiver's; check the board's time"
}

private func sum(_ counts: [String: Int]) -> String {
  let parts = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) \($0.value)" }
  let total = counts.values.reduce(0, +)
  return "\(total)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
}

/// Degrees with the five decimals that stand for a metre.
func degrees(_ value: Double) -> String {
  Int64(exactly: (value * 100_000).rounded())?.decimalText(places: 5) ?? "?"
}

/// A time span in words.
func age(_ seconds: Double) -> String {
  let whole = Int(exactly: seconds.rounded()) ?? 0
  switch whole {
  case ..<0: return "\(whole) s"
  case ..<120: return "\(short(seconds)) s"
  case ..<7200: return "\(whole / 60) min"
  case ..<172_800: return "\(whole / 3600) h"
  default: return "\(whole / 86_400) days"
  }
}
