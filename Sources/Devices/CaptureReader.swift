import EventLoop
import Glibc
public import HAL

/// A capture, piece by piece: the bytes a receiver sent, without the `#` comments at the head of the file. One that is
/// packed with gzip, whatever its name, is unpacked.
///
/// Comments further down stay: they are what the receiver's line carried, for the decoder to refuse.
public final class CaptureReader {
  /// The file's size for a progress bar; nil for a pipe.
  public let size: Int64?
  /// How many bytes of the file have been read, comments included.
  public private(set) var position: Int64 = 0

  private let name: String
  private let descriptor: Int32
  private var header = CommentHeader()
  private var gunzip: Gunzip?
  // Safety: allocated in init, freed in deinit; lent to the caller for the length of one call only.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  private init(name: String, descriptor: Int32, size: Int64?) {
    self.name = name
    self.descriptor = descriptor
    self.size = size
  }

  /// Opens the file.
  ///
  /// - Throws: a sentence that says what to do.
  public convenience init(path: String) throws(DeviceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    if let refusal = Self.refusal(path, kind, descriptor) {
      _ = close(descriptor)
      throw refusal
    }
    self.init(name: path, descriptor: descriptor, size: kind == S_IFREG ? Int64(status.st_size) : nil)
  }

  /// Reads standard input.
  public convenience init() { self.init(name: "standard input", descriptor: 0, size: nil) }

  deinit {
    buffer.deallocate()
    if descriptor != 0 { _ = close(descriptor) }
  }

  private static func refusal(_ path: String, _ kind: mode_t, _ descriptor: Int32) -> DeviceError? {
    if kind == S_IFDIR { return DeviceError(.unusable, "\(path) is a directory; give the captures in it by name") }
    guard kind == S_IFCHR, isatty(descriptor) != 0 else { return nil }
    return DeviceError(.unusable, "\(path) is a device, not a capture; to read it live, give serial://\(path)")
  }

  /// Lends the next piece to `body`, cut anywhere; gives false at the end.
  ///
  /// - Throws: a sentence when the file cannot be read on.
  public func next(_ body: (UnsafeRawBufferPointer) -> Void) throws(DeviceError) -> Bool {
    var count = read(descriptor, buffer.baseAddress, buffer.count)
    while count < 0, errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
    guard count >= 0 else { throw Self.error(name, errno) }
    do throws(Gunzip.Failure) {
      guard count > 0 else {
        try gunzip?.finish()
        return false
      }
      let piece = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
      if position == 0, Gunzip.isMagic(piece) { gunzip = try Gunzip() }
      position &+= Int64(count)
      guard let gunzip else {
        lend(piece, body)
        return true
      }
      try gunzip.take(piece) { lend($0, body) }
      return true
    } catch {
      throw Self.error(name, error)
    }
  }

  private func lend(_ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    body(UnsafeRawBufferPointer(rebasing: piece.dropFirst(header.length(in: piece))))
  }

  private static func error(_ path: String, _ failure: Gunzip.Failure) -> DeviceError {
    switch failure {
    case .damaged: DeviceError(.unusable, "\(path) is packed with gzip and damaged: gzip --test tells more")
    case .cutShort: DeviceError(.unusable, "\(path) is packed with gzip and cut short: fetch it again")
    case .outOfMemory: DeviceError(.unusable, "\(path) cannot be unpacked for want of memory")
    }
  }

  private static func error(_ path: String, _ code: Int32) -> DeviceError {
    switch code {
    case ENOENT, ENOTDIR: DeviceError(.absent, "there is no file \(path)")
    case EACCES, EPERM: DeviceError(.permission, "\(path) may not be read by this user: chmod +r \(path)")
    default: DeviceError(.unusable, "\(path) cannot be read: \(errnoText(code))")
    }
  }
}

/// Finds the end of the comments that a capture starts with, over pieces that are cut anywhere.
struct CommentHeader {
  private enum State { case lineStart, comment, over }
  private var state = State.lineStart

  /// How many bytes at the start of this piece still belong to the comments.
  mutating func length(in piece: some Collection<UInt8>) -> Int {
    guard state != .over else { return 0 }
    var length = 0
    for byte in piece {
      if state == .lineStart {
        guard byte == UInt8(ascii: "#") else {
          state = .over
          break
        }
        state = .comment
      } else if byte == UInt8(ascii: "\n") {
        state = .lineStart
      }
      length += 1
    }
    return length
  }
}
