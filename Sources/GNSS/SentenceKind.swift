/// The sentences that say something about a fix. Nothing in a fix comes from GSV, HDT, THS, TXT, PGRMV and all others:
/// they are counted and skipped behind their address.
enum SentenceKind: UInt8, CaseIterable {
  case rmc, gga, gns, gll, vtg, gsa, gst, gbs, zda, dtm, pubx, pgrme, pgrmz

  /// Where the kind's four bits stand in a word that keeps four bits for each kind.
  var shift: UInt64 { UInt64(rawValue) &* 4 }
}

/// What the characters behind a `$` or `!` say.
enum Address {
  case wanted(SentenceKind, length: Int)
  case unwanted
  case malformed

  /// How many characters behind the `$` or `!` must be there to tell.
  static let needed = 6

  /// Reads the address that begins at `start`, behind the `$` or `!`; `needed` bytes must follow there.
  ///
  /// Any talker will do (`GP`, `GN`, `II`, `YD`, …): the formatter decides. `P` begins a maker's own sentence.
  init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard Self.isCharacter(bytes[start]), Self.isCharacter(bytes[start &+ 1]) else {
      self = .malformed
      return
    }
    // Safety: the caller has seen to it that six bytes follow.
    let tail = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ 2, as: UInt32.self))
    if bytes[start &- 1] == UInt8(ascii: "!") {
      // AIS: what other ships say.
      self = Self.areCharacters(tail & 0xFF_FFFF) ? .unwanted : .malformed
      return
    }
    if bytes[start] == UInt8(ascii: "P") {
      self = Self.proprietary(bytes, at: start, tail)
      return
    }
    switch tail {
    case Self.code("RMC,"): self = .wanted(.rmc, length: 6)
    case Self.code("GGA,"): self = .wanted(.gga, length: 6)
    case Self.code("GSA,"): self = .wanted(.gsa, length: 6)
    case Self.code("VTG,"): self = .wanted(.vtg, length: 6)
    case Self.code("GLL,"): self = .wanted(.gll, length: 6)
    case Self.code("GNS,"): self = .wanted(.gns, length: 6)
    case Self.code("ZDA,"): self = .wanted(.zda, length: 6)
    case Self.code("GST,"): self = .wanted(.gst, length: 6)
    case Self.code("GBS,"): self = .wanted(.gbs, length: 6)
    case Self.code("DTM,"): self = .wanted(.dtm, length: 6)
    default: self = Self.areCharacters(tail & 0xFF_FFFF) ? .unwanted : .malformed
    }
  }

  private static func proprietary(_ bytes: UnsafeRawBufferPointer, at start: Int, _ tail: UInt32) -> Address {
    switch (bytes[start &+ 1], tail) {
    case (UInt8(ascii: "U"), code("BX,0")): .wanted(.pubx, length: 5)
    case (UInt8(ascii: "G"), code("RME,")): .wanted(.pgrme, length: 6)
    case (UInt8(ascii: "G"), code("RMZ,")): .wanted(.pgrmz, length: 6)
    default: areCharacters(tail & 0xFFFF) ? .unwanted : .malformed
    }
  }

  @inline(__always)
  private static func code(_ text: StaticString) -> UInt32 {
    // Safety: every call passes a literal of four ASCII characters.
    UInt32(littleEndian: UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt32.self))
  }

  private static func areCharacters(_ packed: UInt32) -> Bool {
    var rest = packed
    while rest != 0 {
      guard isCharacter(UInt8(truncatingIfNeeded: rest)) else { return false }
      rest >>= 8
    }
    return true
  }

  private static func isCharacter(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "A") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}
