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
    seconds: 7200, legs: [],
    receiver: ReceiverModel(
      rateHertz: 1, wander: [.init(metres: 1.4, seconds: 180), .init(metres: 1.6, seconds: 1500)],
      multipath: .init(betweenSeconds: 800...2200, lastingSeconds: 80, metres: 7...9.5),
      sentences: [.init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1)]),
    truthEverySeconds: 60)
}
