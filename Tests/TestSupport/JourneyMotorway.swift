import GNSS

extension Journey {
  /// Six minutes at up to 130 km/h in the south-western quarter of the globe, where both angles are negative.
  public static let motorway = Journey(
    name: "motorway",
    summary: "6 minutes from one rest area to the next at up to 130 km/h, long curves",
    recipe: "JourneyMotorway.swift", seed: 20_260_513,
    start: JourneyStart(
      instant: .at(2026, 5, 13, 13, 40), latitude: -34.2, longitude: -64.3, heading: 285, altitudeMetres: 118,
      geoidSeparationMetres: 20.1),
    seconds: 360,
    legs: [
      .stop(seconds: 8),
      .straight(metres: 60, kmh: 30), .turn(degrees: -20, radius: 80, kmh: 60), .straight(metres: 350, kmh: 110),
      .straight(metres: 900, kmh: 130), .turn(degrees: 28, radius: 1800, kmh: 130),
      .straight(metres: 900, kmh: 130), .turn(degrees: -46, radius: 1200, kmh: 120),
      .straight(metres: 700, kmh: 100), .turn(degrees: 9, radius: 2500, kmh: 100),
      .straight(metres: 1450, kmh: 130), .turn(degrees: 33, radius: 1500, kmh: 130),
      .straight(metres: 1300, kmh: 130),
      .straight(metres: 250, kmh: 80), .turn(degrees: 24, radius: 120, kmh: 50), .straight(metres: 140, kmh: 30),
      .turn(degrees: 60, radius: 20, kmh: 20), .straight(metres: 18, kmh: 15),
    ],
    receiver: ReceiverModel(
      rateHertz: 5, wander: [.init(metres: 0.9, seconds: 90, travelledMetres: 600)], jitterMetres: 0.03,
      sentences: [
        .init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1), .init(kind: .vtg, everyEpochs: 1),
        .init(kind: .gsa, everyEpochs: 5),
      ]),
    truthEverySeconds: 1)
}
