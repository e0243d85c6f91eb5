import Testing

@testable import Devices

/// A message of a kind as the kernel writes it, with so many bytes behind its header.
private func message(_ kind: UInt16, body: Int = 8, length: UInt32? = nil) -> [UInt8] {
  func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
  let padding = (4 - body % 4) % 4
  return bytes(length ?? UInt32(16 + body)) + bytes(kind) + [UInt8](repeating: 0xFF, count: 10 + body + padding)
}

private func cameUp(_ datagrams: [UInt8]...) -> Bool {
  var news = LinkNews()
  for datagram in datagrams { datagram.withUnsafeBytes { news.take($0) } }
  return news.cameUp
}

@Suite("The kernel's news of the network")
struct LinkNewsTests {
  // RTM_NEWLINK, RTM_DELLINK, RTM_NEWADDR, RTM_DELADDR, RTM_NEWROUTE, RTM_DELROUTE, RTM_NEWNEIGH; NLMSG_ERROR, NLMSG_DONE
  @Test(
    "an address or a route that is added may mean that the network is there again, and nothing else does",
    arguments: [
      (16, false), (17, false), (20, true), (21, false), (24, true), (25, false), (28, false), (2, false), (3, false),
    ]
  )
  func kinds(kind: UInt16, means: Bool) {
    #expect(cameUp(message(kind)) == means)
    #expect(cameUp(message(21), message(kind)) == means)
    #expect(cameUp(message(25, body: 0) + message(kind, body: 72)) == means, "behind another in the datagram")
    #expect(cameUp(message(25, body: 5) + message(kind)) == means, "behind one that is filled up to four bytes")
  }

  @Test("a message that is cut off, or whose length is none, ends the datagram")
  func malformed() {
    #expect(!cameUp([]))
    for count in 0..<16 { #expect(!cameUp(Array(message(20).prefix(count)))) }
    #expect(!cameUp(Array(message(20).dropLast())))
    for length: UInt32 in [0, 1, 15, 49, .max] { #expect(!cameUp(message(20, length: length) + message(20))) }
    #expect(cameUp(message(20) + message(24, length: 0)), "what came before it counts")
  }

  @Test("the last message need not be filled up")
  func unpadded() {
    #expect(cameUp(Array(message(20, body: 5).dropLast(3))))
  }

  @Test("any bytes are taken")
  func anything() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in UInt8.random(in: 0...40, using: &random) }
      _ = cameUp(bytes)
    }
  }

  @Test("news that were lost may have been good ones")
  func lost() {
    var news = LinkNews()
    #expect(!news.cameUp)
    news.lost()
    #expect(news.cameUp)
  }
}
