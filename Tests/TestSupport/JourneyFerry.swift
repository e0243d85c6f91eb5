import GNSS

extension Journey {
  /// A lorry drives on board, stands on the deck while the ship sails, and drives off: moving without driving.
  public static let ferry = Journey(
    name: "ferry",
    summary:
      "45 minutes: to the quay, a wait, a crossing at up to 28 km/h with slow manoeuvres in both harbours, on land again",
    recipe: "JourneyFerry.swift", seed: 20_260_519,
    start: JourneyStart(
      instant: .at(2026, 5, 19, 5, 40), latitude: 68.43, longitude: 14.9, heading: 200, altitudeMetres: 4,
      geoidSeparationMetres: 37.2),
    seconds: 2700,
    legs: [
      .stop(seconds: 15), .straight(metres: 700, kmh: 50), .turn(degrees: -60, radius: 20, kmh: 30),
      .straight(metres: 120, kmh: 20), .stop(seconds: 260), .straight(metres: 90, kmh: 8), .stop(seconds: 150),
      .straight(metres: 60, kmh: 3), .turn(degrees: 70, radius: 60, kmh: 5), .straight(metres: 200, kmh: 10),
      .straight(metres: 2600, kmh: 28), .turn(degrees: -15, radius: 900, kmh: 28), .straight(metres: 5200, kmh: 28),
      .turn(degrees: 40, radius: 700, kmh: 25), .straight(metres: 350, kmh: 12), .straight(metres: 90, kmh: 4),
      .straight(metres: 25, kmh: 1.5), .stop(seconds: 120), .straight(metres: 80, kmh: 8),
      .turn(degrees: 90, radius: 15, kmh: 20), .straight(metres: 900, kmh: 60), .stop(seconds: 30),
    ],
    receiver: .plain(rateHertz: 1), truthEverySeconds: 1)
}
