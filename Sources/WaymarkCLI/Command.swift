/// One option of a command, as parsing, `--help` and completion read it.
struct Option: Sendable {
  /// The long name without its dashes.
  let name: String
  /// A one-letter name, for the few options that people type often.
  let letter: Character?
  /// What the value is called in the help (`FILE`); nil for a switch.
  let value: String?
  /// One line for the help.
  let help: String

  init(_ name: String, letter: Character? = nil, value: String? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

/// One subcommand: a table from which parsing and help come, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What stands after the options, such as `FILE…`; empty for nothing.
  let operands: String
  let options: [Option]
  /// At least one line to copy.
  let examples: [String]
  /// Throws a `CommandFailure`, or any error whose description is a sentence for the user.
  let run: @Sendable (Arguments) throws -> Void

  var help: String {
    var text =
      "usage: waymark \(name)\(options.isEmpty ? "" : " [options]")\(operands.isEmpty ? "" : " \(operands)")\n\n"
    text += summary + "\n"
    let rows = (options + [Option("help", "show this text")]).map { option in
      (option.letter.map { "-\($0), " } ?? "") + "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
    let width = rows.map(\.count).max() ?? 0
    text += "\noptions:\n"
    for (row, option) in zip(rows, options + [Option("help", "show this text")]) {
      text += "  " + row + String(repeating: " ", count: width - row.count + 2) + option.help + "\n"
    }
    text += examples.count == 1 ? "\nexample:\n" : "\nexamples:\n"
    for example in examples { text += "  \(example)\n" }
    return text
  }
}

/// How a command ends when it does not succeed.
struct CommandFailure: Error {
  enum Status: Int32 {
    case failed = 1
    case usage = 2
    case notRunning = 3
    case refused = 4
  }

  let status: Status
  /// One sentence for the user: what failed, why, what to do.
  let message: String
  /// The code of the rule or error, where it has one; it stands in the message too.
  let code: String?

  init(_ status: Status = .failed, _ message: String, code: String? = nil) {
    self.status = status
    self.message = message
    self.code = code
  }
}
