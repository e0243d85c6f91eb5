import GNSS
import HAL

/// How full the battery is, asked once a minute at most: a fuel gauge hangs on a slow bus.
struct BatteryGauge {
  private static let secondsValid = 60.0

  private let battery: (any Battery)?
  private var reading: (percent: UInt8?, at: BootInstant)?

  init(_ battery: (any Battery)?) { self.battery = battery }

  /// 0 to 100; nil without a battery, or while it cannot be read.
  mutating func percent(now: BootInstant) -> UInt8? {
    guard let battery else { return nil }
    if let reading, now.seconds(since: reading.at) < Self.secondsValid { return reading.percent }
    let percent = battery.percent()
    reading = (percent, now)
    return percent
  }
}
