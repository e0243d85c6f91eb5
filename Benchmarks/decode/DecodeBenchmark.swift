import GNSS

/// Decodes what a receiver sends that gives RMC, VTG, GGA, GSA, three GSV and GLL once a second.
///
///     DecodeBenchmark decode EPOCHS    decodes so many epochs, for callgrind and for counting allocations
///     DecodeBenchmark time EPOCHS      five times over, and prints the best nanoseconds a sentence
///     DecodeBenchmark stream EPOCHS    prints the stream, for other decoders
///
/// What two runs of different length differ by belongs to the sentences; start-up and the making of the stream drop out.
@main
enum DecodeBenchmark {
  private static let sentencesPerEpoch = 8
  /// The stream repeats after so many epochs; it is decoded again and again, as a day after day.
  private static let block = 600

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let mode = arguments.first, let epochs = arguments.last.flatMap({ Int($0) }), epochs > 0
    else { return print("usage: DecodeBenchmark decode|time|stream EPOCHS") }
    let stream = (0..<block).flatMap(epoch)
    switch mode {
    case "stream": write(stream, epochs)
    case "time": time(stream, epochs)
    default: print("\(decode(stream, epochs)) fixes of \(epochs) epochs")
    }
  }

  private static func time(_ stream: [UInt8], _ epochs: Int) {
    let best = (0..<5).map { _ in ContinuousClock().measure { _ = decode(stream, epochs) } }.min() ?? .zero
    print(best / .nanoseconds(epochs * sentencesPerEpoch))
  }

  /// Gives how many fixes came out.
  private static func decode(_ stream: [UInt8], _ epochs: Int) -> Int {
    var decoder = NMEADecoder()
    var fixes = 0
    eachBlock(stream, epochs) { block in
      block.withUnsafeBytes { bytes in decoder.decode(bytes) { if $0.coordinate != nil { fixes += 1 } } }
    }
    decoder.finish { if $0.coordinate != nil { fixes += 1 } }
    return fixes
  }

  private static func write(_ stream: [UInt8], _ epochs: Int) {
    eachBlock(stream, epochs) { print(String(decoding: $0, as: UTF8.self), terminator: "") }
  }

  private static func eachBlock(_ stream: [UInt8], _ epochs: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    for rest in stride(from: epochs, to: 0, by: -block) {
      body(rest >= block ? stream[...] : stream.prefix(stream.count / block * rest))
    }
  }

  /// One second of a drive, CR LF after each sentence; each is as long as all others.
  private static func epoch(_ number: Int) -> [UInt8] {
    let time = "12" + padded(number / 60 % 60, 2) + padded(number % 60, 2) + ".00"
    let latitude = "4812.\(padded(12_345 + number * 7, 5)),N"
    let longitude = "01622.\(padded(54_321 + number * 11, 5)),E"
    let velocity = ("13.\(padded(number % 1_000, 3))", "\(padded(number % 360, 3)).41")
    let sentences = [
      "GNRMC,\(time),A,\(latitude),\(longitude),\(velocity.0),\(velocity.1),301126,,,A,V",
      "GNVTG,\(velocity.1),T,,M,\(velocity.0),N,24.076,K,A",
      "GNGGA,\(time),\(latitude),\(longitude),1,12,0.76,181.4,M,43.2,M,,",
      "GNGSA,A,3,17,02,06,28,12,13,15,24,19,,,,1.48,0.76,1.27,1",
      "GPGSV,3,1,10,02,25,181,42,06,45,146,45,12,19,292,47,13,17,209,43,1",
      "GPGSV,3,2,10,15,16,241,47,17,52,040,46,19,76,022,40,24,43,305,46,1",
      "GPGSV,3,3,10,28,31,117,38,30,08,333,31,1",
      "GNGLL,\(latitude),\(longitude),\(time),A,A",
    ]
    return sentences.flatMap(sentence)
  }

  private static func sentence(_ body: String) -> [UInt8] {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
