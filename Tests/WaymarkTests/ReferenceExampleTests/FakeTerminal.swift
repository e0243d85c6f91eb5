@testable import AssetProfile

/// Remembers what the screens show, and lets a test wait for it.
@MainActor
final class FakeTerminal: Terminal {
  private(set) var toasts: [String] = []
  private(set) var alerts: [(title: String, message: String, actions: [AlertAction])] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func toast(_ message: String) {
    toasts.append(message)
    refresh()
  }

  func alert(title: String, message: String, actions: [AlertAction]) {
    alerts.append((title, message, actions))
    refresh()
  }

  func refresh() {
    let waiters = waiting
    waiting = []
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until what is shown makes the condition true; the test's time limit bounds it.
  func until(_ condition: () -> Bool) async {
    while !condition() { await withCheckedContinuation { waiting.append($0) } }
  }

  /// The next toast.
  func nextToast() async -> String {
    await until { !toasts.isEmpty }
    return toasts.removeFirst()
  }

  /// The next alert.
  func nextAlert() async -> (title: String, message: String, actions: [AlertAction]) {
    await until { !alerts.isEmpty }
    return alerts.removeFirst()
  }
}
