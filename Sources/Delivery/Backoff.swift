/// Random numbers from a seed, the same on every machine (the SplitMix64 generator of Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The sequence of that seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// How long to wait after the n-th failure in a row: a random time up to a bound that doubles from 1 s to 5 min, so that
/// a fleet whose server comes back does not call all at once ("full jitter").
///
/// failures  1    2    3    4    5     6     7     8      9     10 …
/// at most   1 s  2 s  4 s  8 s  16 s  32 s  64 s  128 s  256 s  300 s
public struct Backoff: Sendable {
  /// How many failures in a row there were.
  public private(set) var failures = 0
  private var random: SplitMix64

  /// Half a second at least, so that a server that refuses at once is not called in a loop.
  private let leastSeconds = 0.5
  private let mostSeconds = 300.0

  /// A backoff without failures; boards of different seeds wait differently.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Counts a failure and gives the seconds to wait, never less than the server asked for.
  public mutating func fail(atLeast asked: Int?) -> Double {
    failures += 1
    let bound = min(mostSeconds, Double(sign: .plus, exponent: min(failures - 1, 16), significand: 1))
    let wait = max(leastSeconds, Double.random(in: 0...bound, using: &random))
    return max(wait, Double(max(0, asked ?? 0)))
  }

  /// Something succeeded: the next failure is the first one again.
  public mutating func clear() { failures = 0 }
}
