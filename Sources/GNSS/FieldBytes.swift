/// The bytes that a reader reads: fields and, last, the character that ends the sentence, which is no digit, no comma and
/// no point. So a loop over digits needs no other end.
struct FieldBytes {
  /// The place of the terminator.
  let last: Int
  private let base: UnsafeRawPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    // Safety: without a terminator there would be no end to a number, so such bytes are an empty sentence.
    let isTerminated = bytes.last.map { $0 == UInt8(ascii: "*") || $0 == 0x0A || $0 == 0x0D } ?? false
    let empty: StaticString = "*"
    base = isTerminated ? bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start) : UnsafeRawPointer(empty.utf8Start)
    last = isTerminated ? bytes.count &- 1 : 0
  }

  /// The byte at a place from 0 to `last`.
  @inline(__always)
  subscript(_ at: Int) -> UInt8 {
    // Safety: every caller has compared the place with `last`, or has come to it over digits alone.
    base.load(fromByteOffset: at, as: UInt8.self)
  }
}
