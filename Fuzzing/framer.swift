/// What the framer makes of a stream.
private struct Framing: Equatable {
  var sentences: [[UInt8]] = []
  var statistics = DecoderStatistics()

  init(allowsMissingChecksum: Bool, _ feed: ((UnsafeRawBufferPointer) -> Void) -> Void) {
    var framer = SentenceFramer(allowsMissingChecksum: allowsMissingChecksum)
    var (sentences, statistics) = ([[UInt8]](), DecoderStatistics())
    func scan(_ bytes: UnsafeRawBufferPointer) {
      var position = 0
      framer.begin()
      while let sentence = framer.next(in: bytes, at: &position, &statistics) {
        require(sentence.fields.count <= SentenceEnd.longest + 1, "a sentence is no longer than the longest")
        sentences.append([sentence.kind.rawValue] + sentence.fields)
      }
      require(position == bytes.count, "the framer has looked at every byte")
    }
    feed(scan)
    while framer.giveUpOnFrame(&statistics) { scan(UnsafeRawBufferPointer(start: nil, count: 0)) }
    framer.finish(&statistics)
    (self.sentences, self.statistics) = (sentences, statistics)
  }
}

/// The framer finds the same sentences and counts the same however the stream is cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFramer(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let input = Input(bytes, count) else { return 0 }
  let isLoose = input.settings & 1 != 0
  let whole = Framing(allowsMissingChecksum: isLoose) { $0(input.stream) }
  let pieces = Framing(allowsMissingChecksum: isLoose, input.inPieces)
  require(whole == pieces, "pieces of \(input.piece) bytes give what the whole gives")
  require(whole.statistics.skippedBytes <= input.stream.count, "no byte is skipped twice")
  return 0
}
