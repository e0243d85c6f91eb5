import Delivery
import Glibc

/// The version that `waymark --version` and the user agent name.
let version = "0.1.0"

/// All subcommands, in the order of `waymark --help`.
let commands: [Command] = [
  .run, .asset, .start, .stop, .mode, .status, .log, .setAside, .trip, .replay, .decode, .simulate, .collector, .boards,
  .config,
]

@main
enum Main {
  // One call: what is written here would be confined to the main actor, and its closures trap on other threads.
  static func main() { exit(waymark(CommandLine.arguments)) }
}

/// Runs the command line; gives the exit status.
func waymark(_ words: [String]) -> Int32 {
  switch words.dropFirst().first {
  case nil:
    complain(usage)
    return CommandFailure.Status.usage.rawValue
  case "--help", "-h", "help":
    writeAll(Array(usage.utf8), to: 1)
    return 0
  case "--version":
    writeAll(Array("waymark \(version)\n".utf8), to: 1)
    return 0
  case .some(let name):
    guard let command = commands.first(where: { $0.name == name }) else {
      complain("waymark: no command '\(name)'; `waymark --help` lists them")
      return CommandFailure.Status.usage.rawValue
    }
    return run(command, words.dropFirst(2))
  }
}

private func run(_ command: Command, _ words: some Sequence<String>) -> Int32 {
  do {
    let arguments = try Arguments(words, for: command)
    if arguments.wantsHelp {
      writeAll(Array(command.help.utf8), to: 1)
    } else {
      try command.run(arguments)
    }
    return 0
  } catch let failure as CommandFailure {
    complain("waymark \(command.name): \(failure.message)")
    return failure.status.rawValue
  } catch let refusal as BindingRefusal {
    complain("waymark \(command.name): \(refusal)")
    return CommandFailure.Status.refused.rawValue
  } catch {
    complain("waymark \(command.name): \(error)")
    return CommandFailure.Status.failed.rawValue
  }
}

private var usage: String {
  let width = commands.map(\.name.count).max() ?? 0
  var text = "usage: waymark COMMAND [options]\n\nAn asset tracker for Linux boards.\n\ncommands:\n"
  for command in commands {
    text += "  \(command.name)" + String(repeating: " ", count: width - command.name.count + 2) + command.summary + "\n"
  }
  return text + "\n`waymark COMMAND --help` tells more.\n"
}
