/// How many requests a key has to its credit: a minute's worth at most, refilled second by second.
struct RateLimit {
  private let perMinute: Double
  private var credit: Double
  private var refilled: Int64?

  /// A limit whose credit is whole.
  init(requestsPerMinute: Int) {
    perMinute = Double(max(1, requestsPerMinute))
    credit = perMinute
  }

  /// Counts one request.
  ///
  /// - Parameter now: Unix seconds.
  /// - Returns: nil when there was credit for it; else the seconds to wait, 1 to 60.
  mutating func take(now: Int64) -> Int64? {
    // A clock that was set back refills nothing; one that was set forward at most a minute's worth.
    let elapsed = min(60, max(0, now &- (refilled ?? now)))
    refilled = now
    credit = min(perMinute, credit + Double(elapsed) * perMinute / 60)
    guard credit < 1 else {
      credit -= 1
      return nil
    }
    return max(1, Int64(((1 - credit) * 60 / perMinute).rounded(.up)))
  }
}
