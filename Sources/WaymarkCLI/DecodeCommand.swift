import GNSS

extension Command {
  /// `waymark decode`: what a receiver says, one JSON line an epoch.
  static let decode = Command(
    name: "decode",
    summary: "Print one JSON line for each epoch of a source, with gpsd's names.",
    operands: "SOURCE",
    options: [
      Option("all", "epochs without a position too, with mode 1"),
      Option("stats", "a last line of class STATS that counts sentences, refusals, epochs and fixes"),
      Option("not-before", value: "DATE", "earliest date to believe; earlier ones are repaired by whole 1,024 weeks"),
      Option("clock", value: "TIME", "the time at the first byte, for receivers that never send a date"),
      Option("allow-missing-checksum", "take sentences that carry no checksum"),
    ],
    examples: [
      "waymark decode drive.nmea",
      "waymark decode --all --stats - < /dev/ttyACM0",
      "waymark decode --not-before 2026-10-01 old-receiver.log",
    ],
    run: runDecode)
}

@Sendable private func runDecode(_ arguments: Arguments) throws(CommandFailure) {
  guard let word = arguments.operands.first, arguments.operands.count == 1 else {
    throw CommandFailure(.usage, "give one source: a path, or - for standard input")
  }
  var options = DecoderOptions()
  options.notBefore = try arguments.instant("not-before")
  options.hostClock = try hostClock(arguments)
  options.allowMissingChecksum = arguments.has("allow-missing-checksum")
  var printer = FixPrinter(device: word, printsAll: arguments.has("all"))

  switch try DecodeSource(word) {
  case .bytes(let input):
    let statistics = try decode(input, options, &printer)
    if arguments.has("stats") { printer.print(statistics) }
    printer.flush()
    try input.check(statistics)
  }
}

/// The clock is a hint, often copied from a capture's header: one with a day that no calendar has (a real header says
/// 32 July) is no reason not to decode.
private func hostClock(_ arguments: Arguments) throws(CommandFailure) -> UTCInstant? {
  do throws(CommandFailure) {
    return try arguments.instant("clock")
  } catch {
    let text = arguments.value("clock") ?? ""
    guard text.utf8.count >= 10, text.utf8.allSatisfy({ "0123456789-:.TZ".utf8.contains($0) }) else { throw error }
    complain("waymark decode: --clock \(text) is no time of the calendar; going on without a clock")
    return nil
  }
}

/// Decodes everything that the descriptor gives, until it ends.
private func decode(
  _ input: CaptureInput, _ options: DecoderOptions, _ printer: inout FixPrinter
) throws(CommandFailure) -> DecoderStatistics {
  var decoder = NMEADecoder(options)
  var judge = FixJudge()
  try input.read { (bytes) in
    decoder.decode(bytes) { printer.print(judge.judge($0)) }
    if input.isInteractive { printer.flush() }
  }
  decoder.finish { printer.print(judge.judge($0)) }
  return decoder.statistics
}

extension Arguments {
  /// The option's value as an instant, `2026-11-30` or `2026-11-30T12:00:00Z`; nil when it was not given.
  func instant(_ name: String) throws(CommandFailure) -> UTCInstant? {
    guard let text = value(name) else { return nil }
    guard let instant = UTCInstant(iso8601: text) else {
      throw CommandFailure(
        .usage, "--\(name) takes a date (2026-11-30) or a UTC time (2026-11-30T12:00:00Z), not '\(text)'")
    }
    return instant
  }
}
