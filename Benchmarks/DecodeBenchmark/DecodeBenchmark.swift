import GNSS

/// Decodes so many epochs of a receiver that sends RMC, VTG, GGA, GSA, three GSV and GLL once a second.
///
/// Run it under callgrind with two numbers of epochs and divide the difference of the instruction counts by that of the
/// sentences: start-up and the making of the stream drop out.
@main
enum DecodeBenchmark {
  private static let sentencesPerEpoch = 8
  /// The stream repeats after so many epochs; it is decoded again and again, as a day after day.
  private static let block = 600

  static func main() {
    let epochs = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 6_000
    let stream = (0..<block).flatMap(epoch)
    var decoder = NMEADecoder()
    var fixes = 0
    var rest = epochs
    while rest > 0 {
      let share = rest >= block ? stream[...] : stream.prefix(stream.count * rest / block)
      share.withUnsafeBytes { bytes in decoder.decode(bytes) { if $0.coordinate != nil { fixes += 1 } } }
      rest -= block
    }
    decoder.finish { if $0.coordinate != nil { fixes += 1 } }
    print(
      "epochs \(epochs) sentences \(epochs * sentencesPerEpoch) fixes \(fixes) refused \(decoder.statistics.refused)")
  }

  /// One second of a drive, CR LF after each sentence.
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
