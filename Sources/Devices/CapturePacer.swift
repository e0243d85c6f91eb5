/// When each line of a capture is sent, so that it comes as it came from the receiver: the lines of one epoch
/// together, then a pause.
///
/// An epoch is told by the time tag of its sentences; lines without one belong to the epoch before.
public struct CapturePacer: Sendable {
  /// How fast a capture is played.
  public enum Pace: Hashable, Sendable {
    /// As recorded, that many times faster; 1 is real time.
    case recorded(speed: Double)
    /// So many epochs a second, whatever the time tags say.
    case rate(hertz: Double)
  }

  /// How many epochs have begun.
  public private(set) var epochs = 0

  private static let day: Int64 = 86_400_000
  /// A sentence may carry the time of the epoch before, and a receiver's clock may be put back a little.
  private static let longestStepBack: Int64 = 10_000
  /// A longer step is not a gap but another recording, or a clock that was set.
  private static let longestStep: Int64 = 3_600_000
  /// Lines without a time tag that are sent at once; a capture without any tags must not pour.
  private static let mostUntagged = 200

  private let pace: Pace
  private var current: Int64?
  private var lastStep: Int64 = 1000
  private var untagged = 0

  /// A pacer at the start of a capture.
  public init(_ pace: Pace) { self.pace = pace }

  /// Nanoseconds to wait before this line is sent; 0 sends it with the line before.
  public mutating func pause(before line: some Collection<UInt8>) -> Int64 {
    guard let tag = timeTag(line) else { return pauseForUntagged() }
    untagged = 0
    guard let previous = current else {
      begin(tag)
      return 0
    }
    let step = (tag - previous + Self.day) % Self.day
    if step == 0 || step >= Self.day - Self.longestStepBack { return 0 }
    begin(tag)
    if step <= Self.longestStep { lastStep = step }
    return duration(lastStep)
  }

  /// The capture starts anew: gives the pause before its first line.
  public mutating func restart() -> Int64 {
    current = nil
    untagged = 0
    return duration(lastStep)
  }

  private mutating func begin(_ tag: Int64) {
    current = tag
    epochs &+= 1
  }

  private mutating func pauseForUntagged() -> Int64 {
    untagged += 1
    guard untagged > Self.mostUntagged else { return 0 }
    untagged = 0
    return duration(1000)
  }

  private func duration(_ milliseconds: Int64) -> Int64 {
    let seconds =
      switch pace {
      case .recorded(let speed): Double(milliseconds) / 1000 / speed
      case .rate(let hertz): 1 / hertz
      }
    return Int64(exactly: (seconds * 1e9).rounded()).map { max($0, 1) } ?? 1_000_000_000
  }
}

/// The time of day of an NMEA sentence in milliseconds; nil for a sentence without one, and for anything else.
private func timeTag(_ line: some Collection<UInt8>) -> Int64? {
  guard line.first == UInt8(ascii: "$") else { return nil }
  let fields = line.split(separator: UInt8(ascii: ","), maxSplits: 6, omittingEmptySubsequences: false)
  guard let name = fields.first, name.count == 6 else { return nil }
  let place: Int
  switch String(decoding: name.dropFirst(3), as: UTF8.self) {
  case "RMC", "GGA", "GNS", "ZDA", "GST", "GBS": place = 1
  case "GLL": place = 5
  default: return nil
  }
  guard fields.count > place else { return nil }
  return timeOfDay(fields[place])
}

/// `hhmmss`, with decimals of which three count.
private func timeOfDay(_ field: some Collection<UInt8>) -> Int64? {
  let (whole, point, decimals) = (field.prefix(6), field.dropFirst(6).prefix(1), field.dropFirst(7).prefix(3))
  guard whole.count == 6, point.allSatisfy({ $0 == UInt8(ascii: ".") }),
    let number = decimal(whole), let fraction = decimal(decimals)
  else { return nil }
  let scale: Int64 = decimals.count == 1 ? 100 : decimals.count == 2 ? 10 : 1
  let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
  guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
  return (((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction * scale) % 86_400_000
}

private func decimal(_ digits: some Collection<UInt8>) -> Int64? {
  var value: Int64 = 0
  for digit in digits {
    guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
    value = value &* 10 &+ Int64(digit - UInt8(ascii: "0"))
  }
  return value
}
