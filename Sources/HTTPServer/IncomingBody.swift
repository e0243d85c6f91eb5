/// The body of a request as it comes in: kept up to a limit, and swallowed beyond it, so that a client that sends before
/// it listens still hears why it was refused.
struct IncomingBody {
  /// How many times the limit is swallowed before the connection is cut.
  private static let patience = 16

  let limit: Int
  private(set) var bytes: [UInt8] = []
  private var received = 0

  init(limit: Int) { self.limit = limit }

  /// Whether more came than may be kept.
  var isTooLarge: Bool { received > limit }

  /// Takes the next piece.
  ///
  /// - Returns: false when the client has sent so much that it is not worth listening any longer.
  mutating func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    received = received.addingReportingOverflow(piece.count).partialValue
    if isTooLarge {
      bytes = []
    } else {
      bytes.append(contentsOf: piece)
    }
    return received / IncomingBody.patience <= limit
  }

  /// Whether a body of that declared length should be refused before the client, which waits for leave to send, sends
  /// it. Others are swallowed: an answer in the middle of their sending is often lost.
  static func isRefusedUnsent(declared: String?, expect: String?, limit: Int) -> Bool {
    guard let declared, expect?.lowercased() == "100-continue" else { return false }
    return Int(declared).map { $0 > limit } ?? true
  }
}
