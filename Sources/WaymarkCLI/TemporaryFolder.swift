import FoundationEssentials

/// A folder for files that end with the run; removed with its last reference.
final class TemporaryFolder {
  private let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path

  init() throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.failed, "cannot make the folder \(path) for temporary files")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
