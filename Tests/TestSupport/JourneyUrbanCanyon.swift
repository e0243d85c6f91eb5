import GNSS

extension Journey {
  /// Between high houses: a wandering position, lone outliers, reflections that stay for a while.
  public static let urbanCanyon = Journey(
    name: "urban-canyon",
    summary: "20 minutes between high houses: wandering, five lone outliers of 60 to 250 m, two reflections that last",
    recipe: "JourneyUrbanCanyon.swift", seed: 20_260_520,
    start: JourneyStart(
      instant: .at(2026, 5, 20, 22, 50), latitude: 22.28, longitude: 114.16, heading: 100, altitudeMetres: 9,
      geoidSeparationMetres: -2.6),
    seconds: 1200,
    legs: [
      .stop(seconds: 60), .straight(metres: 380, kmh: 40), .stop(seconds: 45), .turn(degrees: 90, radius: 10, kmh: 20),
      .straight(metres: 260, kmh: 40), .stop(seconds: 70), .straight(metres: 310, kmh: 40),
      .turn(degrees: -90, radius: 12, kmh: 20), .straight(metres: 450, kmh: 45), .stop(seconds: 30),
      .straight(metres: 420, kmh: 45), .turn(degrees: -90, radius: 12, kmh: 20), .straight(metres: 280, kmh: 40),
      .stop(seconds: 180), .straight(metres: 330, kmh: 40), .turn(degrees: 45, radius: 30, kmh: 30),
      .straight(metres: 500, kmh: 50), .stop(seconds: 55), .straight(metres: 650, kmh: 50),
      .turn(degrees: 90, radius: 10, kmh: 20), .straight(metres: 150, kmh: 30),
    ],
    receiver: ReceiverModel(
      rateHertz: 1, wander: [.init(metres: 1.6, seconds: 25, travelledMetres: 80), .init(metres: 1, seconds: 120)],
      jitterMetres: 0.3, housesReachDegrees: 60,
      jumps: [
        .init(second: 85, lastingSeconds: 1, north: 60, east: -45),
        .init(second: 190, lastingSeconds: 1, north: -140, east: 30),
        .init(second: 262, lastingSeconds: 12, north: 55, east: 40),
        .init(second: 400, lastingSeconds: 1, north: 20, east: 70),
        .init(second: 530, lastingSeconds: 2, north: 90, east: 90),
        .init(second: 660, lastingSeconds: 1, north: -250, east: 0),
        .init(second: 905, lastingSeconds: 8, north: -35, east: -60),
      ],
      sentences: [.init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1)]),
    truthEverySeconds: 1)
}
