import FoundationEssentials
import LinuxBoard
import Waymark

/// The asset profile and tracking screens of a phone's example, on a board's terminal.
///
///     AssetProfile waymark.toml preferences.json
///
/// The configuration names receiver, server and API key; without `asset.id` in it the screens bind the asset.
@main
enum Main {
  static func main() async {
    do {
      try await run(CommandLine.arguments)
    } catch {
      print("AssetProfile: \(error)")
    }
  }

  @MainActor
  private static func run(_ arguments: [String]) async throws {
    guard arguments.count == 3 else { return print("usage: AssetProfile CONFIGURATION PREFERENCES") }
    let text = String(decoding: try Data(contentsOf: URL(filePath: arguments[1])), as: UTF8.self)
    let configuration = try Configuration(text, file: arguments[1])
    let board = try Board(configuration, userAgent: "asset-profile/0.1")
    try board.start()

    let terminal = LineTerminal()
    let app = App(terminal, preferences: Preferences(path: arguments[2]), apiKey: configuration.serverKey)
    terminal.navigator = app.navigator
    app.launch()
    for await line in lines() where !terminal.take(line) { break }
    await board.stop()
  }

  /// The lines of standard input; they are read off the main actor, which goes on meanwhile.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Task.detached {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
