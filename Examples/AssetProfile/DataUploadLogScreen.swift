import Waymark

/// Shows which batches were sent, and how the server took them.
@MainActor
final class DataUploadLogScreen: Screen {
  private(set) var records: [UploadLogRecord] = []
  private let app: App

  init(_ app: App) { self.app = app }

  func load() {
    app.assetTracking.uploadLog(limit: 20) { records in
      self.records = records
      self.app.terminal?.refresh()
    } errorHandler: { error in
      self.app.toast(error.localizedDescription)
    }
  }

  var text: String {
    let lines = records.map { record in
      """
        record name: \(record.name)
        record status: \(record.state.rawValue) (\(record.answer))
        asset id: \(record.assetID)
      """
    }
    return (["Data upload log"] + (lines.isEmpty ? ["  nothing was sent yet"] : lines)).joined(separator: "\n")
  }

  var commands: [(word: String, help: String)] { [("reload", "read the log again"), ("back", "leave the screen")] }

  func perform(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "reload": load()
    case "back": app.navigator.pop()
    default: return false
    }
    return true
  }
}
