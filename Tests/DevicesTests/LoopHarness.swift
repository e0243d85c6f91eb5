import EventLoop
import GNSS
import Glibc
import HAL
import Testing

extension EventLoop {
  /// Runs until the test stops the loop; a test that hangs fails instead.
  func run(within seconds: Int64) throws {
    let deadline = timer(after: seconds * 1_000_000_000) { [self] in
      Issue.record("nothing stopped the loop for \(seconds) s")
      stop()
    }
    try run()
    cancel(deadline)
  }
}

/// The device end of a pseudo-terminal: what a test writes, a port of ours reads.
final class PseudoTerminal {
  let name: String
  private(set) var master: Int32

  init() throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    guard openpty(&master, &slave, nil, nil, nil) == 0, let name = ttyname(slave) else {
      throw SystemError(call: "openpty", errno)
    }
    self.master = master
    self.name = String(cString: name)
    // gpsd drops its privileges before it opens the device.
    chmod(self.name, 0o666)
    close(slave)
    // A child that held the master too would keep the line up after `hangUp`.
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
  }

  deinit { hangUp() }

  func write(_ text: String) { _ = Glibc.write(master, text, text.utf8.count) }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}

extension SourceEvent {
  var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
  var error: DeviceError? { if case .lost(let error) = self { error } else { nil } }
  /// The event's name alone.
  var name: String {
    switch self {
    case .connected: "connected"
    case .fix: "fix"
    case .drained: "drained"
    case .lost: "lost"
    case .uncontrolled: "uncontrolled"
    case .ended: "ended"
    }
  }
}

func nmea(_ body: String) -> String {
  let sum = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
  return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n"
}

/// One epoch of a receiver near 40 N, 105 W.
func epoch(_ time: String) -> String {
  nmea("GNRMC,\(time).00,A,4000.1000,N,10500.2000,W,1.00,90.0,301126,,,A")
    + nmea("GNGGA,\(time).00,4000.1000,N,10500.2000,W,1,08,0.9,1600.0,M,-20.0,M,,")
}
