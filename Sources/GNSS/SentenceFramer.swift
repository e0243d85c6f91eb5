/// Finds sentences in a stream of bytes that is cut anywhere.
///
/// A sentence begins with `$` wherever that stands and is whole with the two digits behind `*`: line ends matter only to
/// a sentence without checksum. So TAG blocks, blank lines and garbage between sentences need no rule of their own. A new
/// `$` or `!` inside a sentence begins a new one, because neither may stand in a field. What has been decided never
/// depends on where the stream was cut: an unfinished piece is kept and looked at again, from its start, with more bytes.
struct SentenceFramer: ~Copyable {
  /// A sentence whose checksum holds: what it is, and the fields behind its address with the character that ends them.
  struct Sentence {
    let kind: SentenceKind
    let fields: UnsafeRawBufferPointer
  }

  private let allowsMissingChecksum: Bool
  /// Begins with the `$` or the frame's first byte that waits for its end.
  private let pending = UnsafeMutableRawBufferPointer.allocate(byteCount: BinaryFrame.longest, alignment: 8)
  private var pendingCount = 0
  private var head = 0
  /// How many of the pending bytes are copies from the chunk that is being read.
  private var borrowed = 0
  /// Inside a sentence that nobody wants: its bytes are not garbage.
  private var insideUnused = false

  init(allowsMissingChecksum: Bool) {
    self.allowsMissingChecksum = allowsMissingChecksum
  }

  deinit { pending.deallocate() }

  /// A new chunk is about to be read with `next`.
  mutating func begin() { borrowed = 0 }

  /// The next sentence that ends in `chunk`, read from `position` on, which moves. Nil when the chunk is used up; its
  /// unfinished end is kept. The sentence points into the chunk or the framer and is good until the next call.
  mutating func next(
    in chunk: UnsafeRawBufferPointer, at position: inout Int, _ statistics: inout DecoderStatistics
  ) -> Sentence? {
    while true {
      let usesPending = pendingCount > 0
      if usesPending { topUp(from: chunk, at: &position) }
      let bytes = usesPending ? UnsafeRawBufferPointer(rebasing: pending[..<pendingCount]) : chunk
      var at = usesPending ? head : position
      let step = scan(bytes, &at, &statistics)
      if usesPending {
        head = at
        returnBorrowed(to: &position)
      } else {
        position = at
      }
      switch step {
      case .sentence(let sentence):
        return sentence
      case .again:
        continue
      case .incomplete:
        if usesPending && position < chunk.count { continue }
        if !usesPending { keep(chunk, from: &position) }
        return nil
      }
    }
  }

  /// Whether what waits for its end looks like a binary frame.
  var awaitsFrame: Bool { pendingCount > head && BinaryFrame.mayBegin(with: pending[head]) }

  /// No byte has come for a while: what looked like a binary frame is none. Scan once more with an empty chunk.
  mutating func giveUpOnFrame(_ statistics: inout DecoderStatistics) -> Bool {
    guard awaitsFrame else { return false }
    head += 1
    statistics.skippedBytes &+= 1
    if head == pendingCount { clear() }
    return true
  }

  /// The stream ended: an unfinished sentence is lost.
  mutating func finish(_ statistics: inout DecoderStatistics) {
    if pendingCount > head { statistics.refuse(.cut) }
    clear()
    insideUnused = false
  }

  private mutating func clear() {
    (pendingCount, head, borrowed) = (0, 0, 0)
  }

  // MARK: - The unfinished piece

  private mutating func topUp(from chunk: UnsafeRawBufferPointer, at position: inout Int) {
    if head > 0 {
      // Safety: both ranges lie in `pending`; copyMemory allows overlap.
      UnsafeMutableRawBufferPointer(rebasing: pending[..<(pendingCount - head)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: pending[head..<pendingCount]))
      pendingCount -= head
      head = 0
    }
    let count = min(pending.count - pendingCount, chunk.count - position)
    guard count > 0 else { return }
    // Safety: `count` bytes are free behind the pending ones and are there in the chunk.
    UnsafeMutableRawBufferPointer(rebasing: pending[pendingCount..<(pendingCount + count)])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[position..<(position + count)]))
    pendingCount += count
    borrowed += count
    position += count
  }

  /// Once the old bytes are used up, the rest is read from the chunk itself again.
  private mutating func returnBorrowed(to position: inout Int) {
    let rest = pendingCount - head
    guard rest <= borrowed else { return }
    position -= rest
    clear()
  }

  private mutating func keep(_ chunk: UnsafeRawBufferPointer, from position: inout Int) {
    let rest = UnsafeRawBufferPointer(rebasing: chunk[position...])
    // Safety: an unfinished sentence or frame is shorter than the buffer, or it would have been decided.
    UnsafeMutableRawBufferPointer(rebasing: pending[..<rest.count]).copyMemory(from: rest)
    pendingCount = rest.count
    position = chunk.count
  }

  // MARK: - Scanning

  private enum Step {
    case sentence(Sentence)
    /// Something was refused or skipped; go on at the new place.
    case again
    /// The bytes are used up, or what begins at the place needs more of them.
    case incomplete
  }

  @inline(__always)
  private mutating func scan(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ statistics: inout DecoderStatistics
  ) -> Step {
    seekStart(bytes, &at, &statistics)
    guard at < bytes.count else { return .incomplete }
    if BinaryFrame.mayBegin(with: bytes[at]) { return skipFrame(bytes, &at, &statistics) }
    return scanSentence(bytes, &at, &statistics)
  }

  /// Moves to the next byte that may begin something.
  @inline(__always)
  private mutating func seekStart(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ statistics: inout DecoderStatistics
  ) {
    var skipped = 0
    defer { statistics.skippedBytes &+= skipped }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || BinaryFrame.mayBegin(with: byte) { return }
      if byte == 0x0A || byte == 0x0D {
        insideUnused = false
        at &+= 1
        continue
      }
      // The byte itself, and all behind it that can begin nothing.
      let run = 1 &+ Octets.run(bytes, from: at &+ 1, notBelow: UInt8(ascii: "$") &+ 1)
      if !insideUnused { skipped &+= run }
      at &+= run
    }
  }

  private mutating func skipFrame(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ statistics: inout DecoderStatistics
  ) -> Step {
    switch BinaryFrame.examine(bytes, at: at) {
    case .incomplete:
      return .incomplete
    case .none:
      statistics.skippedBytes &+= 1
      at &+= 1
    case .frame(let length):
      statistics.binaryFrames &+= 1
      at &+= length
    }
    insideUnused = false
    return .again
  }

  @inline(__always)
  private mutating func scanSentence(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ statistics: inout DecoderStatistics
  ) -> Step {
    let start = at &+ 1
    insideUnused = false
    guard bytes.count &- start >= Address.needed else { return .incomplete }
    switch Address(bytes, at: start) {
    case .malformed:
      statistics.skippedBytes &+= 1
      at = start
      return .again
    case .unwanted:
      statistics.unused &+= 1
      insideUnused = true
      at = start
      return .again
    case .wanted(let kind, let length):
      let end = SentenceEnd(bytes, from: start, allowsMissingChecksum: allowsMissingChecksum)
      switch end.verdict {
      case .incomplete:
        return .incomplete
      case .refused(let reason):
        statistics.refuse(reason)
        at = end.next
        return .again
      case .good:
        at = end.next
        let fields = UnsafeRawBufferPointer(rebasing: bytes[(start &+ length)...end.end])
        return .sentence(Sentence(kind: kind, fields: fields))
      }
    }
  }
}
