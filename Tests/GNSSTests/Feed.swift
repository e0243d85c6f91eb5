import GNSS

/// A sentence with its checksum and line end: `nmea("GPRMC,…")`.
func nmea(_ body: String, end: String = "\r\n") -> String {
  "$" + body + "*" + checksum(body) + end
}

/// The two digits that belong to the characters between `$` and `*`.
func checksum(_ body: String) -> String {
  let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
  return sum.count < 2 ? "0" + sum : sum
}

/// Everything a decoder makes of some bytes, given in pieces of so many bytes, with the stream ended behind them.
func epochs(
  _ bytes: [UInt8], options: DecoderOptions = DecoderOptions(), pieces: Int = .max
) -> (fixes: [Fix], statistics: DecoderStatistics) {
  var decoder = NMEADecoder(options)
  var fixes: [Fix] = []
  bytes.withUnsafeBytes { bytes in
    var start = 0
    while start < bytes.count {
      let end = start + min(pieces, bytes.count - start)
      decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { fixes.append($0) }
      start = end
    }
  }
  decoder.finish { fixes.append($0) }
  return (fixes, decoder.statistics)
}

/// The fixes with a position that a decoder makes of some text.
func fixes(_ text: String..., options: DecoderOptions = DecoderOptions()) -> [Fix] {
  epochs(Array(text.joined().utf8), options: options).fixes.filter { $0.coordinate != nil }
}

/// What became of some sentences, by counter.
func statistics(_ text: String..., options: DecoderOptions = DecoderOptions()) -> DecoderStatistics {
  epochs(Array(text.joined().utf8), options: options).statistics
}
