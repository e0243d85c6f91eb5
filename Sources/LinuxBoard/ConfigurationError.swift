/// A configuration that cannot be used, with the place of the fault.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `file:line:column: what is wrong and what is right`.
  public let description: String

  init(_ description: String) { self.description = description }

  init(_ file: String, _ line: Int, _ column: Int, _ message: String) {
    description = "\(file):\(line):\(column): \(message)"
  }
}
