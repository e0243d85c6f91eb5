import Tracking

/// Chooses what a tracker that runs for years says in the log: a line for each change, none for what goes on as before.
struct RunLog {
  private var uploadsWork = false
  private var lastFailure: String?

  /// One line; nil for what is no change.
  mutating func line(for event: TrackerEvent) -> String? {
    switch event {
    case .started(let assetID, let waiting): return "tracking asset \(assetID); \(points(waiting)) from before"
    case .sourceConnected: return "receiver connected"
    case .sourceLost(let error): return "receiver lost: \(error)"
    case .sourceUncontrolled(let error): return error.description
    case .kept, .logged: return nil
    case .uploaded(let count, let waiting, let answer):
      lastFailure = nil
      defer { uploadsWork = true }
      return uploadsWork ? nil : "uploads work: \(counted(count)) confirmed (\(answer)); \(points(waiting))"
    case .uploadFailed(let reason):
      uploadsWork = false
      defer { lastFailure = reason }
      return reason == lastFailure ? nil : "upload failed, will be tried again: \(reason)"
    case .uploadDenied(let reason):
      uploadsWork = false
      defer { lastFailure = reason }
      return reason == lastFailure
        ? nil : "ALARM: the server does not accept this board; points are kept, and it is asked every 5 min: \(reason)"
    case .refused(let count, let reason):
      return "the server refused \(counted(count)) for good; `waymark set-aside` shows what: \(reason)"
    case .storeFailed(let reason): return "the queue cannot be written, points are kept in memory: \(reason)"
    case .storeRecovered: return "the queue can be written again; points are safe on the disk"
    case .storeNotice(let notice): return notice
    case .overflowed(let count): return "the queue was full: \(counted(count)) lost, the oldest"
    case .stopped(.assetTaken, _):
      return "the asset was bound to another device; tracking is off until it is bound here again"
    case .stopped(_, let waiting): return "tracking is off; \(points(waiting)) for the next start"
    }
  }
}
