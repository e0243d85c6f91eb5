import LocalAPI

extension Command {
  static let start = Command(
    name: "start",
    summary: "Turns tracking on, for good: it resumes after a restart.",
    operands: "",
    options: BoardClient.options,
    examples: ["waymark start"],
    run: { try switchTracking("start", $0) })

  static let stop = Command(
    name: "stop",
    summary: "Turns tracking off, for good; what can be sent within 4 s is sent, the rest stays.",
    operands: "",
    options: BoardClient.options,
    examples: ["waymark stop"],
    run: { try switchTracking("stop", $0) })

  static let mode = Command(
    name: "mode",
    summary: "Shows the tracking mode, or sets it at once and for good.",
    operands: "[active | balanced | passive | custom]",
    options: BoardClient.options + [
      Option("distance", value: "METRES", "keep a point this far from the last one; this and the next make it custom"),
      Option("least-time", value: "SECONDS", "the least time between two points"),
    ],
    examples: ["waymark mode", "waymark mode passive", "waymark mode custom --distance 50"],
    run: runMode)
}

@Sendable private func switchTracking(_ act: String, _ arguments: Arguments) throws {
  try arguments.atMost(0)
  let answer = try BoardClient(arguments).call(.post, "/v1/\(act)", as: TrackingDocument.self)
  let (isOn, waiting) = (answer.document.tracking, answer.document.waiting)
  show(answer.json, or: "tracking is \(isOn ? "on" : "off"); \(points(waiting)) for upload", arguments)
}

@Sendable private func runMode(_ arguments: Arguments) throws {
  try arguments.atMost(1)
  let client = try BoardClient(arguments)
  var answer = try client.call(.get, "/v1/mode", as: LocationConfigDocument.self)
  if let mode = arguments.operands.first {
    var wanted = LocationConfigDocument(mode: mode)
    wanted.distanceMetres = try arguments.number("distance", in: 0.0...100_000)
    wanted.leastTimeSeconds = try arguments.number("least-time", in: 0.0...86_400)
    answer = try client.call(.put, "/v1/mode", wanted, as: LocationConfigDocument.self)
  }
  show(answer.json, or: text(answer.document), arguments)
}

/// A mode and its thresholds in one line.
func text(_ config: LocationConfigDocument) -> String {
  let rules =
    config.shapeMetres.map { ["the track to within \(short($0)) m"] } ?? [
      config.distanceMetres.map { "\(short($0)) m" }, config.leastTimeSeconds.map { "\(short($0)) s" },
      config.turnDegrees.map { "\(short($0))°" },
    ]
  let parts =
    rules + [
      config.heartbeatSeconds.map { "heartbeat \(short($0)) s" },
      config.accuracyMetres.map { "accuracy \(short($0)) m" },
    ]
  return "\(config.mode) (\(parts.compactMap { $0 }.joined(separator: ", ")))"
}

/// How many points wait, with its verb.
func points(_ count: Int) -> String { counted(count) + (count == 1 ? " waits" : " wait") }

/// A number of points in words.
func counted(_ points: Int) -> String { points == 1 ? "1 point" : "\(points) points" }

/// A number without a needless fraction, at most one digit of it.
func short(_ number: Double) -> String {
  let rounded = (number * 10).rounded() / 10
  guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
  return "\(whole)"
}
