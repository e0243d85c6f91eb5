import GNSS
import Glibc

/// Where `decode` reads from.
enum DecodeSource {
  /// Bytes that come to an end: a capture or standard input.
  case bytes(CaptureInput)

  /// The source that a word of the command line names; opens it.
  init(_ word: String) throws(CommandFailure) {
    if word == "-" {
      self = .bytes(CaptureInput(standardInput: ()))
    } else if let scheme = word.range(of: "://") {
      throw CommandFailure(
        .usage, "no source of the kind '\(word[..<scheme.lowerBound])://'; give a path, or - for standard input")
    } else {
      self = .bytes(try CaptureInput(path: word))
    }
  }
}

extension String {
  /// Where the text first stands.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}

/// Bytes from a descriptor, until it ends.
struct CaptureInput {
  /// Whether somebody may be waiting for each line: the bytes do not come from a file.
  let isInteractive: Bool

  private let descriptor: Int32
  /// The file's path; nil for standard input.
  private let path: String?

  init(standardInput: Void) {
    descriptor = 0
    path = nil
    isInteractive = true
  }

  init(path: String) throws(CommandFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure(.failed, "\(path): \(Self.reason(errno))") }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw CommandFailure(.failed, "\(path) is a directory; give the path of a capture")
    }
    self.descriptor = descriptor
    self.path = path
    isInteractive = status.st_mode & S_IFMT != S_IFREG
  }

  /// Calls `body` for each piece. The comment at the beginning of a file is no data.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var header = CaptureHeader()
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw CommandFailure(.failed, "\(path ?? "standard input"): \(Self.reason(errno))")
      }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      body(path == nil ? piece : header.body(of: piece))
    }
  }

  /// Tells the user when nothing in the input was a sentence: an error for a file, a remark for standard input.
  func check(_ statistics: DecoderStatistics) throws(CommandFailure) {
    // Between random bytes a few look like the beginning of a sentence.
    let isNoise = statistics.skippedBytes > statistics.bytes / 2
    guard statistics.good == 0, statistics.unused == 0 || statistics.refused > 0 || isNoise else { return }
    let text = (path ?? "standard input") + Self.complaint(statistics)
    if path != nil { throw CommandFailure(.failed, text) }
    complain("waymark decode: \(text)")
  }

  private static func complaint(_ statistics: DecoderStatistics) -> String {
    if statistics.bytes == 0 { return " is empty" }
    if statistics.refused(.missingChecksum) > 0 {
      return ": no sentence has a checksum; --allow-missing-checksum takes them without"
    }
    if statistics.refused > 0 {
      return ": all \(statistics.refused) sentences are damaged; --stats counts the reasons"
    }
    if statistics.binaryFrames > 0 {
      return ": only binary frames, \(statistics.binaryFrames) of them; switch the receiver's NMEA output on"
    }
    return ": no NMEA sentence in \(statistics.bytes) bytes; give a capture of a receiver's NMEA output"
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file; check the path"
    case EACCES: "may not be read by this user; check its permissions"
    case EIO: "reading failed (input/output error); the device or the disk may be damaged or gone"
    default: String(cString: strerror(code))
    }
  }
}
