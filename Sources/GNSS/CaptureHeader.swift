/// Takes the comment off the beginning of a capture: the leading lines that begin with `#` were written by a person and
/// not sent by a receiver. A `#` further on may be data.
public struct CaptureHeader: Sendable {
  private enum Place {
    case lineStart, comment, data
  }

  private var place = Place.lineStart

  /// At the beginning of a capture.
  public init() {}

  /// What is left of the next piece of the capture when comment lines are taken off.
  public mutating func body(of piece: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    while start < piece.count, place != .data {
      let byte = piece[start]
      switch place {
      case .lineStart where byte != UInt8(ascii: "#"): place = .data
      case .comment where byte == 0x0A: place = .lineStart
      default: place = .comment
      }
      if place != .data { start &+= 1 }
    }
    return UnsafeRawBufferPointer(rebasing: piece[start...])
  }
}
