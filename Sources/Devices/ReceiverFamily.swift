public import HAL

/// The command set a receiver understands; the raw value is its name in configuration and board profiles.
public enum ReceiverFamily: String, Sendable, CaseIterable {
  /// u-blox 6 and 7.
  case ublox7 = "ublox-7"
  /// u-blox 8 (M8).
  case ublox8 = "ublox-8"
  /// u-blox 9 and 10.
  case ublox10 = "ublox-10"
  /// MediaTek MT33xx: L76, L80, PA6H and many others.
  case mtk

  /// The bytes that bring a receiver from any state to that one, in the order in which they are to be written.
  ///
  /// A sleeping receiver is woken first: any byte does, and what it hears while it wakes is lost, so what matters comes
  /// after `pause`.
  public func commands(for state: ReceiverState) -> ReceiverCommands {
    let wake: [UInt8] = self == .mtk ? [0x0D, 0x0A] : [0xFF]
    return ReceiverCommands(wake: wake, orders: orders(for: state))
  }

  private func orders(for state: ReceiverState) -> [[UInt8]] {
    switch (self, state) {
    case (.ublox7, .full): [UBX.receiveMode(savesPower: false), UBX.rate(milliseconds: 1000)]
    case (.ublox7, .slow(let milliseconds)):
      [UBX.cyclicTracking(milliseconds: milliseconds), UBX.receiveMode(savesPower: true)]
    case (.ublox8, .full): [UBX.powerSetup(.full), UBX.rate(milliseconds: 1000)]
    case (.ublox8, .slow(let milliseconds)): [UBX.powerSetup(.balanced), UBX.rate(milliseconds: milliseconds)]
    case (.ublox7, .asleep(let milliseconds)), (.ublox8, .asleep(let milliseconds)):
      [UBX.sleep(milliseconds: milliseconds)]
    case (.ublox10, .full): [UBX.values([.operateMode(.full), .rate(milliseconds: 1000)])]
    case (.ublox10, .slow(let milliseconds)):
      [UBX.values([.operateMode(.cyclicTracking), .rate(milliseconds: milliseconds)])]
    case (.ublox10, .asleep(let milliseconds)): [UBX.sleepUntilHeard(milliseconds: milliseconds)]
    case (.mtk, .full): [MTK.normalPower, MTK.interval(milliseconds: 1000), MTK.usualSentences]
    case (.mtk, .slow(let milliseconds)): [MTK.positionSentences, MTK.interval(milliseconds: milliseconds)]
    case (.mtk, .asleep): [MTK.standby]
    }
  }
}

/// What is to be written to a receiver.
public struct ReceiverCommands: Hashable, Sendable {
  /// First this, which wakes it.
  public let wake: [UInt8]
  /// Then, half a second later, these.
  public let orders: [[UInt8]]
  /// How long a receiver needs to wake: u-blox 8 protocol, section "Power save mode", 500 ms at least.
  public static let pauseMilliseconds = 500
}
