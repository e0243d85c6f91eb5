import FoundationEssentials

/// A folder of its own for a test's files, which goes with its last reference.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path = FileManager.default.temporaryDirectory.appending(path: "waymark-test-\(UUID().uuidString)").path

  /// Makes the folder.
  public init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file; gives its path.
  public func file(_ name: String, holding text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }
}
