import FoundationEssentials
import LocalAPI

extension Command {
  static let log = Command(
    name: "log",
    summary: "Shows the upload log: every batch with its state, tries and the server's answer, oldest first.",
    operands: "",
    options: BoardClient.options + [
      Option("limit", value: "N", "how many of the newest batches, at most 1000 (50)"),
      Option("follow", letter: "f", "go on with each batch that is sent or refused, until the tracker ends"),
    ],
    examples: ["waymark log", "waymark log --limit 500 --json", "waymark log --follow"],
    run: runLog)
}

@Sendable private func runLog(_ arguments: Arguments) throws {
  try arguments.atMost(0)
  let client = try BoardClient(arguments)
  let limit = try arguments.number("limit", in: 1...1000) ?? 50
  let log = try client.call(.get, "/v1/log?limit=\(limit)", as: LogDocument.self).document
  let isJSON = arguments.has("json")
  for upload in log.uploads.reversed() where !arguments.has("follow") || upload.isDone {
    try printLine(upload, isJSON)
  }
  guard arguments.has("follow") else { return }
  try client.events { event, json in
    guard event == "upload", let upload = try? JSONDecoder().decode(UploadDocument.self, from: Data(json.utf8)) else {
      return
    }
    // A document that was decoded encodes.
    try? printLine(upload, isJSON)
  }
}

extension UploadDocument {
  /// Whether nothing about it changes any more.
  fileprivate var isDone: Bool { state == "sent" || state == "refused" }
}

private func printLine(_ upload: UploadDocument, _ isJSON: Bool) throws {
  var line = uploadLine(upload)
  if isJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    line = String(decoding: try encoder.encode(upload), as: UTF8.self)
  }
  writeAll(Array((line + "\n").utf8), to: 1)
}

/// One batch as a line: state, points, from and to, asset, name, tries, answer.
func uploadLine(_ upload: UploadDocument) -> String {
  func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  let tries = upload.tries == 1 ? "1 try" : "\(upload.tries) tries"
  return [
    padded(upload.state, 7), padded(counted(upload.points), 10), upload.firstTime, upload.lastTime, upload.asset,
    upload.name, tries, upload.answer,
  ].joined(separator: "  ")
}
