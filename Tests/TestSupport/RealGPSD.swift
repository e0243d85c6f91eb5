import FoundationEssentials
import Glibc

/// The gpsd of this machine, reading one device, on a free port of the loopback interface.
public final class RealGPSD {
  private static let path = "/usr/sbin/gpsd"
  /// Whether there is one.
  public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Where it listens.
  public let port: UInt16
  private let program: Program

  /// Starts it; it is ended with its last reference.
  public init(device: String) throws {
    // It drops its privileges before it opens the device.
    chmod(device, 0o666)
    port = try Self.freePort()
    program = try Program(Self.path, ["-N", "-n", "-S", "\(port)", "-F", "none", device])
  }

  deinit { end() }

  /// Ends it.
  public func end() { program.end(SIGTERM) }

  /// A port that was free a moment ago.
  private static func freePort() throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard result else { throw ProgramError("no free port on the loopback interface") }
    return UInt16(bigEndian: address.sin_port)
  }
}
