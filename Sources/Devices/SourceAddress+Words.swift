/// How the words of an address are read.
extension SourceAddress {
  static func checkPath(_ words: String) throws(SourceAddressError) {
    if words.isEmpty {
      throw SourceAddressError(
        "the source is empty; give a file, -, serial:///dev/ttyAMA0?baud=9600 or gpsd://localhost:2947")
    }
    for kind in ["serial", "gpsd", "replay"] where words.hasPrefix(kind + ":") {
      throw SourceAddressError(
        "'\(words)' lacks the // after the colon: serial:///dev/ttyAMA0, gpsd://localhost, replay:///drive.nmea")
    }
    if let end = words.firstRange(of: "://")?.lowerBound {
      throw SourceAddressError(
        "unknown kind of source '\(words[..<end])://'; there are serial://, gpsd:// and replay://, and plain paths")
    }
  }

  static func serial(_ rest: Substring) throws(SourceAddressError) -> SourceAddress {
    let (place, settings) = split(rest, at: "?")
    let device = String(place)
    try checkDevice(device)
    var baud = BaudRate.fixed(9600)
    var silence = defaultSilence
    for (key, value) in pairs(settings) {
      switch key {
      case "baud": baud = try baudRate(value)
      case "silence": silence = try silenceSeconds(value)
      default:
        throw SourceAddressError(
          "serial:// has no setting '\(key)'; there are baud and silence, as in ?baud=9600&silence=60")
      }
    }
    return .serial(device: device, baud: baud, silence: silence)
  }

  private static func checkDevice(_ device: String) throws(SourceAddressError) {
    if device.hasPrefix(USBName.prefix) {
      guard USBName(device) == nil else { return }
      throw SourceAddressError(
        "'\(device)' is no USB name; it looks like serial://usb:1546:01a7 (lsusb shows the numbers)")
    }
    guard device.hasPrefix("/"), device.count > 1 else {
      throw SourceAddressError(
        device.isEmpty || device == "/"
          ? "serial:// needs a device, such as serial:///dev/ttyAMA0?baud=9600"
          : "the device's path must be absolute, with three slashes: serial:///dev/\(device)")
    }
  }

  private static func baudRate(_ text: Substring) throws(SourceAddressError) -> BaudRate {
    if text == "auto" { return .automatic }
    guard let baud = Int(text), baudRates.contains(baud) else {
      let known = baudRates.map(String.init).joined(separator: ", ")
      throw SourceAddressError("'\(text)' is not a serial speed; take auto, or one of \(known)")
    }
    return .fixed(baud)
  }

  private static func silenceSeconds(_ text: Substring) throws(SourceAddressError) -> Int {
    guard let seconds = Int(text), 2...3600 ~= seconds else {
      throw SourceAddressError("silence takes whole seconds from 2 to 3600, as in silence=60, not '\(text)'")
    }
    return seconds
  }

  static func gpsd(_ rest: Substring) throws(SourceAddressError) -> SourceAddress {
    let (address, settings) = split(rest, at: "?")
    var silence = defaultSilence
    for (key, value) in pairs(settings) {
      guard key == "silence" else {
        throw SourceAddressError("gpsd:// has no setting '\(key)'; the only one is silence, as in ?silence=60")
      }
      silence = try silenceSeconds(value)
    }
    let slash = address.firstIndex(of: "/") ?? address.endIndex
    let (host, port) = try hostAndPort(address[..<slash])
    let device = String(address[slash...])
    guard device.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    else { throw SourceAddressError("the device '\(device)' has a character that gpsd does not take in a path") }
    return .gpsd(host: host, port: port, device: device.count > 1 ? device : nil, silence: silence)
  }

  static func replay(_ rest: Substring) throws(SourceAddressError) -> SourceAddress {
    let (place, settings) = split(rest, at: "?")
    let path = String(place)
    guard path == "-" || (path.hasPrefix("/") && path.count > 1) else {
      throw SourceAddressError(
        path.isEmpty || path == "/"
          ? "replay:// needs a capture, such as replay:///srv/drive.nmea?speed=10, or replay://-"
          : "the capture's path must be absolute, with three slashes: replay:///srv/\(path)")
    }
    var speed = 1.0
    var isLooping = false
    for (key, value) in pairs(settings) {
      switch key {
      case "speed": speed = try playbackSpeed(value)
      case "loop" where value.isEmpty: isLooping = true
      default:
        throw SourceAddressError("replay:// has no setting '\(key)'; there are speed and loop, as in ?speed=10&loop")
      }
    }
    if isLooping, path == "-" { throw SourceAddressError("standard input cannot start anew: leave out loop") }
    return .replay(Playback(path: path == "-" ? nil : path, speed: speed, isLooping: isLooping))
  }

  private static func playbackSpeed(_ text: Substring) throws(SourceAddressError) -> Double {
    guard let speed = Double(text), (0.01...1000).contains(speed) else {
      throw SourceAddressError("speed takes a number from 0.01 to 1000, as in speed=10, not '\(text)'")
    }
    return speed
  }

  private static func pairs(_ settings: Substring?) -> [(key: Substring, value: Substring)] {
    (settings ?? "").split(separator: "&").map { pair in
      let (key, value) = split(pair, at: "=")
      return (key, value ?? "")
    }
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

extension String {
  /// What follows the prefix; nil without it.
  func after(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
