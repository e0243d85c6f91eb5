import GNSS

extension Journey {
  /// Fast, smooth, and more fixes a second than anybody needs.
  public static let train = Journey(
    name: "train",
    summary: "5 minutes of a train at up to 160 km/h from one station to the next, receiver at 20 Hz",
    recipe: "JourneyTrain.swift", seed: 20_260_523,
    start: JourneyStart(
      instant: .at(2026, 5, 23, 6, 58), latitude: 48.3, longitude: 16.2, heading: 285, altitudeMetres: 180,
      geoidSeparationMetres: 43.5),
    seconds: 300,
    legs: [
      .stop(seconds: 25), .straight(metres: 300, kmh: 60), .turn(degrees: 8, radius: 600, kmh: 80),
      .straight(metres: 1900, kmh: 160), .turn(degrees: -30, radius: 2400, kmh: 160), .straight(metres: 2200, kmh: 160),
      .turn(degrees: 14, radius: 1500, kmh: 140), .straight(metres: 800, kmh: 120), .straight(metres: 250, kmh: 40),
      .stop(seconds: 40),
    ],
    receiver: ReceiverModel(
      rateHertz: 20, wander: [.init(metres: 0.8, seconds: 90, travelledMetres: 600)], jitterMetres: 0.02,
      sentences: [.init(kind: .rmc, everyEpochs: 1), .init(kind: .gga, everyEpochs: 1)]),
    truthEverySeconds: 1)
}
