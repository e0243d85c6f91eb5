import Testing

/// How the tracker gets at the simulated receiver.
enum Front: String, Sendable, CaseIterable {
  /// A pseudo-terminal, through termios.
  case termios
  /// The same through libserialport, made to believe that it is a serial port.
  case libserialport
  /// A real gpsd that reads it.
  case gpsd
}

/// What befalls the receiver or the daemon.
enum Scenario: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case fix
  case coldStart = "cold start"
  case unplug
  case rename
  case garble
  case silence
  case wrongBaud = "wrong baud"
  case gpsdRestart = "gpsd restart"
  case gpsdWithoutDevice = "gpsd without device"
  case halfOpen = "half-open connection"

  var testDescription: String { rawValue }

  /// Those that make sense in front of a serial port.
  static let serial: [Scenario] = [.fix, .coldStart, .unplug, .rename, .garble, .silence, .wrongBaud]

  /// What `waymark simulate` is told.
  var faults: [String] {
    switch self {
    case .fix, .gpsdRestart, .gpsdWithoutDevice, .halfOpen: []
    case .coldStart: ["--cold-start", "5"]
    case .unplug: ["--unplug-at", "5", "--replug-after", "9"]
    case .rename: ["--unplug-at", "5", "--replug-after", "9", "--rename"]
    case .garble: ["--garble", "0.3", "--drop", "0.1", "--seed", "7"]
    case .silence: ["--silence-at", "5", "--silence-for", "9"]
    case .wrongBaud: ["--baud", "38400"]
    }
  }
}

/// What a scenario showed.
struct Outcome: Sendable {
  /// Seconds from when the source was there (again) to the first fix.
  var dataBackSeconds = 0.0
  /// The part of one processor used while it was away, in per cent; nil where it never was.
  var percentWhileAbsent: Double?
  var fixes = 0
  /// Fixes that came more than once.
  var repeated = 0
  /// Fixes that the recording does not hold: halves of two, or made up.
  var joined = 0
}
