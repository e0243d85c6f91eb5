/// Shows the screens as lines on standard output, and takes commands from lines.
@MainActor
final class LineTerminal: Terminal {
  weak var navigator: Navigator?
  private var actions: [AlertAction] = []
  private var shown = ""

  func toast(_ message: String) { print("» \(message)") }

  func alert(title: String, message: String, actions: [AlertAction]) {
    self.actions = actions
    print("┌ " + [title, message].filter { !$0.isEmpty }.joined(separator: "\n│ "))
    print("└ " + actions.map { "[\($0.title)]" }.joined(separator: " "))
  }

  func refresh() {
    let text = navigator?.top?.text ?? ""
    guard text != shown else { return }
    shown = text
    print(text)
  }

  /// Performs a line; false for the one that ends the program.
  func take(_ line: String) -> Bool {
    let parts = line.split(separator: " ", maxSplits: 1)
    let word = parts.first.map(String.init) ?? ""
    if let action = actions.first(where: { $0.title.lowercased() == word.lowercased() }) {
      actions = []
      action.handler()
      return true
    }
    if word == "quit" { return false }
    if word.isEmpty || navigator?.top?.perform(word, parts.count > 1 ? String(parts[1]) : "") == true { return true }
    for (word, help) in navigator?.top?.commands ?? [] { print("  \(word)  \(help)") }
    print("  quit  end the program")
    return true
  }
}
