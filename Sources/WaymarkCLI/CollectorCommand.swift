import Collector
import EventLoop
import HTTPServer

extension Command {
  /// `waymark collector`: the embedded server in the foreground.
  static let collector = Command(
    name: "collector",
    summary: "Takes locations from trackers over HTTP, in the manner of NextBillion's API, and keeps them in a file.",
    operands: "",
    options: [
      Option("listen", value: "HOST:PORT", "numeric address and port; port 0 takes a free one (127.0.0.1:8080)"),
      Option("database", value: "FILE", "SQLite file, made when missing"),
      Option("key", value: "KEY", "what each request must bear as ?key=KEY; needed beyond this machine"),
      Option("key-file", value: "FILE", "the same, from a file's first line: other users see a command line's words"),
      Option("key-header", value: "NAME", "the header field that may bear the key in place of the query"),
      Option("rate", value: "N", "requests a minute and key, others get 429; 0 for no limit (6000)"),
      Option("tiles", value: "URL", "map for the page at /, such as https://tile.example.org/{z}/{x}/{y}.png"),
      Option("fail", value: "PLAN", "what goes wrong on purpose, for tests: KIND:WHEN=FAULT[,…], such as track:2=lost"),
    ],
    examples: [
      "waymark collector --database tracks.db",
      "waymark collector --listen 0.0.0.0:8080 --database /var/lib/waymark/tracks.db --key-file /etc/waymark/collector.key",
      "waymark collector --database test.db --fail 'track:2=lost,track:5-7=503:30s,bind:1=460,*:10=delay:3s'",
    ],
    run: runCollector)
}

@Sendable private func runCollector(_ arguments: Arguments) throws(CommandFailure) {
  let line = try CollectorLine(arguments)
  do {
    let loop = try EventLoop()
    let collector = try Collector(
      loop: loop, database: line.database, address: line.address, settings: line.settings
    ) { complain("waymark collector: \($0)") }
    let port = try collector.start()
    try loop.onSignal { _ in loop.stop() }
    let address = ListenAddress(host: line.address.host, port: port) ?? line.address
    complain("collector listening on http://\(address), database \(line.database)")
    try loop.run()
    collector.stop()
  } catch let error as ListenError {
    throw CommandFailure(.failed, "\(error); choose another with --listen")
  } catch {
    throw CommandFailure(.failed, "\(error)")
  }
}

/// The command line's words, once they make sense.
private struct CollectorLine {
  let address: ListenAddress
  let database: String
  var settings = Collector.Settings()

  init(_ arguments: Arguments) throws(CommandFailure) {
    if let operand = arguments.operands.first {
      throw CommandFailure(.usage, "'\(operand)' is one word too many; the file is named with --database FILE")
    }
    guard let database = arguments.value("database"), !database.isEmpty else {
      throw CommandFailure(.usage, "--database FILE is needed: where the locations are to be kept")
    }
    let listen = arguments.value("listen") ?? "127.0.0.1:8080"
    guard let address = ListenAddress(listen) else {
      throw CommandFailure(
        .usage, "--listen takes a numeric address and a port, such as 127.0.0.1:8080 or [::1]:8080, not '\(listen)'")
    }
    settings.key = try CollectorLine.key(arguments)
    settings.tiles = arguments.value("tiles")
    settings.keyHeader = arguments.value("key-header")
    if let rate: Int = try arguments.number("rate", in: 0...1_000_000) {
      settings.requestsPerMinute = rate == 0 ? nil : rate
    }
    if let plan = arguments.value("fail") {
      do throws(FaultPlanError) {
        settings.faults = try FaultPlan(plan)
      } catch {
        throw CommandFailure(.usage, "--fail: \(error)")
      }
    }
    if settings.key == nil, !address.isLoopback {
      throw CommandFailure(
        .usage, "\(address) can be reached from other machines: choose a key with --key KEY, or listen on 127.0.0.1")
    }
    self.address = address
    self.database = database
  }

  private static func key(_ arguments: Arguments) throws(CommandFailure) -> String? {
    if let file = arguments.value("key-file") {
      let line = try readText(file).split(separator: "\n", maxSplits: 1).first ?? ""
      guard !line.isEmpty else { throw CommandFailure(.usage, "\(file): its first line should be the key") }
      return String(line)
    }
    let key = arguments.value("key")
    if key == "" { throw CommandFailure(.usage, "--key needs a key of at least one character") }
    return key
  }
}
