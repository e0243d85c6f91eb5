import GNSS

extension Journey {
  /// Two hours in which nothing moves but the numbers: what stationary detection has to see through.
  public static let parked = Journey(
    name: "parked",
    summary: "2 hours of a vehicle that never moves: slow drift, creeping speed, now and then a reflection",
    recipe: "JourneyParked.swift", seed: 20_260_514,
    start: JourneyStart(
      instant: .at(2026, 5, 14, 18, 5), latitude: 60.1702, longitude: 24.9411, heading: 140, altitudeMetres: 14,
      geoidSeparationMetres: 17.6),
    seconds: 7200, legs: [], receiver: drifting, truthEverySeconds: 60)

  /// A day and a night of the same, by a receiver that saves power.
  public static let parkedDay = Journey(
    name: "parked-day",
    summary: "24 hours of a vehicle that never moves, one fix each 10 s",
    recipe: "JourneyParked.swift", seed: 20_260_515,
    start: JourneyStart(
      instant: .at(2026, 5, 15, 16, 0), latitude: -33.9, longitude: 18.4, heading: 310, altitudeMetres: 22,
      geoidSeparationMetres: 30.6),
    seconds: 86_400, legs: [], receiver: drifting(secondsPerEpoch: 10), truthEverySeconds: 600)

  /// The same day by a receiver at full rate. Too long for a fixture; for tests and benchmarks that make it afresh.
  public static let parkedDayAtFullRate = Journey(
    name: "parked-day-1hz", summary: parkedDay.summary, recipe: parkedDay.recipe, seed: 20_260_516,
    start: parkedDay.start, seconds: 86_400, legs: [], receiver: drifting, truthEverySeconds: 600)

  private static let drifting = drifting(secondsPerEpoch: 1)

  private static func drifting(secondsPerEpoch: Int) -> ReceiverModel {
    ReceiverModel(
      rateHertz: 1, secondsPerEpoch: secondsPerEpoch,
      wander: [.init(metres: 1.4, seconds: 180), .init(metres: 1.6, seconds: 1500)],
      multipath: .init(betweenSeconds: 800...2200, lastingSeconds: 80, metres: 7...9.5),
      sentences: [.init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1)])
  }
}
