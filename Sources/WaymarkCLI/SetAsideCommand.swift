import LocalAPI

extension Command {
  static let setAside = Command(
    name: "set-aside",
    summary: "Shows the points that the server refused for good, with its answers; sends them again, or drops them.",
    operands: "[show] | send | drop",
    options: BoardClient.options + [
      Option("limit", value: "N", "show: how many of the newest, at most 1000 (1000)")
    ],
    examples: [
      "waymark set-aside", "waymark set-aside --json > refused.geojson",
      "waymark stop && waymark set-aside send && waymark start", "waymark set-aside drop",
    ],
    run: runSetAside)
}

@Sendable private func runSetAside(_ arguments: Arguments) throws {
  try arguments.atMost(1)
  let client = try BoardClient(arguments)
  switch arguments.operands.first {
  case nil, "show":
    let limit = try arguments.number("limit", in: 1...1000) ?? 1000
    let answer = try client.call(.get, "/v1/set-aside?limit=\(limit)", as: SetAsideDocument.self)
    let lines = answer.document.features.map(line)
    show(answer.json, or: lines.isEmpty ? "no point is set aside" : lines.joined(separator: "\n"), arguments)
  case "send":
    let answer = try client.call(.post, "/v1/set-aside/send", as: PointsDocument.self)
    show(answer.json, or: "\(counted(answer.document.points)) back in the queue; `waymark start` sends them", arguments)
  case "drop":
    let answer = try client.call(.delete, "/v1/set-aside", as: PointsDocument.self)
    show(answer.json, or: "dropped \(counted(answer.document.points))", arguments)
  case .some(let word):
    throw CommandFailure(.usage, "'\(word)' is none of show, send and drop")
  }
}

/// One point: time, place, asset, number, answer.
private func line(_ point: SetAsideDocument.Feature) -> String {
  let place = point.geometry.coordinates.reversed().map(degrees).joined(separator: " ")
  let properties = point.properties
  return [properties.time, place, properties.asset ?? "?", properties.name, properties.answer].joined(separator: "  ")
}
