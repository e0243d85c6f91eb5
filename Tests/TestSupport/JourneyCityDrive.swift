import GNSS

extension Journey {
  /// Twenty minutes through a town that is not there: what a delivery van does.
  public static let cityDrive = Journey(
    name: "city-drive",
    summary: "20 minutes through streets: parked, turns, traffic lights, a U-turn, parked again",
    recipe: "JourneyCityDrive.swift", seed: 20_260_512,
    start: JourneyStart(
      instant: .at(2026, 5, 12, 7, 15), latitude: 47.37, longitude: 8.54, heading: 24, altitudeMetres: 408,
      geoidSeparationMetres: 47.4),
    seconds: 1200, legs: outOfTheYard + alongTheAvenue + throughTheOldTown + backByTheRingRoad,
    receiver: ReceiverModel(
      rateHertz: 1, secondsToFix: 14, wander: [.init(metres: 1.1, seconds: 60)], housesReachDegrees: 38,
      sentences: [
        .init(kind: .rmc, everyEpochs: 1), .init(kind: .vtg, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1),
        .init(kind: .gsa, everyEpochs: 1), .init(kind: .gsv, everyEpochs: 10), .init(kind: .gll, everyEpochs: 1),
        .init(kind: .zda, everyEpochs: 60),
      ]),
    truthEverySeconds: 1)

  /// A day and a night of the same drive, again and again. Too long for a fixture; for benchmarks that make it afresh.
  public static let dayOfDriving = Journey(
    name: "day-of-driving", summary: "24 hours through streets", recipe: cityDrive.recipe, seed: cityDrive.seed,
    start: cityDrive.start, seconds: 86_400, legs: Array(repeating: cityDrive.legs, count: 75).flatMap { $0 },
    receiver: .plain(rateHertz: 1), truthEverySeconds: 60)

  private static let outOfTheYard: [JourneyLeg] = [
    .stop(seconds: 75),
    .straight(metres: 35, kmh: 10), .turn(degrees: 90, radius: 6, kmh: 10),
    .straight(metres: 180, kmh: 30), .stop(seconds: 4), .turn(degrees: -90, radius: 9, kmh: 30),
    .straight(metres: 260, kmh: 50), .turn(degrees: 12, radius: 150, kmh: 50), .straight(metres: 190, kmh: 50),
    .stop(seconds: 38),
  ]

  private static let alongTheAvenue: [JourneyLeg] = [
    .straight(metres: 420, kmh: 50), .stop(seconds: 22), .straight(metres: 310, kmh: 50),
    .turn(degrees: -25, radius: 220, kmh: 50), .straight(metres: 240, kmh: 50), .stop(seconds: 51),
    .straight(metres: 15, kmh: 30), .turn(degrees: 88, radius: 14, kmh: 30), .straight(metres: 380, kmh: 50),
    .straight(metres: 160, kmh: 30),
  ]

  /// Narrow, slow, and a wrong turn taken back.
  private static let throughTheOldTown: [JourneyLeg] = [
    .turn(degrees: 95, radius: 8, kmh: 30), .straight(metres: 120, kmh: 30), .stop(seconds: 6),
    .turn(degrees: -84, radius: 8, kmh: 30), .straight(metres: 90, kmh: 20), .turn(degrees: 40, radius: 25, kmh: 20),
    .straight(metres: 140, kmh: 20), .stop(seconds: 95), .straight(metres: 60, kmh: 20),
    .turn(degrees: -90, radius: 7, kmh: 20), .straight(metres: 110, kmh: 30),
    .stop(seconds: 3), .turn(degrees: -180, radius: 5.5, kmh: 10), .straight(metres: 108, kmh: 30),
    .turn(degrees: -90, radius: 7, kmh: 20), .straight(metres: 75, kmh: 30), .stop(seconds: 12),
  ]

  private static let backByTheRingRoad: [JourneyLeg] = [
    .turn(degrees: 100, radius: 12, kmh: 30), .straight(metres: 520, kmh: 60),
    .turn(degrees: 55, radius: 120, kmh: 60), .straight(metres: 430, kmh: 60), .stop(seconds: 64),
    .straight(metres: 650, kmh: 60), .turn(degrees: 62, radius: 90, kmh: 60), .straight(metres: 280, kmh: 50),
    .stop(seconds: 41), .straight(metres: 340, kmh: 50), .stop(seconds: 18), .turn(degrees: 90, radius: 10, kmh: 30),
    .straight(metres: 230, kmh: 30), .stop(seconds: 2),
    .straight(metres: 90, kmh: 30), .turn(degrees: -90, radius: 6, kmh: 10), .straight(metres: 22, kmh: 8),
  ]
}
