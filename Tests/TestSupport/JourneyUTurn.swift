import GNSS

extension Journey {
  /// Into dead ends and back on the same line: where a straight line to the newest fix hides where the vehicle was.
  public static let uTurn = Journey(
    name: "u-turn",
    summary: "17 minutes: dead ends and U-turns, some without a stop, the same streets back",
    recipe: "JourneyUTurn.swift", seed: 20_260_522,
    start: JourneyStart(
      instant: .at(2026, 5, 22, 12, 0), latitude: 40.02, longitude: -105.27, heading: 0, altitudeMetres: 1650,
      geoidSeparationMetres: -16.9),
    seconds: 1020,
    legs: way,
    receiver: .plain(rateHertz: 1), truthEverySeconds: 1)

  private static var way: [JourneyLeg] {
    var legs: [JourneyLeg] = [.stop(seconds: 12)]
    for metres in [320.0, 150, 600, 80, 40, 400] {
      legs += [
        .straight(metres: metres, kmh: 50), .turn(degrees: 180, radius: metres > 100 ? 5 : 4, kmh: 10),
        .straight(metres: metres - 20, kmh: 50), .turn(degrees: -90, radius: 8, kmh: 20),
        .straight(metres: 140, kmh: 40),
      ]
    }
    return legs + [.straight(metres: 60, kmh: 30), .stop(seconds: 40)]
  }
}
