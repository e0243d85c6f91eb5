/// The words of a command line, sorted by the command's table.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private(set) var wantsHelp = false

  /// Sorts the words that follow the command's name. `--name value` and `--name=value` are the same, `--` ends the
  /// options, and a lone `-` is an operand (standard input).
  init(_ words: some Sequence<String>, for command: Command) throws(CommandFailure) {
    var words = Array(words)[...]
    var optionsEnded = false
    while let word = words.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word == "--help" || word == "-h" {
        wantsHelp = true
      } else {
        try take(word, &words, for: command)
      }
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, for command: Command
  ) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let option = command.options.first { option in
      parts[0] == "--" + option.name || option.letter.map { parts[0] == "-\($0)" } ?? false
    }
    guard let option else {
      throw CommandFailure(.usage, "unknown option \(parts[0]); `waymark \(command.name) --help` lists the options")
    }
    if let valueName = option.value {
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw CommandFailure(.usage, "--\(option.name) needs a value: --\(option.name) \(valueName)")
      }
      values[option.name] = value
    } else if parts.count > 1 {
      throw CommandFailure(.usage, "--\(option.name) is a switch and takes no value")
    } else {
      values[option.name] = ""
    }
  }

  /// Whether the option stands on the command line.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The option's value; nil when it was not given.
  func value(_ name: String) -> String? { values[name] }

  /// The option's value as a number; nil when it was not given.
  func number<Number: LosslessStringConvertible & Comparable>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(CommandFailure) -> Number? {
    guard let text = values[name] else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw CommandFailure(
        .usage, "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}
