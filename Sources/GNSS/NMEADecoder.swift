/// What a decoder is told about its source.
public struct DecoderOptions: Sendable {
  /// The earliest date to believe: dates before it are repaired by whole 1,024 weeks. Nil leaves dates as sent.
  public var notBefore: UTCInstant?
  /// The host's clock at the first byte, for receivers that never send a date; nil when it cannot be trusted.
  public var hostClock: UTCInstant?
  /// Takes sentences that carry no checksum.
  public var allowMissingChecksum = false

  /// Dates as sent, no host clock, checksums required.
  public init() {}
}

/// From a receiver's bytes to fixes: frames sentences, parses them, joins them by time tag into epochs, dates them.
public struct NMEADecoder: ~Copyable {
  /// A decoder at the start of a stream.
  public init(_ options: DecoderOptions = DecoderOptions()) {}

  /// Decodes a piece of the stream, cut anywhere, and calls `epoch` for each epoch that it completes, those without a
  /// position (mode `none`) included.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ epoch: (Fix) -> Void) {}

  /// The receiver has been silent for a while: what has been gathered is an epoch.
  public mutating func quiet(_ epoch: (Fix) -> Void) {}

  /// The stream ended or broke off: closes the epoch and forgets the unfinished sentence, so that nothing joins what
  /// comes before the gap with what comes after.
  public mutating func finish(_ epoch: (Fix) -> Void) {}
}
