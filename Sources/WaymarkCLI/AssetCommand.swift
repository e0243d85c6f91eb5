import Glibc
import LocalAPI

extension Command {
  static let asset = Command(
    name: "asset",
    summary: "Creates, shows, changes and binds the asset that this board reports for.",
    operands: "create | show | update | bind ID",
    options: BoardClient.options + [
      Option("name", value: "TEXT", "create, update: the asset's name"),
      Option("custom-id", value: "ID", "create: the id it is to have; letters, digits, - and _"),
      Option("description", value: "TEXT", "create, update: for people"),
      Option("attributes", value: "N=T,N=T", "create, update: pairs of texts; update replaces all there were"),
      Option("force", "bind: clear the points of another asset that wait, once the server has said yes"),
      Option("no-input", "bind: never ask; what would be asked is refused"),
    ],
    examples: [
      "waymark asset create --name 'my van' --custom-id van-7", "waymark asset bind van-7",
      "waymark asset bind van-8 --force", "waymark asset show --json",
    ],
    run: runAsset)
}

@Sendable private func runAsset(_ arguments: Arguments) throws {
  let client = try BoardClient(arguments)
  switch arguments.operands.first {
  case "create":
    try arguments.atMost(1)
    let answer = try client.call(.post, "/v1/asset", try profile(arguments), as: IDDocument.self)
    show(answer.json, or: "created asset \(answer.document.id); bind it with `waymark asset bind`", arguments)
  case "show":
    try arguments.atMost(1)
    let answer = try client.call(.get, "/v1/asset", as: AssetDocument.self)
    show(answer.json, or: text(answer.document), arguments)
  case "update":
    try arguments.atMost(1)
    let answer = try client.call(.put, "/v1/asset", try profile(arguments), as: AssetProfileDocument.self)
    show(answer.json, or: "changed the asset", arguments)
  case "bind":
    try arguments.atMost(2)
    guard arguments.operands.count == 2 else { throw CommandFailure(.usage, "bind needs the asset's ID") }
    try bind(arguments.operands[1], client, arguments)
  case .some(let word):
    throw CommandFailure(.usage, "'\(word)' is none of create, show, update and bind")
  case nil:
    throw CommandFailure(.usage, "say what to do: create, show, update or bind ID")
  }
}

private func profile(_ arguments: Arguments) throws(CommandFailure) -> AssetProfileDocument {
  guard let name = arguments.value("name") else { throw CommandFailure(.usage, "--name TEXT is missing") }
  return AssetProfileDocument(
    name: name, customID: arguments.value("custom-id"), description: arguments.value("description"),
    attributes: try arguments.attributes())
}

private func bind(_ id: String, _ client: BoardClient, _ arguments: Arguments) throws {
  func bind(force: Bool) throws(CommandFailure) {
    let body = BindDocument(assetID: id, force: force)
    let answer = try client.call(.post, "/v1/asset/bind", body, as: IDDocument.self)
    show(answer.json, or: "bound to asset \(answer.document.id)", arguments)
  }
  do throws(CommandFailure) {
    try bind(force: arguments.has("force"))
  } catch {
    let mayAsk = !arguments.has("no-input") && isatty(0) == 1 && isatty(2) == 1
    guard error.code == "UN_UPLOADED_LOCATION_DATA", mayAsk else {
      throw error.code == "UN_UPLOADED_LOCATION_DATA"
        ? CommandFailure(.refused, error.message + "; send them first, or clear them with --force", code: error.code)
        : error
    }
    guard confirm("\(error.message), do you want to clear local data and force bind to new asset id?") else {
      throw CommandFailure(.refused, "\(error.message); nothing was changed", code: error.code)
    }
    try bind(force: true)
  }
}

/// Asks on the terminal; only a word that begins with y is a yes.
private func confirm(_ question: String) -> Bool {
  writeAll(Array("\(question) [y/N] ".utf8), to: 2)
  return readLine()?.lowercased().hasPrefix("y") ?? false
}

private func text(_ asset: AssetDocument) -> String {
  var lines = ["id           \(asset.id)"]
  if let name = asset.name { lines.append("name         \(name)") }
  if let description = asset.description { lines.append("description  \(description)") }
  for (name, text) in asset.attributes.sorted(by: { $0.key < $1.key }) { lines.append("attribute    \(name)=\(text)") }
  lines.append("device       \(asset.deviceID ?? "none is bound")")
  if let time = asset.createdAt { lines.append("created      \(time)") }
  if let time = asset.updatedAt { lines.append("updated      \(time)") }
  return lines.joined(separator: "\n")
}
