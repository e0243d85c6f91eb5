import Glibc

/// A line on standard error that grows with the work; nothing where no person watches.
struct ProgressBar {
  private let total: Int64
  private let isShown: Bool
  private var drawn = -1
  private let width = 40

  /// A bar for so many bytes.
  init(total: Int64) {
    self.total = max(1, total)
    isShown = isatty(2) != 0
  }

  /// Draws what is done, when that shows.
  mutating func update(_ done: Int64, _ note: @autoclosure () -> String) {
    guard isShown else { return }
    let percent = Int(min(100, max(0, done) &* 100 / total))
    guard percent != drawn else { return }
    drawn = percent
    let filled = width * percent / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    writeAll(Array("\r[\(bar)] \(percent) %  \(note())\u{1B}[K".utf8), to: 2)
  }

  /// Takes the line away.
  func clear() {
    if isShown, drawn >= 0 { writeAll(Array("\r\u{1B}[K".utf8), to: 2) }
  }
}
