import HAL

/// The lines of a capture, byte for byte with their ends.
struct CaptureLines {
  /// A longer line, which is no NMEA, comes in pieces.
  private static let longestLine = 4096

  private let reader: CaptureReader
  private var bytes: [UInt8] = []
  private var start = 0

  /// The lines of a file, or with a nil path of standard input.
  init(path: String?) throws(DeviceError) {
    if let path { reader = try CaptureReader(path: path) } else { reader = CaptureReader() }
  }

  /// Whether the next line is there without reading, which may have to wait when a pipe is read.
  var hasLine: Bool { bytes[start...].prefix(Self.longestLine).contains(UInt8(ascii: "\n")) }

  /// The next line; nil at the end.
  mutating func next() throws(DeviceError) -> ArraySlice<UInt8>? {
    while true {
      let rest = bytes[start...].prefix(Self.longestLine)
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) { return take(start..<(end + 1)) }
      if rest.count == Self.longestLine { return take(rest.indices) }
      let unread = Array(rest)
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: unread)
      start = 0
      let isMore = try reader.next { bytes.append(contentsOf: $0) }
      if !isMore { return bytes.isEmpty ? nil : take(bytes.indices) }
    }
  }

  private mutating func take(_ range: Range<Int>) -> ArraySlice<UInt8> {
    start = range.upperBound
    return bytes[range]
  }
}
