/// Why a sentence was refused. A refused sentence changes nothing.
public enum Refusal: UInt8, CaseIterable, Sendable {
  /// The line ended without `*hh`.
  case missingChecksum
  /// Two hexadecimal digits do not follow the `*`.
  case malformedChecksum
  /// The checksum is another one than the sentence's.
  case wrongChecksum
  /// No end within 1,024 characters.
  case tooLong
  /// A new sentence, or the end of the stream, came before its end.
  case cut
  /// A control character or a byte above 7F stands in it.
  case character
  /// It ends before a field that it must have.
  case tooFewFields
  /// A time of day that is none.
  case time
  /// A date that is none.
  case date
  /// Latitude and longitude are not a pair of places on Earth.
  case position
  /// Latitude and longitude are both exactly zero: the filler of a receiver that has no position.
  case nullPosition
  /// A field that must be a number is none, or one out of its range.
  case number
  /// A field that must be one of certain letters is another.
  case letter
}

/// What a decoder has seen since it was made. All counters only grow.
public struct DecoderStatistics: Hashable, Sendable {
  /// Bytes given to the decoder.
  public internal(set) var bytes = 0
  /// Bytes that belong to no sentence and no binary frame.
  public internal(set) var skippedBytes = 0
  /// Sentences read, refused ones not counted.
  public internal(set) var good = 0
  /// Sentences that say nothing about the fix (GSV, AIS, …), skipped after their address.
  public internal(set) var unused = 0
  /// Binary frames (UBX, RTCM 3, SiRF, CASIC, SkyTraq) skipped whole.
  public internal(set) var binaryFrames = 0
  /// Sentences that came after their epoch had been closed.
  public internal(set) var late = 0
  /// Epochs without a position because it lies on another datum than WGS84 (DTM).
  public internal(set) var otherDatum = 0
  /// Epochs completed, with or without a position.
  public internal(set) var epochs = 0
  /// Epochs with a position.
  public internal(set) var fixes = 0
  /// How many sentences were refused for each reason, in the order of `Refusal.allCases`.
  private var refusals = [Int](repeating: 0, count: Refusal.allCases.count)

  /// Counters at zero.
  init() {}

  /// How many sentences were refused for this reason.
  public func refused(_ reason: Refusal) -> Int { refusals[Int(reason.rawValue)] }

  /// How many sentences were refused.
  public var refused: Int { refusals.reduce(0, &+) }

  /// All sentences: read, unused and refused.
  public var sentences: Int { good &+ unused &+ refused }

  mutating func refuse(_ reason: Refusal) { refusals[Int(reason.rawValue)] &+= 1 }
}
