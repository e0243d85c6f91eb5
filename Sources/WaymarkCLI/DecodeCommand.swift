import Devices
import GNSS

extension Command {
  /// `waymark decode`: what a receiver says, one JSON line an epoch.
  static let decode = Command(
    name: "decode",
    summary: "Prints one JSON line for each epoch of a source, with gpsd's names.",
    operands: "SOURCE",
    options: [
      Option("all", "epochs without a position too, with mode 1"),
      Option("stats", "a last line of class STATS that counts sentences, refusals, epochs and fixes"),
      Option("not-before", value: "DATE", "earliest date to believe; earlier ones are repaired by whole 1,024 weeks"),
      Option("clock", value: "TIME", "the time at the first byte, for receivers that never send a date"),
      Option("follow", "go on after a loss, as the tracker does; losses and returns on standard error"),
      Option("allow-missing-checksum", "take sentences that carry no checksum"),
    ],
    examples: [
      "waymark decode drive.nmea",
      "waymark decode 'serial:///dev/ttyACM0?baud=9600'",
      "waymark decode --follow 'serial://usb:1546:01a7?baud=auto'",
      "waymark decode gpsd://localhost",
      "waymark decode --not-before 2026-10-01 old-receiver.log",
    ],
    run: runDecode)
}

@Sendable private func runDecode(_ arguments: Arguments) throws {
  guard let word = arguments.operands.first, arguments.operands.count == 1 else {
    throw CommandFailure(
      .usage, "give one source: a path, - for standard input, serial:///dev/NAME?baud=9600 or gpsd://HOST:PORT")
  }
  var options = DecoderOptions()
  options.hostClock = try hostClock(arguments)
  options.allowMissingChecksum = arguments.has("allow-missing-checksum")
  let dates = DateJudge(notBefore: try arguments.instant("not-before"))
  let address = try sourceAddress(word)
  let printer = FixPrinter(device: word, printsAll: arguments.has("all"))
  let statistics =
    switch address {
    case .capture(let path): try decode(CaptureReader(path: path), path, options, dates, printer)
    case .standardInput: try decode(CaptureReader(), nil, options, dates, printer)
    case .serial, .gpsd, .replay:
      try decodeLive(address, options, dates, printer, follows: arguments.has("follow"))
    }
  if arguments.has("stats"), let statistics { printer.print(statistics) }
}

/// The address that a word of the command line means; anything else is wrong usage.
func sourceAddress(_ word: String) throws(CommandFailure) -> SourceAddress {
  do throws(SourceAddressError) {
    return try SourceAddress(word)
  } catch {
    throw CommandFailure(.usage, error.description)
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

/// Decodes a capture (or with a nil path standard input) to its end.
private func decode(
  _ reader: CaptureReader, _ path: String?, _ options: DecoderOptions, _ dates: DateJudge, _ printer: FixPrinter
) throws -> DecoderStatistics {
  var decoder = NMEADecoder(options)
  var judge = FixJudge()
  while try reader.next({ bytes in decoder.decode(bytes) { printer.print(judge.judge(dates.judged($0))) } }) {
    // Somebody may be waiting for each line of what comes from a pipe.
    if reader.size == nil { printer.flush() }
  }
  decoder.finish { printer.print(judge.judge(dates.judged($0))) }
  printer.flush()
  if let fault = fault(of: decoder.statistics, in: path ?? "standard input") {
    guard path == nil else { throw CommandFailure(.failed, fault) }
    complain("waymark decode: \(fault)")
  }
  return decoder.statistics
}

/// Why nothing in the input was a sentence about a fix; nil when something was.
func fault(of statistics: DecoderStatistics, in name: String) -> String? {
  guard statistics.good == 0 else { return nil }
  if statistics.bytes == 0 { return "\(name) is empty" }
  if statistics.refused(.missingChecksum) > 0 {
    return "\(name): no sentence has a checksum; --allow-missing-checksum takes them without"
  }
  if statistics.binaryFrames > 0 {
    return "\(name): only binary frames, \(statistics.binaryFrames) of them; switch the receiver's NMEA output on"
  }
  if statistics.refused > 0, statistics.unused == 0 {
    return "\(name): all \(statistics.refused) sentences are damaged; `waymark decode --stats` counts the reasons"
  }
  return "\(name): no NMEA sentence about a fix in \(statistics.bytes) bytes; give what a receiver sent"
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
