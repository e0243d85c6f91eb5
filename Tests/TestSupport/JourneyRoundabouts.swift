import GNSS

extension Journey {
  /// Roundabouts of all sizes, taken at every exit and once round: bends that follow each other closely.
  public static let roundabouts = Journey(
    name: "roundabouts",
    summary: "17 minutes through eleven roundabouts, right-hand traffic",
    recipe: "JourneyRoundabouts.swift", seed: 20_260_517,
    start: JourneyStart(
      instant: .at(2026, 5, 17, 9, 30), latitude: 48.4, longitude: -1.9, heading: 75, altitudeMetres: 61,
      geoidSeparationMetres: 48.9),
    seconds: 1020,
    legs: way,
    receiver: .plain(rateHertz: 1), truthEverySeconds: 1)

  /// How far round, as seen on the way in (180 is straight on), and the radius.
  private static let circles: [(degrees: Double, radius: Double)] = [
    (180, 14), (90, 14), (270, 18), (180, 25), (360, 20), (180, 9), (90, 9), (270, 30), (180, 40), (180, 12), (90, 16),
  ]

  private static var way: [JourneyLeg] {
    var legs: [JourneyLeg] = [.stop(seconds: 10)]
    for (number, circle) in circles.enumerated() {
      legs.append(.straight(metres: Double(190 + number % 4 * 110), kmh: number % 3 == 0 ? 70 : 50))
      legs += passing(round: circle.degrees, radius: circle.radius)
    }
    return legs + [.straight(metres: 120, kmh: 50), .stop(seconds: 30)]
  }

  /// In by a bend to the right, round to the left, out by a bend to the right: `round` 180 goes straight on.
  private static func passing(round degrees: Double, radius: Double) -> [JourneyLeg] {
    let entry = 45.0
    return [
      .turn(degrees: entry, radius: 15, kmh: 40), .turn(degrees: -(degrees - 180 + 2 * entry), radius: radius, kmh: 35),
      .turn(degrees: entry, radius: 15, kmh: 40),
    ]
  }
}

extension ReceiverModel {
  /// A good receiver under an open sky that sends RMC and GGA.
  static func plain(rateHertz: Int) -> ReceiverModel {
    ReceiverModel(
      rateHertz: rateHertz, wander: [.init(metres: 1, seconds: 90)], jitterMetres: 0.04,
      sentences: [.init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1)])
  }
}
