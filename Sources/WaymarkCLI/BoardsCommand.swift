import LinuxBoard

extension Command {
  static let boards = Command(
    name: "boards",
    summary: "Lists the boards that are known, shows where a receiver is connected to one, or tells which one this is.",
    operands: "[NAME]",
    options: [Option("detect", "tell the board that this command runs on")],
    examples: ["waymark boards", "waymark boards raspberry-pi-zero-2-w", "waymark boards --detect"],
    run: runBoards)
}

@Sendable private func runBoards(_ arguments: Arguments) throws {
  if arguments.has("detect") {
    guard arguments.operands.isEmpty else { throw CommandFailure(.usage, "--detect takes no NAME") }
    writeAll(Array(description(of: try boardProfile("auto")).utf8), to: 1)
  } else if let name = arguments.operands.first {
    guard arguments.operands.count == 1 else { throw CommandFailure(.usage, "give one NAME") }
    writeAll(Array(description(of: try boardProfile(name)).utf8), to: 1)
  } else {
    let profiles = try profiles()
    let width = profiles.map(\.name.count).max() ?? 0
    let lines = profiles.map { $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.model + "\n" }
    writeAll(Array(lines.joined().utf8), to: 1)
  }
}

/// The profile of that name; `auto` is that of the board this runs on.
func boardProfile(_ name: String) throws(CommandFailure) -> BoardProfile {
  let profiles = try profiles()
  guard name == "auto" else {
    if let profile = profiles.first(where: { $0.name == name }) { return profile }
    throw CommandFailure(.usage, "no board '\(name)' is known; `waymark boards` lists them")
  }
  let deviceTree = BoardProfile.deviceTree()
  if let profile = BoardProfile.detect(deviceTree, in: profiles) { return profile }
  let words = deviceTree.first.map { "it calls itself \($0)" } ?? "it has no device tree"
  throw CommandFailure(
    .failed, "this board is not known (\(words)); usb-receiver suits any, and boards/ takes new ones")
}

private func profiles() throws(CommandFailure) -> [BoardProfile] {
  do throws(ConfigurationError) {
    return try BoardProfile.all()
  } catch {
    throw CommandFailure(.failed, error.description)
  }
}

private func description(of board: BoardProfile) -> String {
  var rows: [(String, String)] = [
    ("board", "\(board.name): \(board.model)"), ("source", board.source), ("connect", board.pins),
  ]
  rows += board.enable.map { ("enable", $0) }
  if let console = board.console { rows.append(("conflict", console)) }
  rows += board.ppsEnable.map { ("pulse", $0) }
  if let device = board.ppsDevice { rows.append(("pulse", device)) }
  if let led = board.led { rows.append(("light", led)) }
  if let supply = board.powerSupply { rows.append(("battery", supply)) }
  for hat in board.hats {
    let pulse = hat.pps.map { ", pulse on GPIO \($0)" } ?? ""
    rows.append(("receiver", "\(hat.name): \(hat.model), \(hat.receiver.rawValue), \(hat.baud) baud\(pulse)"))
  }
  rows += board.sources.map { ("source of facts", $0) }
  rows += board.unverified.map { ("not verified", $0) }
  return rows.map { $0.0 + String(repeating: " ", count: 17 - $0.0.count) + $0.1 + "\n" }.joined()
}
