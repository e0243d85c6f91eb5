import Collector
import EventLoop
import HTTPServer

/// `waymark collector`: the embedded server in the foreground.
let collectorCommand = Command(
  name: "collector",
  summary: "Takes locations from trackers over HTTP, in the manner of NextBillion's API, and keeps them in a file.",
  operands: "",
  options: [
    Option("listen", value: "HOST:PORT", "numeric address and port; port 0 takes a free one (127.0.0.1:8080)"),
    Option("database", value: "FILE", "SQLite file, made when missing"),
    Option("key", value: "KEY", "what each request must bear as ?key=KEY; needed beyond this machine"),
  ],
  examples: [
    "waymark collector --database tracks.db",
    "waymark collector --listen 0.0.0.0:8080 --database /var/lib/waymark/tracks.db --key 6f1ed002",
  ],
  run: runCollector)

private func runCollector(_ arguments: Arguments) throws(CommandFailure) {
  let settings = try CollectorSettings(arguments)
  do {
    let loop = try EventLoop()
    let collector = try Collector(
      loop: loop, database: settings.database, address: settings.address, key: settings.key
    ) { complain("waymark collector: \($0)") }
    let port = try collector.start()
    try loop.onSignal { _ in loop.stop() }
    let address = ListenAddress(host: settings.address.host, port: port) ?? settings.address
    complain("collector listening on http://\(address), database \(settings.database)")
    try loop.run()
    collector.stop()
  } catch let error as ListenError {
    throw CommandFailure(.failed, "\(error); choose another with --listen")
  } catch {
    throw CommandFailure(.failed, "\(error)")
  }
}

/// The command line's words, once they make sense.
private struct CollectorSettings {
  let address: ListenAddress
  let database: String
  let key: String?

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
    key = arguments.value("key")
    if key == "" { throw CommandFailure(.usage, "--key needs a key of at least one character") }
    if key == nil, !address.isLoopback {
      throw CommandFailure(
        .usage, "\(address) can be reached from other machines: choose a key with --key KEY, or listen on 127.0.0.1")
    }
    self.address = address
    self.database = database
  }
}
