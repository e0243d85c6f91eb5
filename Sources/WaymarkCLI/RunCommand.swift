import LinuxBoard
import Tracking

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
  let reason: StopReason
  do {
    let board = try Board(
      configuration, userAgent: "waymark/\(version)",
      report: { event in if let line = sentence(for: event) { complain(line) } })
    reason = try board.run()
  } catch {
    throw CommandFailure(.failed, "\(error)")
  }
  switch reason {
  case .byUser: break
  case .assetTaken: throw CommandFailure(.refused, "the asset was bound to another device; tracking is off")
  case .bindingRefused(let refusal): throw CommandFailure(.refused, refusal.description)
  case .error(let reason): throw CommandFailure(.failed, reason)
  }
}

/// One line for the log; nil for what happens too often to be one.
private func sentence(for event: TrackerEvent) -> String? {
  switch event {
  case .started(let assetID, let waiting): "tracking asset \(assetID); \(waiting) points wait from before"
  case .sourceConnected: "receiver connected"
  case .sourceLost(let error): "receiver lost: \(error)"
  case .kept, .logged: nil
  case .uploaded(let points, let waiting, let answer): "uploaded \(points) points (\(answer)); \(waiting) wait"
  case .refused(let points, let reason): "the server refused \(points) points for good: \(reason)"
  case .uploadFailed(let reason): "upload failed, will be tried again: \(reason)"
  case .storeFailed(let reason): "the queue cannot be written, points are kept in memory: \(reason)"
  case .overflowed(let points): "the queue was full: the oldest \(points) points are lost"
  case .stopped(_, let waiting): "tracking is off; \(waiting) points wait for the next start"
  }
}
