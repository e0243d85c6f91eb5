/// Where fixes come from, in the words of the command line and the configuration file.
///
/// - a path: a capture
/// - `-`: standard input
/// - `serial:///dev/ttyAMA0?baud=9600`: a receiver on a serial port or a pseudo-terminal
/// - `gpsd://host:2947/dev/ttyACM0`: gpsd; host, port and device may be left out
public enum SourceAddress: Hashable, Sendable {
  /// A file with what a receiver sent.
  case capture(path: String)
  /// What a receiver sends, from a pipe.
  case standardInput
  /// A receiver's port, by the stable name the user gave it, at that many bits a second.
  case serial(device: String, baud: Int)
  /// gpsd on that host; only that receiver's reports, when one is named.
  case gpsd(host: String, port: UInt16, device: String?)

  /// The serial speeds that receivers use.
  public static let baudRates = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600]

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
    } else {
      try Self.checkPath(words)
      self = .capture(path: words)
    }
  }

  private static func checkPath(_ words: String) throws(SourceAddressError) {
    if words.isEmpty {
      throw SourceAddressError(
        "the source is empty; give a file, -, serial:///dev/ttyAMA0?baud=9600 or gpsd://localhost:2947")
    }
    if words.hasPrefix("replay://") {
      throw SourceAddressError("replay:// is not supported yet; give the capture's path alone")
    }
    if words.hasPrefix("serial:") || words.hasPrefix("gpsd:") {
      throw SourceAddressError("'\(words)' lacks the // after the colon: serial:///dev/ttyAMA0, gpsd://localhost")
    }
    if let end = words.firstRange(of: "://")?.lowerBound {
      throw SourceAddressError(
        "unknown kind of source '\(words[..<end])://'; there are serial:// and gpsd://, and plain paths")
    }
  }

  private static func serial(_ rest: Substring) throws(SourceAddressError) -> SourceAddress {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let device = String(parts.first ?? "")
    guard device.hasPrefix("/"), device.count > 1 else {
      throw SourceAddressError(
        device.isEmpty || device == "/"
          ? "serial:// needs a device, such as serial:///dev/ttyAMA0?baud=9600"
          : "the device's path must be absolute, with three slashes: serial:///dev/\(device)")
    }
    var baud = 9600
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let (key, value) = split(pair, at: "=")
      guard key == "baud" else {
        throw SourceAddressError("serial:// has no setting '\(key)'; the only one is baud, as in ?baud=9600")
      }
      baud = try baudRate(value ?? "")
    }
    return .serial(device: device, baud: baud)
  }

  private static func baudRate(_ text: Substring) throws(SourceAddressError) -> Int {
    if text == "auto" {
      throw SourceAddressError("baud=auto is not supported yet; give the receiver's rate, most often 9600")
    }
    guard let baud = Int(text), baudRates.contains(baud) else {
      let known = baudRates.map(String.init).joined(separator: ", ")
      throw SourceAddressError("'\(text)' is not a serial speed; take one of \(known)")
    }
    return baud
  }

  private static func gpsd(_ rest: Substring) throws(SourceAddressError) -> SourceAddress {
    if let query = rest.firstIndex(of: "?") {
      throw SourceAddressError("gpsd:// has no settings: leave out '\(rest[query...])'")
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let (host, port) = try hostAndPort(rest[..<slash])
    let device = String(rest[slash...])
    guard device.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    else { throw SourceAddressError("the device '\(device)' has a character that gpsd does not take in a path") }
    return .gpsd(host: host, port: port, device: device.count > 1 ? device : nil)
  }

  private static func hostAndPort(_ text: Substring) throws(SourceAddressError) -> (String, UInt16) {
    var host: Substring
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else {
        throw SourceAddressError("the host '\(text)' lacks its closing bracket: gpsd://[::1]:2947")
      }
      host = text[text.index(after: text.startIndex)..<end]
      let tail = text[text.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else {
        throw SourceAddressError("after the host's bracket only a port may follow: gpsd://[::1]:2947")
      }
      port = tail.isEmpty ? nil : tail.dropFirst()
    } else if text.filter({ $0 == ":" }).count > 1 {
      throw SourceAddressError("an IPv6 address stands in brackets: gpsd://[\(text)]:2947")
    } else {
      (host, port) = split(text, at: ":")
    }
    if host.isEmpty { host = "localhost" }
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") }) else {
      throw SourceAddressError("'\(host)' is not a host name; it looks like gpsd://host:2947")
    }
    guard let port else { return (String(host), 2947) }
    guard let number = UInt16(port), number > 0 else {
      throw SourceAddressError("'\(port)' is not a port; gpsd's is 2947, and any from 1 to 65535 will do")
    }
    return (String(host), number)
  }

  private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
  }
}

extension SourceAddress: CustomStringConvertible {
  /// The words that give this address.
  public var description: String {
    switch self {
    case .capture(let path): path
    case .standardInput: "-"
    case .serial(let device, let baud): "serial://\(device)?baud=\(baud)"
    case .gpsd(let host, let port, let device):
      "gpsd://\(host.contains(":") ? "[\(host)]" : host):\(port)\(device ?? "")"
    }
  }
}

/// Words that name no source.
public struct SourceAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for the user: what is wrong, and what would be right.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension String {
  /// What follows the prefix; nil without it.
  fileprivate func after(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
