import HAL

/// A receiver named by its USB vendor and product numbers, `usb:1546:01a7`: a name that stays the same in whatever
/// socket it is plugged.
struct USBName: Hashable {
  static let prefix = "usb:"

  let vendor: UInt16
  let product: UInt16

  /// Reads `usb:VVVV:PPPP`, four hexadecimal digits each; nil for anything else.
  init?(_ words: String) {
    let parts = words.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "usb", let vendor = Self.number(parts[1]), let product = Self.number(parts[2])
    else { return nil }
    self.vendor = vendor
    self.product = product
  }

  private static func number(_ digits: Substring) -> UInt16? {
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(digits, radix: 16)
  }

  /// The device node of the receiver that is plugged in now.
  ///
  /// - Parameter sysfs: where the kernel tells of its devices.
  /// - Throws: a sentence when no such receiver is plugged in, or several are.
  func node(sysfs: String = "/sys") throws(DeviceError) -> String {
    let nodes = SystemFile.names(in: sysfs + "/class/tty").filter { owner(of: $0, sysfs) == self }.map { "/dev/" + $0 }
    guard let first = nodes.first else {
      throw DeviceError(
        .absent, "no serial device \(self) is plugged in: plug the receiver in, or correct the numbers (lsusb)")
    }
    guard nodes.count == 1 else {
      let list = nodes.joined(separator: ", ")
      throw DeviceError(.unusable, "\(self) has several ports (\(list)): name one by its path in /dev/serial/by-id")
    }
    return first
  }

  /// A port lies one floor (CDC-ACM) or two (adapters) below the USB device that bears the numbers.
  private func owner(of port: String, _ sysfs: String) -> USBName? {
    guard var folder = SystemFile.resolved("\(sysfs)/class/tty/\(port)/device") else { return nil }
    for _ in 0..<4 {
      if let vendor = SystemFile.text(folder + "/idVendor"), let product = SystemFile.text(folder + "/idProduct") {
        return USBName("usb:\(vendor):\(product)")
      }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    return nil
  }
}

extension USBName: CustomStringConvertible {
  var description: String {
    let numbers = [vendor, product].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    return Self.prefix + numbers.joined(separator: ":")
  }
}
