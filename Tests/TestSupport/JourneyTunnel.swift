import GNSS

extension Journey {
  /// Two tunnels, the first bent and longer than a minute; the receiver coasts for some seconds, then says nothing.
  public static let tunnel = Journey(
    name: "tunnel",
    summary: "17 minutes over a pass road with two tunnels, of 110 s and 25 s",
    recipe: "JourneyTunnel.swift", seed: 20_260_518,
    start: JourneyStart(
      instant: .at(2026, 5, 18, 11, 5), latitude: 46.66, longitude: 8.59, heading: 170, altitudeMetres: 1080,
      geoidSeparationMetres: 51.8),
    seconds: 1020,
    legs: [
      .stop(seconds: 20), .straight(metres: 400, kmh: 60), .turn(degrees: 35, radius: 150, kmh: 60),
      .straight(metres: 1500, kmh: 80), .turn(degrees: -20, radius: 400, kmh: 80), .straight(metres: 1200, kmh: 80),
      .turn(degrees: 40, radius: 800, kmh: 80), .straight(metres: 1700, kmh: 80),
      .turn(degrees: -70, radius: 120, kmh: 60), .straight(metres: 900, kmh: 80),
      .turn(degrees: 110, radius: 60, kmh: 40), .straight(metres: 600, kmh: 60),
      .turn(degrees: -150, radius: 40, kmh: 30), .straight(metres: 2100, kmh: 80), .stop(seconds: 30),
      .straight(metres: 3000, kmh: 80), .turn(degrees: 25, radius: 300, kmh: 80), .straight(metres: 900, kmh: 60),
    ],
    receiver: ReceiverModel(
      rateHertz: 1, wander: [.init(metres: 1.2, seconds: 60)],
      covers: [.init(seconds: 180...290, coastedSeconds: 4), .init(seconds: 560...585, coastedSeconds: 4)],
      sentences: [
        .init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1), .init(kind: .gsa, everyEpochs: 5),
      ]),
    truthEverySeconds: 1)
}
