import Devices
import EventLoop
import HAL

extension Command {
  /// `waymark simulate`: a receiver made of a capture.
  static let simulate = Command(
    name: "simulate",
    summary: "Plays a capture on a pseudo-terminal, as a receiver would send it.",
    operands: "FILE",
    options: [
      Option("link", value: "PATH", "the name of the port; a link that is removed at the end"),
      Option("rate", value: "HZ", "epochs a second, instead of the recorded pace"),
      Option("speed", value: "N", "times faster than recorded"),
      Option("loop", "start anew at the end of the capture"),
      Option("wait", "start when the port is first opened, so that its reader gets all"),
      Option("baud", value: "N", "the receiver's speed; a reader at another one gets noise"),
      Option("baud-pace", "bytes come as fast as that speed (or 9600) lets them, instead of epoch by epoch"),
      Option("drop", value: "P", "the chance of each sentence to be left out, from 0 to 1"),
      Option("garble", value: "P", "the chance of each sentence to have a byte changed"),
      Option("cold-start", value: "S", "seconds at the start without a fix"),
      Option("unplug-at", value: "T", "seconds after which the plug is pulled"),
      Option("replug-after", value: "T", "seconds until it is put in again"),
      Option("rename", "with another device name then"),
      Option("silence-at", value: "T", "seconds after which nothing more is sent"),
      Option("silence-for", value: "T", "seconds until it goes on"),
      Option("seed", value: "N", "draws other faults; the same number draws the same"),
    ],
    examples: [
      "waymark simulate drive.nmea --link /tmp/gps0",
      "waymark simulate drive.nmea --link /tmp/gps0 --rate 10 --loop",
      "waymark simulate drive.nmea --link /tmp/gps0 --garble 0.01 --unplug-at 60 --replug-after 30 --rename",
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
      + (statistics.commands > 0 ? ", \(statistics.commands) commands obeyed" : ""))
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
  if let baud = try arguments.number("baud", in: 1...10_000_000) {
    guard SourceAddress.baudRates.contains(baud) else {
      let known = SourceAddress.baudRates.map(String.init).joined(separator: ", ")
      throw CommandFailure(.usage, "--baud takes one of \(known), not '\(baud)'")
    }
    options.baud = baud
  }
  options.isBaudPaced = arguments.has("baud-pace")
  options.faults = try faultPlan(arguments)
  return options
}

private func faultPlan(_ arguments: Arguments) throws(CommandFailure) -> FaultPlan {
  let seconds = 0...1e9
  var plan = FaultPlan()
  plan.drop = try arguments.number("drop", in: 0...1.0) ?? 0
  plan.garble = try arguments.number("garble", in: 0...1.0) ?? 0
  plan.coldStart = try arguments.number("cold-start", in: seconds) ?? 0
  plan.unplugAt = try arguments.number("unplug-at", in: seconds)
  plan.replugAfter = try arguments.number("replug-after", in: seconds)
  plan.renames = arguments.has("rename")
  plan.silenceAt = try arguments.number("silence-at", in: seconds)
  plan.silenceFor = try arguments.number("silence-for", in: seconds)
  plan.seed = try arguments.number("seed", in: 0...UInt64.max) ?? plan.seed
  for (later, first) in [("replug-after", "unplug-at"), ("rename", "unplug-at"), ("silence-for", "silence-at")]
  where arguments.has(later) && !arguments.has(first) {
    throw CommandFailure(.usage, "--\(later) says nothing without --\(first)")
  }
  return plan
}

/// Plays to the end of the capture, or until a signal.
private func simulate(_ path: String, _ link: String, _ options: Simulator.Options) throws -> Simulator.Statistics {
  let loop = try EventLoop()
  try loop.onSignal { _ in loop.stop() }
  let simulator = try Simulator(loop, capture: path, link: link, options)
  complain("simulating \(path) on \(link)")
  var failure: DeviceError?
  simulator.start(
    plugged: { port in complain(port.map { "plugged in, as \($0)" } ?? "unplugged") },
    told: { complain("the receiver \($0)") }
  ) { error in
    failure = error
    loop.stop()
  }
  try loop.run()
  simulator.stop()
  if let failure { throw failure }
  return simulator.statistics
}
