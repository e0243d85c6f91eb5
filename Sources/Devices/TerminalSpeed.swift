import Glibc

/// The codes under which termios knows speeds.
enum TerminalSpeed {
  private static let codes: [Int: Int32] = [
    1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19200: B19200, 38400: B38400, 57600: B57600,
    115_200: B115200, 230_400: B230400, 460_800: B460800, 921_600: B921600,
  ]

  /// The code for a speed; nil for one that receivers do not use.
  static func code(_ baud: Int) -> speed_t? { codes[baud].map { speed_t(bitPattern: $0) } }
}
