import FoundationEssentials
import Glibc

/// A folder for files that end with the run; removed with its last reference.
final class TemporaryFolder {
  private let path: String

  /// Makes the folder, in memory where the system has a place for that: nothing in it need survive a power cut, and a
  /// disk makes a long replay wait for each of its thousands of transactions.
  init() throws(CommandFailure) {
    let memory = "/dev/shm"
    let parent = access(memory, W_OK | X_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    path = "\(parent)/waymark-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.failed, "cannot make the folder \(path) for temporary files")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
