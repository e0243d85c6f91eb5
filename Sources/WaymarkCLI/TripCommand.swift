import LocalAPI

extension Command {
  static let trip = Command(
    name: "trip",
    summary: "Starts, changes, ends, shows and removes trips of the asset.",
    operands: "start | update [ID] | end | show [ID] | summary ID | delete ID",
    options: BoardClient.options + [
      Option("name", value: "TEXT", "start, update: the trip's name"),
      Option("custom-id", value: "ID", "start: the id it is to have; letters, digits, - and _"),
      Option("description", value: "TEXT", "start, update: for people"),
      Option("attributes", value: "N=T,N=T", "start, update: pairs of texts; update replaces all there were"),
      Option("no-tracking", "start: leave tracking as it is; else it is turned on"),
    ],
    examples: [
      "waymark trip start --name 'round 1'", "waymark trip update --name 'round 1, late'", "waymark trip end",
      "waymark trip summary 5f0c --json",
    ],
    run: runTrip)
}

@Sendable private func runTrip(_ arguments: Arguments) throws {
  let client = try BoardClient(arguments)
  let words = arguments.operands
  let id = words.count > 1 ? words[1] : nil
  switch words.first {
  case "start":
    try arguments.atMost(1)
    try done("started", try client.call(.post, "/v1/trip", try profile(arguments), as: IDDocument.self), arguments)
  case "update":
    try arguments.atMost(2)
    let path = try id.map(tripPath) ?? "/v1/trip"
    try done("changed", try client.call(.put, path, try profile(arguments), as: IDDocument.self), arguments)
  case "end":
    try arguments.atMost(1)
    try done("ended", try client.call(.post, "/v1/trip/end", as: IDDocument.self), arguments)
  case "show":
    try arguments.atMost(2)
    let answer = try client.call(.get, try id.map(tripPath) ?? "/v1/trip", as: TripDocument.self)
    show(answer.json, or: text(answer.document), arguments)
  case "summary":
    try arguments.atMost(2)
    let answer = try client.call(.get, try tripPath(try needed(id)) + "/summary", as: TripDocument.self)
    show(answer.json, or: text(answer.document), arguments)
  case "delete":
    try arguments.atMost(2)
    try done("removed", try client.call(.delete, try tripPath(try needed(id)), as: IDDocument.self), arguments)
  case .some(let word):
    throw CommandFailure(.usage, "'\(word)' is none of start, update, end, show, summary and delete")
  case nil:
    throw CommandFailure(.usage, "say what to do: start, update, end, show, summary or delete")
  }
}

private func done(_ act: String, _ answer: BoardClient.Answer<IDDocument>, _ arguments: Arguments) throws {
  show(answer.json, or: "\(act) trip \(answer.document.id)", arguments)
}

private func needed(_ id: String?) throws(CommandFailure) -> String {
  guard let id else { throw CommandFailure(.usage, "the trip's ID is missing") }
  return id
}

/// The path of a trip; its id is of a server's alphabet, which needs no encoding.
private func tripPath(_ id: String) throws(CommandFailure) -> String {
  guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#%".utf8.contains($0) }) else {
    throw CommandFailure(.usage, "'\(id)' is no trip's id")
  }
  return "/v1/trip/\(id)"
}

private func profile(_ arguments: Arguments) throws(CommandFailure) -> TripProfileDocument {
  guard let name = arguments.value("name") else { throw CommandFailure(.usage, "--name TEXT is missing") }
  return TripProfileDocument(
    name: name, customID: arguments.value("custom-id"), description: arguments.value("description"),
    attributes: try arguments.attributes(), turnOnTracking: arguments.has("no-tracking") ? false : nil)
}

private func text(_ trip: TripDocument) -> String {
  var lines = ["id           \(trip.id)"]
  if let name = trip.name { lines.append("name         \(name)") }
  if let description = trip.description { lines.append("description  \(description)") }
  for (name, text) in trip.attributes.sorted(by: { $0.key < $1.key }) { lines.append("attribute    \(name)=\(text)") }
  if let state = trip.state { lines.append("state        \(state)") }
  if let asset = trip.asset { lines.append("asset        \(asset)") }
  if let time = trip.startedAt { lines.append("started      \(time)") }
  if let time = trip.endedAt { lines.append("ended        \(time)") }
  lines.append("points       \(trip.points)")
  if let metres = trip.distanceMetres { lines.append("distance     \(short(metres)) m") }
  if let seconds = trip.durationSeconds { lines.append("duration     \(age(seconds))") }
  return lines.joined(separator: "\n")
}
