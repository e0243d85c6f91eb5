public import HAL

/// A battery that the kernel knows, in /sys/class/power_supply.
public final class SystemBattery: Battery {
  private let file: String

  /// The battery in this folder, such as `/sys/class/power_supply/BAT0`.
  public init(folder: String) { file = folder + "/capacity" }

  /// The first battery that the kernel knows; nil when there is none.
  ///
  /// - Parameter sysfs: where the kernel tells of its devices.
  public static func first(sysfs: String = "/sys") -> SystemBattery? {
    let supplies = sysfs + "/class/power_supply"
    // A mouse's battery is one too, of another scope.
    let name = SystemFile.names(in: supplies).first { name in
      SystemFile.text("\(supplies)/\(name)/type") == "Battery"
        && SystemFile.text("\(supplies)/\(name)/scope") != "Device"
    }
    return name.map { SystemBattery(folder: "\(supplies)/\($0)") }
  }

  /// What the fuel gauge says.
  public func percent() -> UInt8? { wholePercent(SystemFile.text(file)) }
}

/// A battery of which another program, such as that of a UPS board, writes the percentage into a file.
public final class FileBattery: Battery {
  private let path: String

  /// The battery whose percentage stands in this file, as a number.
  public init(path: String) { self.path = path }

  /// What stands in the file, without its decimals.
  public func percent() -> UInt8? { wholePercent(SystemFile.text(path)) }
}

private func wholePercent(_ text: String?) -> UInt8? {
  guard let value = text.flatMap({ Double($0) }), (0...100).contains(value) else { return nil }
  return UInt8(value)
}
