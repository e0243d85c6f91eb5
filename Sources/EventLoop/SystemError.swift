import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  public let call: String
  /// The number the kernel gave.
  public let code: Int32

  /// The failure of `call` with the given `errno`.
  public init(call: String, _ code: Int32) {
    self.call = call
    self.code = code
  }

  /// The kernel's words for the number.
  public var reason: String { errnoText(code) }

  /// The call and the kernel's words.
  public var description: String { "\(call): \(reason)" }
}

/// The kernel's words for an error number, such as "No such file or directory".
public func errnoText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// The result of a system call, or its error.
func check(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
  guard result >= 0 else { throw SystemError(call: call, errno) }
  return result
}
