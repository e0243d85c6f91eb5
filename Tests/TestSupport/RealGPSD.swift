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
  private let folder: TemporaryFolder

  /// Starts it; it is ended with its last reference.
  ///
  /// - Parameters:
  ///   - device: the receiver; none when nil.
  ///   - port: where it is to listen; a free port when nil.
  public init(device: String?, port: UInt16? = nil) throws {
    folder = try TemporaryFolder()
    // It drops its privileges before it opens the device.
    if let device { chmod(device, 0o666) }
    if let port { self.port = port } else { self.port = try Self.freePort() }
    program = try Program(
      Self.path, ["-N", "-n", "-S", "\(self.port)", "-F", folder.file("control")] + (device.map { [$0] } ?? []))
  }

  deinit { end() }

  /// Tells it of a receiver that was plugged in or pulled, as Debian's udev rule does: it gives up a device that it
  /// cannot open, and does not look for it again.
  public func tell(_ device: String, isPlugged: Bool) throws {
    let control = try UnixConnection(folder.file("control"))
    try control.send("\(isPlugged ? "+" : "-")\(device)\r\n")
    let answer = control.line()
    // It may have given up a device that was pulled already.
    guard answer.hasPrefix("OK") || (!isPlugged && !answer.isEmpty) else {
      throw ProgramError("gpsd does not take \(device): \(answer)")
    }
  }

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

/// A connection to a socket in the file system, on which every wait is bounded.
private final class UnixConnection {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw ProgramError("no connection to \(path): \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    guard Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else {
      throw ProgramError("the connection broke")
    }
  }

  func line() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
