import GNSS

/// Writes fixes and counters as JSON lines to standard output.
final class FixPrinter {
  private let device: String
  private let printsAll: Bool
  private var output = Output()

  init(device: String, printsAll: Bool) {
    self.device = device
    self.printsAll = printsAll
  }

  /// One line for a fix; epochs without a position only when all are wanted.
  func print(_ fix: Fix) {
    guard printsAll || fix.mode != .none else { return }
    output.write(JSONLine(fix, device: device).line)
  }

  /// The line of the counters.
  func print(_ statistics: DecoderStatistics) {
    output.write(JSONLine(statistics, device: device).line)
  }

  func flush() { output.flush() }
}

extension JSONLine {
  /// A fix with gpsd's names; what is unknown is left out, but for the time.
  init(_ fix: Fix, device: String) {
    self.init(class: "TPV")
    add("device", device)
    add("time", orNull: fix.time?.iso8601)
    add("mode", fix.mode.rawValue)
    add("lat", fix.coordinate?.latitudeNanodegrees, places: 9)
    add("lon", fix.coordinate?.longitudeNanodegrees, places: 9)
    add("altMSL", fix.altitudeMSLMillimetres, places: 3)
    add("altHAE", fix.altitudeHAEMillimetres, places: 3)
    add("geoidSep", fix.geoidSeparationMillimetres, places: 3)
    add("speed", fix.speedMillimetresPerSecond, places: 3)
    add("track", fix.trackMillidegrees, places: 3)
    add("eph", fix.horizontalErrorMillimetres, places: 3)
    add("epv", fix.verticalErrorMillimetres, places: 3)
    add("hdop", fix.hdopThousandths, places: 3)
    add("vdop", fix.vdopThousandths, places: 3)
    add("pdop", fix.pdopThousandths, places: 3)
    add("uSat", fix.satellitesUsed)
    add("quality", fix.quality)
    add("status", fix.status)
    add("flags", fix.flags.names)
  }

  /// The counters of a decoder; refusals by reason, where there were any.
  init(_ statistics: DecoderStatistics, device: String) {
    self.init(class: "STATS")
    add("device", device)
    add("bytes", statistics.bytes)
    add("skippedBytes", statistics.skippedBytes)
    add("sentences", statistics.sentences)
    add("good", statistics.good)
    add("unused", statistics.unused)
    add("late", statistics.late)
    add("refused", Refusal.allCases.map { ("\($0)", statistics.refused($0)) }.filter { $0.1 > 0 })
    add("binaryFrames", statistics.binaryFrames)
    add("otherDatum", statistics.otherDatum)
    add("epochs", statistics.epochs)
    add("fixes", statistics.fixes)
  }
}

extension FixFlags {
  /// The names that stand in JSON.
  var names: [String] {
    let all: [(FixFlags, String)] = [
      (.estimated, "estimated"), (.dateCorrected, "date_corrected"), (.undated, "undated"), (.frozen, "frozen"),
      (.jump, "jump"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
