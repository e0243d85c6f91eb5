import FoundationEssentials
public import Glibc

/// Another program, run by a test: what it says goes to files, and it never outlives the test.
public final class Program {
  /// The process's number.
  public let process: pid_t
  private let folder: TemporaryFolder
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: the file that is its standard input; nothing when nil.
  ///   - environment: `NAME=value` for each variable that it has besides this process's own.
  public init(_ path: String, _ arguments: [String], input: String? = nil, environment: [String] = []) throws {
    folder = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.file("out"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
    // Threads of a test run block most signals, and a child inherits that: SIGTERM would wait for ever.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let inherited = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var variables: [UnsafeMutablePointer<CChar>?] = (inherited + environment).map { strdup($0) } + [nil]
    defer { variables.forEach { free($0) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard result == 0 else { throw ProgramError("\(path) cannot be started: \(String(cString: strerror(result)))") }
    self.process = process
  }

  deinit {
    if status == nil { end(SIGKILL) }
  }

  /// The command that this package builds; it lies beside the test bundle.
  public static func waymark(
    _ arguments: [String], input: String? = nil, environment: [String] = []
  ) throws -> Program {
    try Program(waymarkPath(), arguments, input: input, environment: environment)
  }

  /// Where the command lies that this package builds.
  public static func waymarkPath() throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var folder = URL(filePath: bundle).deletingLastPathComponent()
    // A test bundle may be run by a helper of the toolchain's; its path then is the first argument that names one.
    if let word = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
      folder = URL(filePath: word).deletingLastPathComponent()
    }
    return folder.appending(path: "waymark").path
  }

  /// Waits for the end; gives the exit status, 128 and more for a signal, or nil (and ends it) when it takes longer.
  @discardableResult
  public func wait(seconds: Double) -> Int32? {
    let ended = poll(seconds) { self.reap(WNOHANG) }
    guard ended else {
      end(SIGKILL)
      return nil
    }
    return status
  }

  /// Sends a signal.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Sends a signal and waits for the end; ends it by force when that takes more than 10 s.
  public func end(_ number: Int32) {
    kill(process, number)
    guard !poll(10, { reap(WNOHANG) }) else { return }
    kill(process, SIGKILL)
    _ = reap(0)
  }

  /// What it has written to standard output.
  public var output: String { text("out") }

  /// What it has written to standard error.
  public var errors: String { text("err") }

  /// Waits until standard error holds a line with that text; gives the line, or nil when the time is up or it ended.
  public func awaitErrorLine(_ part: String, seconds: Double) -> String? {
    var found: String?
    _ = poll(seconds) {
      found = self.errors.split(separator: "\n").first { $0.contains(part) }.map(String.init)
      return found != nil || self.reap(WNOHANG)
    }
    return found
  }

  private func text(_ name: String) -> String {
    (try? Data(contentsOf: URL(filePath: folder.file(name)))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func reap(_ flags: Int32) -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, flags) == process else { return false }
    status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
    return true
  }
}

/// Asks again and again until the answer is yes; false when the time is up. For what only another process can tell.
public func poll(_ seconds: Double, _ isDone: () throws -> Bool) rethrows -> Bool {
  var tries = max(1, Int(seconds * 100))
  while try !isDone() {
    tries -= 1
    guard tries > 0 else { return false }
    usleep(10_000)
  }
  return true
}

/// A program that cannot be run.
public struct ProgramError: Error, CustomStringConvertible {
  /// One sentence.
  public let description: String
  init(_ description: String) { self.description = description }
}
