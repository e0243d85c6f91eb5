/// What the kernel's messages about addresses and routes (rtnetlink(7)) come to: whether the network may be there again.
struct LinkNews {
  /// Whether an address or a route was added.
  private(set) var cameUp = false

  // RTM_NEWADDR and RTM_NEWROUTE of linux/rtnetlink.h.
  private static let added: Set<UInt16> = [20, 24]
  /// Of `struct nlmsghdr`: length of the message with its header (32 bits), kind (16), and eight bytes more, in the
  /// machine's own order of bytes; a message begins at a multiple of four.
  private static let headerBytes = 16

  /// Takes one datagram: any number of messages, each behind the other. What does not fit ends it.
  mutating func take(_ datagram: UnsafeRawBufferPointer) {
    var rest = datagram[...]
    while rest.count >= Self.headerBytes {
      // Safety: both lie within the header, which is there.
      let length = Int(clamping: datagram.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt32.self))
      let kind = datagram.loadUnaligned(fromByteOffset: rest.startIndex + 4, as: UInt16.self)
      guard length >= Self.headerBytes, length <= rest.count else { return }
      if Self.added.contains(kind) { cameUp = true }
      rest = rest.dropFirst((length + 3) & ~3)
    }
  }

  /// The kernel had more to say than there was room for (ENOBUFS): something may have been added.
  mutating func lost() { cameUp = true }
}
