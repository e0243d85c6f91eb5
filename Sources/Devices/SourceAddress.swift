/// Where fixes come from, in the words of the command line and the configuration file.
///
/// - a path: a capture
/// - `-`: standard input
/// - `serial:///dev/ttyAMA0?baud=9600`: a receiver on a serial port or a pseudo-terminal; `serial://usb:1546:01a7` one by
///   its USB numbers; `baud=auto` finds the speed
/// - `gpsd://host:2947/dev/ttyACM0`: gpsd; host, port and device may be left out
/// - `replay:///path?speed=10&loop`: a capture at its own pace; `replay://-` standard input
///
/// The live ones take `silence=60`: after so many seconds without a word they are opened anew.
public enum SourceAddress: Hashable, Sendable {
  /// A file with what a receiver sent.
  case capture(path: String)
  /// What a receiver sends, from a pipe.
  case standardInput
  /// A receiver's port, by the stable name the user gave it: a path, or `usb:VVVV:PPPP`. Silence in seconds.
  case serial(device: String, baud: BaudRate, silence: Int = SourceAddress.defaultSilence)
  /// gpsd on that host; only that receiver's reports, when one is named. Silence in seconds.
  case gpsd(host: String, port: UInt16, device: String?, silence: Int = SourceAddress.defaultSilence)
  /// A capture that is played.
  case replay(Playback)

  /// How a capture is played.
  public struct Playback: Hashable, Sendable {
    /// The capture; nil for standard input.
    public let path: String?
    /// How many times faster than it was recorded.
    public let speed: Double
    /// Whether it starts anew at its end.
    public let isLooping: Bool

    /// A capture in real time, once, unless something else is said.
    public init(path: String?, speed: Double = 1, isLooping: Bool = false) {
      self.path = path
      self.speed = speed
      self.isLooping = isLooping
    }
  }

  /// The serial speeds that receivers use.
  public static let baudRates = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600]
  /// Seconds without a word after which a receiver is opened anew, when nothing else is said.
  public static let defaultSilence = 60

  /// Reads the words.
  ///
  /// - Throws: one sentence that names what is wrong and what is right.
  public init(_ words: String) throws(SourceAddressError) {
    if words == "-" {
      self = .standardInput
    } else if let rest = words.after("serial://") {
      self = try Self.serial(rest)
    } else if let rest = words.after("gpsd://") {
      self = try Self.gpsd(rest)
    } else if let rest = words.after("replay://") {
      self = try Self.replay(rest)
    } else {
      try Self.checkPath(words)
      self = .capture(path: words)
    }
  }
}

extension SourceAddress: CustomStringConvertible {
  /// The words that give this address.
  public var description: String {
    switch self {
    case .capture(let path): return path
    case .standardInput: return "-"
    case .serial(let device, let baud, let silence):
      let rate = if case .fixed(let rate) = baud { "\(rate)" } else { "auto" }
      return "serial://\(device)?baud=\(rate)" + (silence == Self.defaultSilence ? "" : "&silence=\(silence)")
    case .gpsd(let host, let port, let device, let silence):
      let place = host.contains(":") ? "[\(host)]" : host
      return "gpsd://\(place):\(port)\(device ?? "")" + (silence == Self.defaultSilence ? "" : "?silence=\(silence)")
    case .replay(let playback):
      return "replay://\(playback.path ?? "-")?speed=\(playback.speed)\(playback.isLooping ? "&loop" : "")"
    }
  }
}

/// Words that name no source.
public struct SourceAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for the user: what is wrong, and what would be right.
  public let description: String

  init(_ description: String) { self.description = description }
}
