import LinuxBoard

extension Command {
  static let config = Command(
    name: "config",
    summary: "Prints the configuration with every key explained; with --check says what is wrong with a file.",
    operands: "[FILE]",
    options: [
      Option("check", "check FILE instead of printing the default"),
      Option(
        "board", value: "NAME", "fill in a board's port, receiver, light; `waymark boards` lists them, `auto` detects"),
    ],
    examples: [
      "waymark config > waymark.toml", "waymark config --board raspberry-pi-zero-2-w > waymark.toml",
      "waymark config --check waymark.toml",
    ],
    run: runConfig)
}

@Sendable private func runConfig(_ arguments: Arguments) throws {
  guard arguments.has("check") else {
    guard arguments.operands.isEmpty else {
      throw CommandFailure(.usage, "to check \(arguments.operands[0]) say `waymark config --check`")
    }
    let board = try arguments.value("board").map { try boardProfile($0) }
    writeAll(Array(Configuration.commented(for: board).utf8), to: 1)
    return
  }
  guard arguments.operands.count == 1 else { throw CommandFailure(.usage, "--check needs one FILE") }
  _ = try readConfiguration(arguments.operands[0])
  writeAll(Array("\(arguments.operands[0]): all right\n".utf8), to: 1)
}

/// Reads and checks a configuration file; whatever is wrong with it is wrong usage.
func readConfiguration(_ path: String) throws(CommandFailure) -> Configuration {
  let text = try readText(path)
  do throws(ConfigurationError) {
    return try Configuration(text, file: path)
  } catch {
    throw CommandFailure(.usage, error.description)
  }
}
