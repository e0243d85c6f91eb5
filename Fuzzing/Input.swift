/// What libFuzzer hands over: two bytes that choose how the stream is cut and how the decoder is set, then the stream.
struct Input {
  /// The pieces that the stream is fed in, 1 to 256 bytes each.
  let piece: Int
  let settings: UInt8
  let stream: UnsafeRawBufferPointer

  /// Nil for an input that is too short to have a stream.
  init?(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    guard count > 2 else { return nil }
    piece = Int(bytes[0]) + 1
    settings = bytes[1]
    // Safety: libFuzzer gives `count` bytes, which live as long as the call.
    stream = UnsafeRawBufferPointer(start: bytes + 2, count: count - 2)
  }

  /// Calls `body` for each piece of the stream.
  func inPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    while start < stream.count {
      let end = min(start + piece, stream.count)
      body(UnsafeRawBufferPointer(rebasing: stream[start..<end]))
      start = end
    }
  }
}

/// Stops the fuzzer with a word about what does not hold.
func require(_ holds: Bool, _ what: String) {
  if !holds { fatalError("does not hold: \(what)") }
}
