/// Lines out of a stream that is cut anywhere: a line ends at LF, and nowhere else.
///
/// Bounded: a line longer than the limit is dropped whole and counted.
struct LineBuffer {
  /// Lines that were too long.
  private(set) var dropped = 0

  private let limit: Int
  private var line: [UInt8] = []
  private var isOverlong = false

  /// - Parameter limit: the longest line, LF not counted.
  init(limit: Int) { self.limit = limit }

  /// Takes a piece of the stream; calls `body` with each line that it ends, without LF, a zero byte behind it.
  mutating func append(_ piece: UnsafeRawBufferPointer, _ body: (inout [UInt8]) -> Void) {
    var rest = piece[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      gather(rest[..<end])
      rest = rest[(end + 1)...]
      if isOverlong {
        dropped &+= 1
      } else {
        line.append(0)
        body(&line)
      }
      clear()
    }
    gather(rest)
  }

  /// Forgets the unfinished line: the stream broke off.
  mutating func clear() {
    line.removeAll(keepingCapacity: true)
    isOverlong = false
  }

  private mutating func gather(_ part: Slice<UnsafeRawBufferPointer>) {
    isOverlong = isOverlong || part.count > limit - line.count
    if !isOverlong { line.append(contentsOf: part) }
  }
}
