/// What goes wrong with a simulated receiver, and when. Times are seconds since it began to play.
public struct FaultPlan: Hashable, Sendable {
  /// The chance of each sentence to be left out.
  public var drop = 0.0
  /// The chance of each sentence to have one byte changed.
  public var garble = 0.0
  /// Seconds without a fix at the start: the sentences are void.
  public var coldStart = 0.0
  /// When the plug is pulled; nil never.
  public var unplugAt: Double?
  /// Seconds until it is plugged in again; nil never.
  public var replugAfter: Double?
  /// Whether the port has another name then.
  public var renames = false
  /// When it falls silent; nil never.
  public var silenceAt: Double?
  /// Seconds until it speaks again; nil never.
  public var silenceFor: Double?
  /// What chance draws from: the same seed gives the same faults.
  public var seed: UInt64 = 1

  /// Nothing goes wrong.
  public init() {}

  /// Whether the plug is in at this time.
  func isPlugged(at seconds: Double) -> Bool { !Self.span(unplugAt, replugAfter, holds: seconds) }

  /// Whether nothing is sent at this time.
  func isSilent(at seconds: Double) -> Bool { Self.span(silenceAt, silenceFor, holds: seconds) }

  /// When the plug is pulled or put in next; nil when that is over.
  func nextPlugChange(after seconds: Double) -> Double? {
    guard let unplugAt else { return nil }
    return [unplugAt, replugAfter.map { unplugAt + $0 }].compactMap { $0 }.first { $0 > seconds }
  }

  private static func span(_ start: Double?, _ length: Double?, holds time: Double) -> Bool {
    guard let start, time >= start else { return false }
    return length.map { time < start + $0 } ?? true
  }
}

/// Leaves sentences out and damages others, by chance that repeats exactly.
struct LineFaults {
  private let drop: Double
  private let garble: Double
  private var random: SeededRandom

  init(_ plan: FaultPlan) {
    drop = plan.drop
    garble = plan.garble
    random = SeededRandom(seed: plan.seed)
  }

  /// What is sent of this line; nothing when it is left out. Its end stays whole.
  mutating func line(_ line: [UInt8]) -> [UInt8] {
    // The change keeps a character's kind: an A that became an a would leave a checksum right.
    // Each line takes the same number of draws, so that one fault does not move the others.
    let draws = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
    let (place, change) = (random.next(), UInt8.random(in: 1...31, using: &random))
    if draws.0 < drop { return [] }
    let length = line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
    guard draws.1 < garble, length > 0 else { return line }
    var line = line
    line[Int(place % UInt64(length))] ^= change
    return line
  }
}

/// Numbers that look drawn by chance and come again with the same seed (SplitMix64, by Sebastiano Vigna).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
