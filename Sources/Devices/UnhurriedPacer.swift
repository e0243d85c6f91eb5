/// Lets the loop sleep through several epochs where fixes may wait.
///
/// The kernel's line buffer holds 4,095 bytes and may fill to the half of it: at the port's speed to begin with, later at
/// the rate at which bytes have come.
struct UnhurriedPacer {
  /// Bytes are counted over this time at least: a burst lasts a second at most, and tells little by itself.
  private static let window: Int64 = 2_000_000_000
  private static let windows = 8

  /// How long the port needs to fill half of the buffer.
  private let shortest: Int64
  private var start: Int64?
  private var bytes: Int64 = 0
  /// How long half of the buffer lasted in each of the last windows.
  private var fillTimes: [Int64] = []
  private var next = 0

  /// - Parameter baud: the port's speed.
  init(baud: Int) {
    shortest = TerminalBuffer.halfFullAfter(baud: baud)
  }

  /// So many bytes were there at this time of the boot clock, in nanoseconds. Gives how long to sleep, at most `longest`;
  /// nil is until the next byte, for a receiver that is silent.
  mutating func read(_ count: Int, at now: Int64, longest: Int64) -> Int64? {
    guard count > 0 else {
      start = nil
      return nil
    }
    // More than was expected: all that was learned is wrong.
    if Int64(count) > TerminalBuffer.half * 3 / 2 { forget() }
    note(Int64(count), at: now)
    let fillTime = fillTimes.count < 2 ? shortest : fillTimes.min() ?? shortest
    return min(max(fillTime, shortest), longest)
  }

  private mutating func forget() {
    (start, fillTimes, next) = (nil, [], 0)
  }

  private mutating func note(_ count: Int64, at now: Int64) {
    guard let start else { return begin(now) }
    bytes += count
    let elapsed = now - start
    guard elapsed >= Self.window else { return }
    let (product, isOverflow) = elapsed.multipliedReportingOverflow(by: TerminalBuffer.half)
    let fillTime = isOverflow ? .max : product / bytes
    if fillTimes.count < Self.windows {
      fillTimes.append(fillTime)
    } else {
      fillTimes[next] = fillTime
      next = (next + 1) % Self.windows
    }
    begin(now)
  }

  private mutating func begin(_ now: Int64) {
    (start, bytes) = (now, 0)
  }
}
