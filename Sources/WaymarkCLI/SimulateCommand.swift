import Devices
import EventLoop
import HAL

extension Command {
  /// `waymark simulate`: a receiver made of a capture.
  static let simulate = Command(
    name: "simulate",
    summary: "Play a capture on a pseudo-terminal, as a receiver would send it.",
    operands: "FILE",
    options: [
      Option("link", value: "PATH", "the name of the port; a link that is removed at the end"),
      Option("rate", value: "HZ", "epochs a second, instead of the recorded pace"),
      Option("speed", value: "N", "times faster than recorded"),
      Option("loop", "start anew at the end of the capture"),
      Option("wait", "start when the port is first opened, so that its reader gets all"),
    ],
    examples: [
      "waymark simulate drive.nmea --link /tmp/gps0",
      "waymark simulate drive.nmea --link /tmp/gps0 --rate 10 --loop",
      "waymark simulate drive.nmea --link /tmp/gps0 --wait & waymark decode serial:///tmp/gps0",
    ],
    run: runSimulate)
}

@Sendable private func runSimulate(_ arguments: Arguments) throws(CommandFailure) {
  guard let path = arguments.operands.first, arguments.operands.count == 1 else {
    throw CommandFailure(.usage, "give one capture: waymark simulate FILE --link PATH")
  }
  guard let link = arguments.value("link"), !link.isEmpty else {
    throw CommandFailure(.usage, "--link PATH is missing: the name under which the port is to be opened")
  }
  let options = try simulatorOptions(arguments)
  let statistics: Simulator.Statistics
  do {
    statistics = try simulate(path, link, options)
  } catch {
    throw CommandFailure(.failed, "\(error)")
  }
  complain(
    "\(statistics.epochs) epochs: \(statistics.sentBytes) bytes sent, \(statistics.lostBytes) lost for want of a reader"
  )
}

private func simulatorOptions(_ arguments: Arguments) throws(CommandFailure) -> Simulator.Options {
  var options = Simulator.Options()
  let rate = try arguments.number("rate", in: 0.01...1000.0)
  let speed = try arguments.number("speed", in: 0.01...1000.0)
  if rate != nil, speed != nil {
    throw CommandFailure(.usage, "--rate and --speed exclude each other: give one")
  }
  if let rate { options.pace = .rate(hertz: rate) }
  if let speed { options.pace = .recorded(speed: speed) }
  options.isLooping = arguments.has("loop")
  options.waitsForReader = arguments.has("wait")
  return options
}

/// Plays to the end of the capture, or until a signal.
private func simulate(_ path: String, _ link: String, _ options: Simulator.Options) throws -> Simulator.Statistics {
  let loop = try EventLoop()
  try loop.onSignal { _ in loop.stop() }
  let simulator = try Simulator(loop, capture: path, link: link, options)
  complain("simulating \(path) on \(link)")
  var failure: DeviceError?
  simulator.start { error in
    failure = error
    loop.stop()
  }
  try loop.run()
  simulator.stop()
  if let failure { throw failure }
  return simulator.statistics
}
