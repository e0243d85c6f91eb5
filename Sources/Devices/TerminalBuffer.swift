/// The kernel's buffer of a terminal line, which holds 4,095 bytes. What does not fit is lost.
enum TerminalBuffer {
  /// What a sleeping reader may let come together.
  static let half: Int64 = 2047

  /// How long a port at that speed needs to fill half of it, in nanoseconds: ten bits a byte.
  static func halfFullAfter(baud: Int) -> Int64 { half * 10 * 1_000_000_000 / Int64(max(baud, 300)) }
}
