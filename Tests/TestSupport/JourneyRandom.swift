import Delivery

extension SplitMix64 {
  /// Evenly spread from 0 up to 1, 1 excluded.
  mutating func uniform() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Evenly spread over the range.
  mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Normal with deviation 1 as the sum of twelve even numbers: no logarithm whose last bit differs between machines,
  /// and never beyond ±6.
  mutating func normal() -> Double {
    var sum: UInt64 = 0
    for _ in 0..<3 {
      var bits = next()
      for _ in 0..<4 {
        sum &+= bits & 0xFFFF
        bits >>= 16
      }
    }
    return (Double(sum) - 12 * 32767.5) / 65536
  }
}

/// An error that forgets itself slowly (first-order Gauss-Markov): how a receiver's errors really go.
struct GaussMarkov: Sendable {
  private(set) var value = 0.0

  /// Starts at zero.
  init() {}

  /// Starts somewhere in its spread.
  init(deviation: Double, _ random: inout SplitMix64) {
    value = (deviation * random.normal()).quantised
  }

  /// Goes on by one step. `share` is the step as a part of the correlation time, or of the correlation length.
  mutating func advance(share: Double, deviation: Double, _ random: inout SplitMix64) {
    let kept = 1 - min(share, 1)
    value = (kept * value + (1 - kept * kept).squareRoot() * deviation * random.normal()).quantised
  }
}

extension Double {
  /// Rounded to a millionth. Recordings are compared byte for byte, and machines differ in the last bit of a sine;
  /// rounding each intermediate value early keeps that bit from growing.
  var quantised: Double { (self * 1e6).rounded() / 1e6 }

  /// Rounded to a billionth; for sines and degrees.
  var finelyQuantised: Double { (self * 1e9).rounded() / 1e9 }
}
