/// How a receiver answers what is sent to it: u-blox's UBX frames and MediaTek's PMTK sentences.
///
/// Bytes in, bytes out; what a command changes (speed, interval, sleep) stands in the properties afterwards. After
/// u-blox's "M8 Receiver Description" (UBX-13003221) and "M10 Interface Description" (UBX-21035062), and GlobalTop's
/// "PMTK command packet" (rev. A08).
struct ReceiverModel {
  /// Bits a second of its port; nil until one is set, which stands for any.
  private(set) var baud: Int?
  /// Milliseconds between two epochs; nil until one is set.
  var interval: Int? { isCyclic ? updatePeriod ?? rate : rate }
  /// Whether a power save mode is on.
  private(set) var savesPower = false
  /// Whether it sends nothing until a byte wakes it.
  private(set) var isAsleep = false
  /// Milliseconds after which it wakes by itself; nil when only a byte does.
  private(set) var sleepFor: Int?
  /// Commands that were understood.
  private(set) var obeyed = 0

  /// Longer than any command: what is kept of an unfinished one.
  private static let mostUnread = 1024
  private var unread: [UInt8] = []
  /// Milliseconds between two measurements.
  private var rate: Int?
  /// u-blox 6 and 7: milliseconds between two epochs of the power save mode that CFG-RXM turns on.
  private var updatePeriod: Int?
  private var isCyclic = false

  private let usualBaud: Int?

  init(baud: Int? = nil) {
    self.baud = baud
    usualBaud = baud
  }

  /// It was without power, and begins anew with its defaults.
  mutating func powerUp() {
    let before = obeyed
    self = ReceiverModel(baud: usualBaud)
    obeyed = before
  }

  /// Takes bytes that were sent to the receiver; gives what it answers.
  mutating func receive(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    // The byte that wakes it is lost.
    guard !isAsleep else {
      wake()
      return []
    }
    unread += bytes
    var answer: [UInt8] = []
    while let command = nextCommand() {
      answer += perform(command)
      if isAsleep { unread = [] }
    }
    if unread.count > Self.mostUnread { unread.removeFirst(unread.count - Self.mostUnread) }
    return answer
  }

  /// The time of its sleep is over.
  mutating func wake() {
    isAsleep = false
    sleepFor = nil
  }

  /// What it does, for people.
  var summary: String {
    if isAsleep { return "sleeps " + (sleepFor.map { "for \($0) ms" } ?? "until it hears a byte") }
    return "sends " + (interval.map { "each \($0) ms" } ?? "as recorded") + (savesPower ? ", saving power" : "")
  }

  // MARK: Framing

  private enum Command {
    case ubx(group: UInt8, id: UInt8, payload: [UInt8])
    case pmtk(fields: [Substring])
  }

  /// Takes the next whole command out of what is unread; what is none is skipped.
  private mutating func nextCommand() -> Command? {
    while let start = unread.firstIndex(where: { $0 == 0xB5 || $0 == UInt8(ascii: "$") }) {
      unread.removeFirst(start)
      let length = unread[0] == 0xB5 ? frameLength : sentenceLength
      guard let length else { return nil }
      let piece = Array(unread.prefix(length))
      unread.removeFirst(min(length, unread.count))
      if let command = Self.frame(piece) ?? Self.pmtk(piece) { return command }
    }
    unread = []
    return nil
  }

  /// How many bytes the frame at the start has; 1 when it is none, nil while too few are there.
  private var frameLength: Int? {
    if unread.count > 1, unread[1] != 0x62 { return 1 }
    guard unread.count >= 6 else { return nil }
    let length = 8 + Int(unread[4]) + Int(unread[5]) << 8
    if length > Self.mostUnread { return 1 }
    return unread.count >= length ? length : nil
  }

  private var sentenceLength: Int? {
    if let end = unread.firstIndex(of: UInt8(ascii: "\n")) { return end + 1 }
    return unread.count > 255 ? 1 : nil
  }

  private static func frame(_ bytes: [UInt8]) -> Command? {
    guard bytes.count >= 8, bytes[0] == 0xB5 else { return nil }
    let body = bytes[2..<(bytes.count - 2)]
    guard Array(bytes.suffix(2)) == ubxChecksum(body) else { return nil }
    return .ubx(group: bytes[2], id: bytes[3], payload: Array(bytes[6..<(bytes.count - 2)]))
  }

  private static func pmtk(_ bytes: [UInt8]) -> Command? {
    guard let body = sentenceBody(bytes), body.hasPrefix("PMTK") else { return nil }
    return .pmtk(fields: body.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false))
  }

  // MARK: Commands

  private mutating func perform(_ command: Command) -> [UInt8] {
    switch command {
    case .ubx(let group, let id, let payload): performUBX(group, id, payload)
    case .pmtk(let fields): performPMTK(fields)
    }
  }

  private mutating func performUBX(_ group: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    switch (group, id) {
    case (0x06, _):
      let isDone = configure(id, payload)
      if isDone { obeyed += 1 }
      return UBX.frame(0x05, isDone ? 0x01 : 0x00, [group, id])
    case (0x0A, 0x04) where payload.isEmpty:
      obeyed += 1
      return UBX.frame(0x0A, 0x04, Self.padded("SIMULATED 1.00", 30) + Self.padded("00000000", 10))
    case (0x02, 0x41) where payload.count >= 8:
      obeyed += 1
      // Version 0 has duration and flags, version 1 (16 bytes) a head of four bytes before them.
      let milliseconds = payload.number(at: payload.count >= 16 ? 4 : 0, bytes: 4)
      isAsleep = true
      sleepFor = milliseconds == 0 ? nil : milliseconds
      return []
    default: return []
    }
  }

  /// Whether the receiver takes this UBX-CFG message.
  private mutating func configure(_ id: UInt8, _ payload: [UInt8]) -> Bool {
    switch id {
    case 0x08:
      guard payload.count == 6 else { return false }
      return setInterval(payload.number(at: 0, bytes: 2), 25...65_535)
    case 0x00:
      guard payload.count == 20 else { return false }
      return setBaud(payload.number(at: 8, bytes: 4))
    case 0x8A: return setValues(payload)
    case 0x11, 0x3B, 0x86: return setPower(id, payload)
    // MSG, CFG, NAV5, GNSS: taken, without a consequence that a reader could see.
    case 0x01, 0x09, 0x24, 0x3E: return !payload.isEmpty
    default: return false
    }
  }

  /// CFG-RXM (2 bytes), CFG-PM2 (44, version 1) and CFG-PMS (8, version 0).
  private mutating func setPower(_ id: UInt8, _ payload: [UInt8]) -> Bool {
    switch (id, payload.count, payload.first) {
    case (0x11, 2, _):
      isCyclic = payload[1] == 1
      savesPower = isCyclic
    case (0x3B, 44, 1): updatePeriod = payload.number(at: 8, bytes: 4)
    case (0x86, 8, 0): savesPower = payload[1] != 0
    default: return false
    }
    return true
  }

  /// UBX-CFG-VALSET: pairs of a key, whose top digit tells the size of the value, and the value.
  private mutating func setValues(_ payload: [UInt8]) -> Bool {
    var place = 4
    guard payload.count > place else { return false }
    while place + 4 < payload.count {
      let key = payload.number(at: place, bytes: 4)
      let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8]
      guard let size = sizes[key >> 28 & 7], place + 4 + size <= payload.count else { return false }
      let value = payload.number(at: place + 4, bytes: min(size, 4))
      switch key {
      case 0x3021_0001: guard setInterval(value, 25...65_535) else { return false }
      case 0x20D0_0001: savesPower = value != 0
      case 0x4052_0001: guard setBaud(value) else { return false }
      default: break
      }
      place += 4 + size
    }
    return place == payload.count
  }

  private mutating func performPMTK(_ fields: [Substring]) -> [UInt8] {
    guard let name = fields.first, let number = Int(name) else { return [] }
    let values = fields.dropFirst().map { Int($0) }
    var isDone = true
    switch number {
    case 0: break
    case 605: return MTK.sentence("PMTK705,SIMULATED_1.00,0000,Waymark,1.0")
    case 101...104, 223, 225, 313, 314, 301, 386: isDone = number < 105 || !values.isEmpty
    case 161:
      isAsleep = true
      sleepFor = nil
    case 220: isDone = setInterval(values.first.flatMap { $0 } ?? 0, 100...10_000)
    case 251: isDone = setBaud(values.first.flatMap { $0 } ?? 0)
    default: return MTK.sentence("PMTK001,\(name),1")
    }
    if isDone { obeyed += 1 }
    return MTK.sentence("PMTK001,\(name),\(isDone ? 3 : 2)")
  }

  private mutating func setInterval(_ milliseconds: Int, _ range: ClosedRange<Int>) -> Bool {
    guard range.contains(milliseconds) else { return false }
    rate = milliseconds
    return true
  }

  private mutating func setBaud(_ rate: Int) -> Bool {
    guard SourceAddress.baudRates.contains(rate) else { return false }
    baud = rate
    return true
  }

  private static func padded(_ text: String, _ length: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
  }
}

/// UBX's checksum (Fletcher's, of 8 bits) over group, id, length and payload.
private func ubxChecksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  var (first, second): (UInt8, UInt8) = (0, 0)
  for byte in bytes {
    first &+= byte
    second &+= first
  }
  return [first, second]
}

extension [UInt8] {
  /// The unsigned number, least byte first; bytes that are not there count as 0.
  fileprivate func number(at place: Int, bytes: Int) -> Int {
    dropFirst(place).prefix(bytes).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
