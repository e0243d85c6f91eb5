public import Devices
import FoundationEssentials

/// What is known about a kind of board, from one file of the folder `boards/`.
public struct BoardProfile: Hashable, Sendable {
  /// A receiver to plug on the board.
  public struct Hat: Hashable, Sendable {
    /// Its name in the file.
    public let name: String
    /// Its name for people.
    public let model: String
    /// The commands of its receiver.
    public let receiver: ReceiverFamily
    /// The speed at which it sends when new.
    public let baud: Int
    /// The GPIO that has its pulse per second; nil when none has.
    public let pps: Int?
  }

  /// The file's name without its ending.
  public let name: String
  /// The board's name for people.
  public let model: String
  /// The words of the device tree that tell it.
  public let compatible: [String]
  /// The receiver's port: a path, or a USB name.
  public let serialDevice: String
  /// Where the receiver is connected.
  public let pins: String
  /// What must be added where, so that the port is there.
  public let enable: [String]
  /// What else uses the port and how to stop it; nil when nothing does.
  public let console: String?
  /// What must be added where for the pulse per second.
  public let ppsEnable: [String]
  /// The device of the pulse per second; nil when none is known.
  public let ppsDevice: String?
  /// A light in /sys/class/leds; nil when none is known.
  public let led: String?
  /// A battery in /sys/class/power_supply; nil when the board has none.
  public let powerSupply: String?
  /// Receivers to plug on.
  public let hats: [Hat]
  /// Where the facts come from.
  public let sources: [String]
  /// Facts that were not found in such a source.
  public let unverified: [String]

  /// The source of fixes of a receiver at the board's port.
  public var source: String { "serial://\(serialDevice)?baud=auto" }

  /// The commands of the board's receiver; nil where it depends on which of several is plugged on.
  public var family: ReceiverFamily? {
    let families = Set(hats.map(\.receiver))
    return families.count == 1 ? families.first : nil
  }

  /// Reads a profile.
  ///
  /// - Throws: `file:line:column` and what is wrong with it.
  public init(_ text: String, name: String, file: String) throws(ConfigurationError) {
    let reader = try ProfileReader(text, file: file)
    self.name = name
    model = try reader.text("model")
    compatible = try reader.list("compatible")
    serialDevice = try reader.text("serial.device")
    pins = try reader.text("serial.pins")
    enable = try reader.list("serial.enable")
    console = try reader.optionalText("serial.console")
    ppsEnable = try reader.optionalList("pps.enable")
    ppsDevice = try reader.optionalText("pps.device")
    led = try reader.optionalText("led.path")
    powerSupply = try reader.optionalText("power.supply")
    sources = try reader.list("sources")
    unverified = try reader.optionalList("unverified")
    var hats: [Hat] = []
    for name in reader.hats {
      let path = "hat.\(name)."
      _ = try reader.text(path + "source")
      hats.append(
        Hat(
          name: name, model: try reader.text(path + "model"), receiver: try reader.family(path + "receiver"),
          baud: try reader.number(path + "baud"), pps: try reader.optionalNumber(path + "pps")))
    }
    self.hats = hats
    try reader.refuseUnread()
  }
}

extension BoardProfile {
  /// Where profiles are looked for: beside an installed command, or in a checkout.
  public static let folders = ["/usr/local/share/waymark/boards", "/usr/share/waymark/boards", "boards"]

  /// All profiles of a folder, by name.
  public static func all(in folder: String) throws(ConfigurationError) -> [BoardProfile] {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".toml") }
    var profiles: [BoardProfile] = []
    for file in files.sorted() {
      let path = "\(folder)/\(file)"
      guard let data = try? Data(contentsOf: URL(filePath: path)) else {
        throw ConfigurationError("\(path) cannot be read: chmod +r \(path)")
      }
      let name = String(file.dropLast(".toml".count))
      profiles.append(try BoardProfile(String(decoding: data, as: UTF8.self), name: name, file: path))
    }
    return profiles
  }

  /// All profiles of the first folder that has any.
  public static func all() throws(ConfigurationError) -> [BoardProfile] {
    for folder in folders {
      let profiles = try all(in: folder)
      if !profiles.isEmpty { return profiles }
    }
    throw ConfigurationError("no board profiles are installed: copy the folder boards/ to \(folders[0])")
  }

  /// What the kernel says the board is, its own name first; nothing on a computer without a device tree.
  public static func deviceTree(_ path: String = "/proc/device-tree/compatible") -> [String] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The profile of the board that calls itself that; the most particular name counts.
  public static func detect(_ deviceTree: [String], in profiles: [BoardProfile]) -> BoardProfile? {
    for name in deviceTree {
      if let profile = profiles.first(where: { $0.compatible.contains(name) }) { return profile }
    }
    return nil
  }
}
