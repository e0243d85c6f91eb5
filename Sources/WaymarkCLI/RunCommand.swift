import EventLoop
import LinuxBoard
import LocalAPI
import Tracking
import Waymark

extension Command {
  static let run = Command(
    name: "run",
    summary: "Tracks in the foreground until SIGTERM: reads the receiver, stores what the mode keeps, uploads it.",
    operands: "",
    options: [
      Option("config", letter: "c", value: "FILE", "the configuration; `waymark config` prints one to start from")
    ],
    examples: ["waymark run -c /etc/waymark/waymark.toml"],
    run: runRun)
}

@Sendable private func runRun(_ arguments: Arguments) throws {
  guard let path = arguments.value("config") else {
    throw CommandFailure(.usage, "-c FILE is missing; `waymark config > waymark.toml` makes a file to start from")
  }
  if let extra = arguments.operands.first { throw CommandFailure(.usage, "nothing is known of '\(extra)' here") }
  let configuration = try readConfiguration(path)
  let log = Locked(RunLog())
  let board = try Board(
    configuration, userAgent: "waymark/\(version)", endsAtSignals: true,
    report: { event in if let line = log.withLock({ $0.line(for: event) }) { complain(line) } })
  let notifications = NotificationLog(complain)
  AssetTracking.shared.addDelegate(notifications)
  let api = LocalAPI(board.control, tracking: .shared)
  if AssetTracking.shared.getAssetId().isEmpty { complain("no asset is bound; `waymark asset bind ID` binds one") }
  do {
    try api.assumeIsolated { try $0.start(onSocket: configuration.socketPath) }
    complain("local API on \(configuration.socketPath)")
  } catch {
    // Tracking matters more than being asked about it.
    complain("tracking goes on without the local API: \(error)")
  }
  let reason = try withExtendedLifetime(notifications) { try board.run() }
  api.assumeIsolated { $0.stop() }
  switch reason {
  case .byUser, .assetTaken: break
  case .bindingRefused(let refusal): throw CommandFailure(.refused, refusal.description)
  case .error(let reason): throw CommandFailure(.failed, reason)
  }
}
