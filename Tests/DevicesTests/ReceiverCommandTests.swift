import HAL
import Testing

@testable import Devices

/// Bytes from hexadecimal digits.
private func hex(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

/// Each row as the protocol's manual, or a tool of the maker, has it.
@Suite("Receiver commands")
struct ReceiverCommandTests {
  @Test(
    "of u-blox are the frames of its protocol descriptions",
    arguments: [
      // UBX-CFG-RATE (UBX-13003221, 32.11.24): 1 Hz and 5 Hz.
      (UBX.rate(milliseconds: 1000), "B5 62 06 08 06 00 E8 03 01 00 01 00 01 39"),
      (UBX.rate(milliseconds: 200), "B5 62 06 08 06 00 C8 00 01 00 01 00 DE 6A"),
      // UBX-CFG-PMS (32.11.21).
      (UBX.powerSetup(.full), "B5 62 06 86 08 00 00 00 00 00 00 00 00 00 94 5A"),
      (UBX.powerSetup(.balanced), "B5 62 06 86 08 00 00 01 00 00 00 00 00 00 95 61"),
      // UBX-CFG-RXM (32.11.27).
      (UBX.receiveMode(savesPower: true), "B5 62 06 11 02 00 08 01 22 92"),
      (UBX.receiveMode(savesPower: false), "B5 62 06 11 02 00 08 00 21 91"),
      // UBX-CFG-PM2 (GPS.G6-SW-10018, 31.15.2), as u-center sends it for 1 s and 5 s.
      (
        UBX.cyclicTracking(milliseconds: 1000),
        "B5 62 06 3B 2C 00 01 06 00 00 00 98 02 00 E8 03 00 00 10 27 00 00 00 00 00 00 00 00 00 00 2C 01 00 00 4F C1 "
          + "03 00 86 02 00 00 FE 00 00 00 64 40 01 00 9B CD"
      ),
      (
        UBX.cyclicTracking(milliseconds: 5000),
        "B5 62 06 3B 2C 00 01 06 00 00 00 98 02 00 88 13 00 00 10 27 00 00 00 00 00 00 00 00 00 00 2C 01 00 00 4F C1 "
          + "03 00 86 02 00 00 FE 00 00 00 64 40 01 00 4B 7D"
      ),
      // UBX-RXM-PMREQ (32.18.4): until woken.
      (UBX.sleep(milliseconds: 0), "B5 62 02 41 08 00 00 00 00 00 02 00 00 00 4D 3B"),
      (UBX.sleep(milliseconds: 60_000), "B5 62 02 41 08 00 60 EA 00 00 02 00 00 00 97 A1"),
    ])
  func ubx(made: [UInt8], manual: String) {
    #expect(made == hex(manual))
  }

  /// UBX-21035062: UBX-CFG-VALSET, UBX-RXM-PMREQ, and the keys of CFG-PM and CFG-RATE. The two last bytes were summed up
  /// by hand: the first as the sum of all bytes, the second as the sum of each times its distance from the end.
  @Test(
    "of u-blox 10 set values by key, least byte first, in RAM and in battery-backed RAM",
    arguments: [
      (
        UBX.values([.operateMode(.cyclicTracking), .rate(milliseconds: 2000)]),
        "B5 62 06 8A 0F 00 00 03 00 00 01 00 D0 20 02 01 00 21 30 D0 07 BE 79"
      ),
      (
        UBX.values([.operateMode(.full), .rate(milliseconds: 1000)]),
        "B5 62 06 8A 0F 00 00 03 00 00 01 00 D0 20 00 01 00 21 30 E8 03 D0 97"
      ),
      (
        UBX.sleepUntilHeard(milliseconds: 1000),
        "B5 62 02 41 10 00 00 00 00 00 E8 03 00 00 06 00 00 00 08 00 00 00 4C 6C"
      ),
    ])
  func values(made: [UInt8], manual: String) {
    #expect(made == hex(manual))
  }

  @Test("of u-blox stay within what a field holds", arguments: [(-5, "19 00"), (24, "19 00"), (1_000_000, "FF FF")])
  func clamped(milliseconds: Int, field: String) {
    #expect(Array(UBX.rate(milliseconds: milliseconds)[6..<8]) == hex(field))
    #expect(Array(UBX.sleep(milliseconds: 60_000)[6..<14]) == hex("60 EA 00 00 02 00 00 00"))
  }

  @Test(
    "of MediaTek are the sentences of its packet description",
    arguments: [
      (MTK.interval(milliseconds: 1000), "$PMTK220,1000*1F\r\n"),
      (MTK.interval(milliseconds: 5), "$PMTK220,100*2F\r\n"),
      (MTK.positionSentences, "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28\r\n"),
      (MTK.usualSentences, "$PMTK314,-1*04\r\n"), (MTK.standby, "$PMTK161,0*28\r\n"),
      (MTK.normalPower, "$PMTK225,0*2B\r\n"),
    ])
  func mtk(made: [UInt8], manual: String) {
    #expect(made == Array(manual.utf8))
  }

  @Test(
    "wake the receiver before anything else, and bring each family to full power", arguments: ReceiverFamily.allCases)
  func full(family: ReceiverFamily) {
    let commands = family.commands(for: .full)
    #expect(!commands.wake.isEmpty)
    #expect(commands.orders.count >= 1)
    #expect(commands != family.commands(for: .slow(milliseconds: 2000)))
    #expect(family.commands(for: .asleep(milliseconds: 1000)).orders.count == 1)
  }
}
