/// What a decoder is told about its source.
public struct DecoderOptions: Sendable {
  /// The host's clock at the first byte, for receivers that never send a date; nil when it cannot be trusted.
  public var hostClock: UTCInstant?
  /// Takes sentences that carry no checksum.
  public var allowMissingChecksum = false

  /// No host clock, checksums required.
  public init() {}
}

/// From a receiver's bytes to fixes: frames sentences, parses them, joins them by time tag into epochs, dates them.
///
/// Dates are the receiver's own; whether to believe them is for `DateJudge`, and whether the position can be for
/// `FixJudge`, as with any other source.
///
/// What comes out does not depend on how the bytes are cut into pieces. Nothing is allocated after `init`.
public struct NMEADecoder: ~Copyable {
  private var framer: SentenceFramer
  private var assembler: EpochAssembler
  private var counters = DecoderStatistics()

  /// A decoder at the start of a stream.
  public init(_ options: DecoderOptions = DecoderOptions()) {
    framer = SentenceFramer(allowsMissingChecksum: options.allowMissingChecksum)
    assembler = EpochAssembler(DateTracker(hostClock: options.hostClock))
  }

  /// What has been seen so far.
  public var statistics: DecoderStatistics {
    var counters = counters
    counters.late = assembler.late
    counters.otherDatum = assembler.otherDatum
    counters.epochs = assembler.epochs
    counters.fixes = assembler.fixes
    return counters
  }

  /// Decodes a piece of the stream, cut anywhere, and calls `epoch` for each epoch that it completes, those without a
  /// position (mode `none`) included.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ epoch: (Fix) -> Void) {
    counters.bytes &+= bytes.count
    scan(bytes, epoch)
  }

  /// Whether `quiet` would change anything: an epoch is open, or what has come looks like the beginning of a binary frame.
  /// Where it is false, nobody need wait for a silence.
  public var awaitsQuiet: Bool { assembler.awaitsQuiet || framer.awaitsFrame }

  /// Whether the last epoch is closed and nothing has come of the next one.
  public var isBetweenEpochs: Bool { !assembler.isOpen && !framer.awaitsFrame }

  /// The receiver has been silent for a while: what has been gathered is an epoch, and what looked like the beginning of
  /// a binary frame is none.
  public mutating func quiet(_ epoch: (Fix) -> Void) {
    while framer.giveUpOnFrame(&counters) { scan(UnsafeRawBufferPointer(start: nil, count: 0), epoch) }
    assembler.quiet(epoch)
  }

  /// The stream ended or broke off: closes the epoch and forgets the unfinished sentence and the date, so that nothing
  /// joins what comes before the gap with what comes after.
  public mutating func finish(_ epoch: (Fix) -> Void) {
    while framer.giveUpOnFrame(&counters) { scan(UnsafeRawBufferPointer(start: nil, count: 0), epoch) }
    framer.finish(&counters)
    assembler.finish(epoch)
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ epoch: (Fix) -> Void) {
    var position = 0
    framer.begin()
    while let sentence = framer.next(in: bytes, at: &position, &counters) {
      switch sentence.kind {
      case .rmc: read(RMC.self, sentence.fields, epoch)
      case .gga: read(GGA.self, sentence.fields, epoch)
      case .gns: read(GNS.self, sentence.fields, epoch)
      case .gll: read(GLL.self, sentence.fields, epoch)
      case .vtg: read(VTG.self, sentence.fields, epoch)
      case .gsa: read(GSA.self, sentence.fields, epoch)
      case .gst: read(GST.self, sentence.fields, epoch)
      case .gbs: read(GBS.self, sentence.fields, epoch)
      case .zda: read(ZDA.self, sentence.fields, epoch)
      case .dtm: readDatum(sentence.fields)
      case .pgrme: read(PGRME.self, sentence.fields, epoch)
      case .pgrmz: read(PGRMZ.self, sentence.fields, epoch)
      case .pubx: readPUBX(sentence.fields, epoch)
      }
    }
  }

  private mutating func read<S: Sentence>(_: S.Type, _ bytes: UnsafeRawBufferPointer, _ epoch: (Fix) -> Void) {
    var fields = FieldReader(bytes)
    take(S(&fields), fields.refusal, epoch)
  }

  /// u-blox numbers its own sentences in the first field.
  private mutating func readPUBX(_ bytes: UnsafeRawBufferPointer, _ epoch: (Fix) -> Void) {
    var fields = FieldReader(bytes)
    switch fields.integer() {
    case 0: take(PUBXPosition(&fields), fields.refusal, epoch)
    case 4: take(PUBXTime(&fields), fields.refusal, epoch)
    default: counters.unused &+= 1
    }
  }

  private mutating func readDatum(_ bytes: UnsafeRawBufferPointer) {
    var fields = FieldReader(bytes)
    let datum = DTM(&fields)
    if isGood(fields.refusal) { assembler.isOnOtherDatum = !datum.isWGS84 }
  }

  private mutating func take<S: Sentence>(_ sentence: S, _ refusal: Refusal?, _ epoch: (Fix) -> Void) {
    if isGood(refusal) { assembler.take(sentence, epoch) }
  }

  /// Counts the sentence; a refused one must change nothing else.
  private mutating func isGood(_ refusal: Refusal?) -> Bool {
    guard let refusal else {
      counters.good &+= 1
      return true
    }
    counters.refuse(refusal)
    return false
  }
}
