/// Commands of u-blox receivers as frames. Sources: "u-blox 6 Receiver Description" (GPS.G6-SW-10018), "u-blox 8 / M8
/// Receiver Description" (UBX-13003221), "u-blox M10 Interface Description" (UBX-21035062).
enum UBX {
  /// Two sync bytes, class, id, length, payload and Fletcher's checksum over all from the class on.
  static func frame(_ group: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [group, id] + bytes(UInt16(truncatingIfNeeded: payload.count)) + payload
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      first &+= byte
      second &+= first
    }
    return [0xB5, 0x62] + body + [first, second]
  }

  /// UBX-CFG-RATE (06 08): a measurement each so many milliseconds, 25 to 65,535, a solution each, aligned to GPS time.
  static func rate(milliseconds: Int) -> [UInt8] {
    frame(0x06, 0x08, bytes(period(milliseconds)) + [1, 0, 1, 0])
  }

  /// UBX-CFG-PMS, powerSetupValue.
  enum PowerSetup: UInt8 {
    case full = 0
    case balanced = 1
  }

  /// UBX-CFG-PMS (06 86), version 0: a predefined power setup of M8 (period and on-time belong to the setup "interval"
  /// only, and are zero in all others).
  static func powerSetup(_ setup: PowerSetup) -> [UInt8] {
    frame(0x06, 0x86, [0, setup.rawValue, 0, 0, 0, 0, 0, 0])
  }

  /// UBX-CFG-RXM (06 11): continuous (0) or power save mode (1); the first byte is reserved and 8.
  static func receiveMode(savesPower: Bool) -> [UInt8] { frame(0x06, 0x11, [8, savesPower ? 1 : 0]) }

  /// UBX-CFG-PM2 (06 3B), version 1, 44 bytes: cyclic tracking (mode 1 in the flags' bits 17 and 18) with that update
  /// period, the clock and the ephemeris kept fresh (updateRTC, bit 11, and updateEPH, bit 12), search each 10 s while
  /// there is no sky. The rest, bit 15 and the reserved fields, is what the maker's u-center sends.
  static func cyclicTracking(milliseconds: Int) -> [UInt8] {
    let head: [UInt8] = [1, 6, 0, 0, 0x00, 0x98, 0x02, 0x00]
    let periods = bytes(UInt32(period(milliseconds))) + bytes(UInt32(10_000)) + bytes(UInt32(0))
    let rest: [UInt8] = [
      0, 0, 0, 0, 0x2C, 0x01, 0, 0, 0x4F, 0xC1, 0x03, 0x00, 0x86, 0x02, 0, 0, 0xFE, 0, 0, 0, 0x64, 0x40, 0x01, 0,
    ]
    return frame(0x06, 0x3B, head + periods + rest)
  }

  /// UBX-RXM-PMREQ (02 41) of 8 bytes, up to M8: backup mode (bit 1) for so long, 12 days at most, or until a byte comes.
  /// A receiver on USB does not obey.
  static func sleep(milliseconds: Int) -> [UInt8] {
    frame(0x02, 0x41, bytes(UInt32(clamping: milliseconds)) + bytes(UInt32(2)))
  }

  /// UBX-RXM-PMREQ (02 41) of 16 bytes, version 0, of M9 and M10: the same, with the least power (force, bit 2), and woken
  /// by an edge on its UART's input (wakeupSources, bit 3).
  static func sleepUntilHeard(milliseconds: Int) -> [UInt8] {
    frame(
      0x02, 0x41, [0, 0, 0, 0] + bytes(UInt32(clamping: milliseconds)) + bytes(UInt32(6)) + bytes(UInt32(8)))
  }

  /// CFG-PM-OPERATEMODE: FULL 0, PSMOO 1 (on and off), PSMCT 2 (cyclic tracking, at the rate of CFG-RATE-MEAS).
  enum OperateMode: UInt8 {
    case full = 0
    case cyclicTracking = 2
  }

  /// A configuration item of M9 and M10.
  enum Item {
    case operateMode(OperateMode)
    case rate(milliseconds: Int)

    fileprivate var bytes: [UInt8] {
      switch self {
      case .operateMode(let mode): UBX.bytes(UInt32(0x20D0_0001)) + [mode.rawValue]
      case .rate(let milliseconds): UBX.bytes(UInt32(0x3021_0001)) + UBX.bytes(UBX.period(milliseconds))
      }
    }
  }

  /// UBX-CFG-VALSET (06 8A), version 0, into RAM (layers, bit 0) and battery-backed RAM (bit 1): RAM alone is lost in the
  /// off state of power save mode.
  static func values(_ items: [Item]) -> [UInt8] { frame(0x06, 0x8A, [0, 3, 0, 0] + items.flatMap(\.bytes)) }

  private static func period(_ milliseconds: Int) -> UInt16 { UInt16(min(max(milliseconds, 25), 65_535)) }

  /// Least byte first.
  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
