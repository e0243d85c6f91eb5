import EventLoop
import FoundationEssentials
import Glibc

/// The gpsd of this machine, on an ephemeral port of loopback.
struct RealGPSD {
  static let path = "/usr/sbin/gpsd"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  let port: UInt16
  private let process: pid_t

  init(device: String) throws {
    port = try Self.freePort()
    let words = [Self.path, "-N", "-n", "-S", "\(port)", "-F", "none", device]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Threads of a test run block most signals, and a child inherits that: SIGTERM would wait for ever.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let result = posix_spawn(&process, Self.path, nil, &attributes, &arguments, nil)
    guard result == 0 else { throw SystemError(call: "posix_spawn", result) }
    self.process = process
  }

  func end() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// A port that was free a moment ago.
  private static func freePort() throws -> UInt16 {
    let loop = try EventLoop()
    let server = try FakeGPSD(loop)
    server.shutDown()
    return server.port
  }
}
