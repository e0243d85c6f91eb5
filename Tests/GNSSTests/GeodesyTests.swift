import GNSS
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(
    latitudeNanodegrees: Int64((latitude * 1e9).rounded()), longitudeNanodegrees: Int64((longitude * 1e9).rounded()))
}

@Suite("Distance, bearing and turn")
struct GeodesyTests {
  /// Distance and initial azimuth from Vincenty's formula, iterated to convergence by another program.
  static let legs: [(Coordinate, Coordinate, metres: Double, degrees: Double)] = [
    (place(48.2, 16.37), place(48.2001, 16.3702), 18.565491, 53.206656),
    (place(48.2, 16.37), place(52.52, 13.405), 524_703.394, 337.428586),
    (place(0, 0), place(0, 1), 111_319.491, 90),
    (place(0, 0), place(1, 0), 110_574.389, 0),
    (place(89, 0), place(90, 0), 111_693.865, 0),
    (place(-33.86, 151.21), place(51.5, -0.12), 16_988_534.460, 319.284929),
    (place(0, 179.9999), place(0, -179.9999), 22.263898, 90),
    (place(60, 24), place(60.05, 24.05), 6_229.312, 26.564598),
    (place(-54.8, -68.3), place(-54.81, -68.29), 1_285.580, 149.991149),
    (place(80, 10), place(80.08, 10.09), 9_100.416, 10.968909),
    (place(89.5, 10), place(89.5, -170), 111_693.951, 0),
    (place(0, 0), place(0.5, 179), 19_902_751.033, 48.002458),
  ]

  @Test("distances agree with Vincenty's", arguments: legs)
  func distance(from: Coordinate, to: Coordinate, metres: Double, degrees: Double) {
    let tolerance = metres < 10_000 ? 0.002 + metres * 1e-6 : metres * 0.001
    #expect(abs(from.distanceMetres(to: to) - metres) <= tolerance)
    #expect(abs(to.distanceMetres(to: from) - metres) <= tolerance)
  }

  @Test("bearings agree with Vincenty's", arguments: legs.dropLast())
  func bearing(from: Coordinate, to: Coordinate, metres: Double, degrees: Double) {
    let turn = turnMillidegrees(from: Int32(degrees * 1000), to: from.bearingMillidegrees(to: to))
    #expect(abs(turn) <= 200)
  }

  @Test("equal places are no distance apart and have no direction")
  func equalPlaces() {
    for latitude in [-90.0, -45, 0, 45, 90] {
      #expect(place(latitude, 7).distanceMetres(to: place(latitude, 7)) == 0)
      #expect(place(latitude, 7).bearingMillidegrees(to: place(latitude, 7)) == 0)
    }
  }

  @Test("the plane and the ellipsoid agree where they meet", arguments: [0.0, 30, 60, 85])
  func seam(latitude: Double) {
    let near = place(latitude, 0).distanceMetres(to: place(latitude + 0.0916, 0.05))
    let far = place(latitude, 0).distanceMetres(to: place(latitude + 0.0917, 0.05))
    #expect(far > near && far - near < 20)
  }

  @Test("antipodes are half the Earth's girth apart, within 0.5 %")
  func antipodes() {
    #expect(abs(place(0, 0).distanceMetres(to: place(0, 180)) - 20_003_931) < 100_000)
    #expect(abs(place(30, 20).distanceMetres(to: place(-30, -160)) - 20_003_931) < 100_000)
    #expect(abs(place(90, 0).distanceMetres(to: place(-90, 0)) - 20_003_931) < 100_000)
  }

  @Test(
    "a turn takes the short way",
    arguments: [
      (350_000, 10_000, 20_000), (10_000, 350_000, -20_000), (0, 180_000, 180_000), (180_000, 0, 180_000),
      (90_000, 90_000, 0), (359_999, 0, 1), (0, 359_999, -1), (Int32.min, Int32.max, 167_295),
    ] as [(Int32, Int32, Int32)])
  func turn(from: Int32, to: Int32, turn: Int32) {
    #expect(turnMillidegrees(from: from, to: to) == turn)
  }
}
