/// Which epochs a receiver sends after it was told another interval than that of its capture.
struct EpochInterval {
  private var sinceSent: Int64?

  /// What becomes of an epoch that follows the one before after `pause` nanoseconds: when it comes, and whether it is
  /// sent. A shorter interval plays faster, a longer one leaves epochs out.
  mutating func next(after pause: Int64, interval: Int?) -> (pause: Int64, isSent: Bool) {
    guard let interval else { return (pause, true) }
    let wanted = Int64(clamping: interval) &* 1_000_000
    if wanted <= pause { return (wanted, true) }
    // A tenth of tolerance, for captures whose steps are not even.
    let since = (sinceSent ?? wanted) &+ pause
    let isSent = since >= wanted - wanted / 10
    sinceSent = isSent ? 0 : since
    return (pause, isSent)
  }
}

/// Bytes on their way through a serial line of a certain speed, in the pieces in which a UART hands them on.
struct SimulatedLine {
  /// What does not fit is lost: more than a line of that speed carries.
  static let capacity = 65_536

  /// Nanoseconds that a piece takes.
  let period: Int64
  private let pieceSize: Int
  private var bytes: [UInt8] = []

  /// - Parameter baud: the speed; 8 bits, a start and a stop bit a byte.
  init(baud: Int) {
    // A UART's FIFO holds 16 bytes; pieces of 16 at high speeds would only cost time.
    pieceSize = max(16, baud / 600)
    period = Int64(pieceSize) * 10_000_000_000 / Int64(max(baud, 1))
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Puts bytes behind the others; gives how many fit.
  mutating func append(_ more: [UInt8]) -> Int {
    let fitting = more.prefix(Self.capacity - bytes.count)
    bytes += fitting
    return fitting.count
  }

  /// The piece that arrives next.
  mutating func next() -> [UInt8] {
    let piece = Array(bytes.prefix(pieceSize))
    bytes.removeFirst(piece.count)
    return piece
  }

  mutating func clear() { bytes = [] }
}
