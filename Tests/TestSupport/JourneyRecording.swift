import Delivery
public import GNSS

/// A journey as its receiver sent it, and what was true.
public struct JourneyRecording: Sendable {
  /// The capture: header lines, then sentences.
  public let nmea: String
  /// One entry an epoch, those without a position included.
  public let truth: [JourneyTruth]
  /// The truth file: CSV with a head line, thinned.
  public let truthCSV: String
}

/// Where the vehicle really was at an epoch.
public struct JourneyTruth: Sendable {
  /// The epoch's time.
  public let instant: UTCInstant
  /// The true place.
  public let coordinate: Coordinate
  /// The true speed.
  public let metresPerSecond: Double
  /// Whether the receiver sent a position that it measured.
  public let hasFix: Bool
}

extension Journey {
  /// Drives it. The same text every time, on every machine.
  public func record() -> JourneyRecording {
    var random = SplitMix64(seed: seed)
    var vehicle = SimulatedVehicle(self, SplitMix64(seed: random.next()))
    var receiver = SimulatedReceiver(self, SplitMix64(seed: random.next()))
    var nmea = header
    var truth: [JourneyTruth] = []
    let milliseconds = self.receiver.secondsPerEpoch * 1000 / self.receiver.rateHertz
    let stepsPerEpoch = SimulatedVehicle.stepsPerSecond * milliseconds / 1000
    for number in 0..<seconds * 1000 / milliseconds {
      let epoch = receiver.epoch(at: number * milliseconds, vehicle)
      for sentence in self.receiver.sentences where number % sentence.everyEpochs == 0 {
        nmea += epoch.sentences(sentence.kind)
      }
      truth.append(entry(number * milliseconds, vehicle, hasFix: epoch.fix?.isEstimated == false))
      for _ in 0..<stepsPerEpoch where !vehicle.hasArrived { vehicle.advance() }
    }
    return JourneyRecording(nmea: nmea, truth: truth, truthCSV: csv(of: truth))
  }

  private func entry(_ milliseconds: Int, _ vehicle: SimulatedVehicle, hasFix: Bool) -> JourneyTruth {
    JourneyTruth(
      instant: UTCInstant(millisecondsSince1970: start.instant.millisecondsSince1970 + Int64(milliseconds)),
      coordinate: Coordinate(
        latitudeNanodegrees: Int64((vehicle.latitude * 1e9).rounded()),
        longitudeNanodegrees: Int64((vehicle.longitude * 1e9).rounded())),
      metresPerSecond: vehicle.metresPerSecond, hasFix: hasFix)
  }

  private var rate: String {
    receiver.secondsPerEpoch == 1 ? "\(receiver.rateHertz) Hz" : "each \(receiver.secondsPerEpoch) s"
  }

  private var header: String {
    let sent = receiver.sentences.map { sentence in
      sentence.everyEpochs == 1 ? sentence.kind.rawValue : "\(sentence.kind.rawValue) every \(sentence.everyEpochs)th"
    }
    return [
      "Journey: \(name): \(summary)",
      "Origin: made by Waymark's journey simulator; nobody drove here",
      "Recipe: Tests/TestSupport/\(recipe), seed \(seed)",
      "Rate: \(rate), \(sent.joined(separator: ", "))",
      "Truth: \(name).truth.csv",
      "Regenerate: scripts/fixtures",
      "Licence: Apache-2.0",
    ].map { "# \($0)\r\n" }.joined()
  }

  private func csv(of truth: [JourneyTruth]) -> String {
    var text = "time,latitude,longitude,speed_mps\n"
    for (number, row) in truth.enumerated()
    where number * receiver.secondsPerEpoch % (receiver.rateHertz * truthEverySeconds) == 0 {
      text += CivilTime(row.instant).iso8601
      text +=
        ",\(Int(row.coordinate.latitudeNanodegrees).decimal(9)),\(Int(row.coordinate.longitudeNanodegrees).decimal(9))"
      text += ",\(Int((row.metresPerSecond * 1000).rounded()).decimal(3))\n"
    }
    return text
  }
}
