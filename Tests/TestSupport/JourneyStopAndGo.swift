import GNSS

extension Journey {
  /// A jam: never fast, never standing for long, and at last standing.
  public static let stopAndGo = Journey(
    name: "stop-and-go",
    summary: "25 minutes in a jam: sixty short stops, walking pace between them, a minute's stand now and then",
    recipe: "JourneyStopAndGo.swift", seed: 20_260_521,
    start: JourneyStart(
      instant: .at(2026, 5, 21, 16, 20), latitude: 52.09, longitude: 5.12, heading: 330, altitudeMetres: 3,
      geoidSeparationMetres: 43.2),
    seconds: 1500,
    legs: jam,
    receiver: .plain(rateHertz: 1), truthEverySeconds: 1)

  private static var jam: [JourneyLeg] {
    var legs: [JourneyLeg] = [.stop(seconds: 20), .straight(metres: 600, kmh: 80)]
    for number in 0..<60 {
      if number % 7 == 3 {
        legs.append(.turn(degrees: number % 2 == 0 ? 12 : -12, radius: 150, kmh: 15))
      } else {
        legs.append(.straight(metres: Double(8 + number * 37 % 45), kmh: Double(5 + number * 11 % 18)))
      }
      legs.append(.stop(seconds: number % 15 == 14 ? 60 : Double(2 + number * 7 % 16)))
    }
    return legs + [.straight(metres: 900, kmh: 80)]
  }
}
