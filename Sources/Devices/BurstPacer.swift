/// Lets the loop sleep while a receiver's burst trickles in, and read it whole.
///
/// A receiver sends one burst an epoch; at 9600 baud it lasts half a second, and the kernel would wake its reader for
/// every 16 bytes of it. So the first bytes wake the reader, it sleeps as long as bursts have turned out to last, and
/// drains: two wake-ups an epoch. How long a byte takes is learned by watching a burst in full, how many bytes to expect
/// from the last bursts: many receivers send their satellites with each fifth epoch only. Where bursts have turned out
/// to begin at a steady pace, the reader sleeps from the end of one to the end of the next, and looks at a beginning only
/// now and then: one wake-up an epoch.
///
/// The kernel's line buffer holds 4,095 bytes. No sleep is longer than half of it takes to fill: at the port's speed, or
/// with one burst of a steady receiver.
struct BurstPacer {
  /// What to do after a reading. Times are nanoseconds.
  enum Step: Equatable {
    /// Wake up at the next byte.
    case listen
    /// Do not wake up for bytes, and read again then.
    case sleep(Int64)
  }

  private static let millisecond: Int64 = 1_000_000
  /// Shorter sleeps do not pay, and no receiver has more than 20 epochs a second.
  private static let shortest = 50 * millisecond
  /// A second holds an epoch, whatever the port's speed.
  private static let longestBurst = 1000 * millisecond
  private static let watchEvery = 256
  private static let watchesApart = 8
  /// So often a beginning is looked at where it is known beforehand: clocks drift by some milliseconds in a minute.
  private static let listenEvery = 16

  private var longestSleep: Int64
  private var pauses = RecentPauses()
  private var isAsleep = false
  private var start: Int64?
  /// When the last byte came, as far as known.
  private var lastByte: Int64 = 0
  private var bytes = 0
  private var sizes = RecentSizes()
  private var nanosecondsPerByte: Int64 = 0
  /// Bursts until one is watched in full again.
  private var untilWatch = watchEvery
  /// Bursts still to begin before sleeping does; the running one is watched while any are left.
  private var watchesLeft = 2
  private var rhythm = BurstRhythm()
  /// When the burst is expected to begin that is slept through.
  private var expected: Int64?
  /// How many bursts, the running one included, were slept through since one was seen to begin.
  private var unseen = 0
  /// The last burst was not as expected: the next one is looked at.
  private var mustListen = false

  /// - Parameter baud: the port's speed.
  init(baud: Int) {
    longestSleep = TerminalBuffer.halfFullAfter(baud: baud)
  }

  /// So many bytes were there at this time of the boot clock: when they woke the reader, or after its sleep.
  ///
  /// - Parameter isWhole: whether they end a burst for certain.
  mutating func read(_ count: Int, at now: Int64, isWhole: Bool) -> Step {
    if isAsleep {
      isAsleep = false
      if let expected { skip(to: expected, count, isWhole) }
      bytes += count
      // More than the speed allows: a USB receiver, whose nominal speed says nothing.
      if Int64(count) > TerminalBuffer.half { longestSleep = max(longestSleep / 2, Self.millisecond) }
      lastByte = min(now, (start ?? now) + duration(of: bytes))
      return isWhole ? sleepThroughNext(now) : .listen
    }
    takeWakeUp(at: now)
    bytes += count
    lastByte = now
    return next(now)
  }

  private mutating func takeWakeUp(at now: Int64) {
    guard let start else { return begin(now) }
    let pause = now - lastByte
    let isNewBurst = pause >= pauses.longest / 2
    pauses.note(pause, at: now)
    if isNewBurst {
      sizes.note(bytes)
      if watchesLeft > 0 { nanosecondsPerByte = (lastByte - start) / Int64(max(bytes, 1)) }
      begin(now)
    } else if watchesLeft == 0, unseen == 0, untilWatch <= Self.watchEvery - Self.watchesApart {
      // It goes on after it was drained: a receiver that takes its time, or the sleep went on into the next burst. That one
      // is still confused; what is learned from the second one counts.
      watchesLeft = 2
    }
  }

  private mutating func begin(_ now: Int64) {
    start = now
    bytes = 0
    let slept = unseen
    (unseen, mustListen) = (0, false)
    // Before the first long pause, a burst cannot be told from its pieces.
    guard pauses.isKnown else { return }
    rhythm.began(at: now, unseen: slept)
    if watchesLeft > 0 {
      watchesLeft -= 1
      if watchesLeft == 0 { untilWatch = Self.watchEvery }
    } else {
      untilWatch -= 1
      if untilWatch <= 0 { watchesLeft = 1 }
    }
  }

  /// The burst that was slept through is over, unless nothing came.
  private mutating func skip(to beginning: Int64, _ count: Int, _ isWhole: Bool) {
    expected = nil
    guard count > 0 else { return }
    sizes.note(bytes)
    (start, bytes) = (beginning, 0)
    unseen += 1
    mustListen = !isWhole
    untilWatch -= 1
  }

  /// Until the end of the next burst, where its beginning is known and need not be looked at.
  private mutating func sleepThroughNext(_ now: Int64) -> Step {
    guard let start, let period = rhythm.period, !mustListen, unseen < Self.listenEvery, untilWatch > 0,
      sizes.largest <= TerminalBuffer.half
    else {
      return .listen
    }
    let rest = length + 20 * Self.millisecond + length / 16 + rhythm.jitter
    let next = start + period
    // Bursts that leave hardly a pause, or one that is late already.
    guard rest < period - period / 8, next > now else { return .listen }
    expected = next
    isAsleep = true
    return .sleep(next + rest - now)
  }

  /// How long a burst lasts from its first bytes on.
  private var length: Int64 { duration(of: max(sizes.largest, bytes)) }

  private func duration(of bytes: Int) -> Int64 {
    let (duration, isOverflow) = nanosecondsPerByte.multipliedReportingOverflow(by: Int64(bytes))
    return isOverflow ? Self.longestBurst : min(duration, Self.longestBurst)
  }

  private mutating func next(_ now: Int64) -> Step {
    // Bytes without a pause: there is no rhythm to learn.
    let isContinuous = pauses.isKnown && pauses.longest < Self.shortest / 2
    guard let start, isContinuous || watchesLeft == 0 else { return .listen }
    // What comes in one piece needs no second look.
    if !isContinuous, length < 5 * Self.millisecond { return .listen }
    let margin = min(20 * Self.millisecond + length / 16, pauses.longest / 2)
    let rest = isContinuous ? Self.shortest : max(start + length + margin - now, 2 * margin)
    isAsleep = true
    return .sleep(min(rest, longestSleep))
  }
}

/// The longest pause between readings in the last some seconds.
private struct RecentPauses {
  private static let window: Int64 = 1_500_000_000
  /// A pause this long parts two bursts whatever came before; after an outage a longer one would part nothing.
  private static let longestNoted: Int64 = 500_000_000
  /// No receiver pauses this long inside a burst.
  private static let surely: Int64 = 100_000_000

  private var current: Int64 = 0
  private var previous: Int64 = 0
  private var end: Int64?

  var longest: Int64 { max(current, previous) }
  /// Whether a pause that parts two bursts has been seen, or a whole window without one.
  private(set) var isKnown = false

  mutating func note(_ pause: Int64, at now: Int64) {
    if let end, now >= end {
      previous = current
      current = 0
      isKnown = true
    }
    if end.map({ now >= $0 }) ?? true { end = now + Self.window }
    current = max(current, min(pause, Self.longestNoted))
    if current >= Self.surely { isKnown = true }
  }
}

/// How many bytes the last bursts had.
private struct RecentSizes {
  private static let capacity = 16

  private var sizes: [Int] = []
  private var next = 0

  var largest: Int { sizes.max() ?? 0 }

  mutating func note(_ size: Int) {
    if sizes.count < Self.capacity {
      sizes.append(size)
    } else {
      sizes[next] = size
      next = (next + 1) % Self.capacity
    }
  }
}
