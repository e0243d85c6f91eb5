/// A button of an alert.
struct AlertAction {
  let title: String
  let handler: @MainActor () -> Void
}

/// What the screens show themselves on.
@MainActor
protocol Terminal: AnyObject {
  /// A short message that needs no answer.
  func toast(_ message: String)
  /// A message that is answered by one of its buttons.
  func alert(title: String, message: String, actions: [AlertAction])
  /// The screen looks different now.
  func refresh()
}

/// One of the program's screens.
@MainActor
protocol Screen: AnyObject {
  /// It comes to the front for the first time.
  func load()
  /// What it shows.
  var text: String { get }
  /// Its buttons and fields: a word to type, and what it does.
  var commands: [(word: String, help: String)] { get }
  /// Performs a command; false for a word that is none of its own.
  func perform(_ word: String, _ rest: String) -> Bool
}

/// The screens on top of each other; the uppermost is seen.
@MainActor
final class Navigator {
  private(set) var screens: [any Screen] = []
  weak var terminal: (any Terminal)?

  var top: (any Screen)? { screens.last }

  /// Shows a screen alone.
  func setRoot(_ screen: any Screen) {
    screens = [screen]
    screen.load()
    terminal?.refresh()
  }

  /// Shows a screen on top of the others.
  func push(_ screen: any Screen) {
    screens.append(screen)
    screen.load()
    terminal?.refresh()
  }

  /// Goes back to the screen below, which stays as it was.
  func pop() {
    guard screens.count > 1 else { return }
    screens.removeLast()
    terminal?.refresh()
  }
}
