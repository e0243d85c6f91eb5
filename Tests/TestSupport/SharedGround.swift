public import FoundationEssentials

/// Where test data lies.
public enum TestFiles {
  /// This package's folder.
  public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder `fixtures/` of this package.
  public static let fixtures = package.appending(path: "fixtures")

  /// The real captures beside the checkout, which a clone elsewhere does not have.
  public static var sharedGround: URL? {
    let folder = package.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
