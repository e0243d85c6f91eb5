import Delivery
/// The satellites above the vehicle: where they stand, how well they are heard, which are used.
struct SimulatedSky {
  struct Satellite {
    /// NMEA's number: GPS 1 to 32, GLONASS 65 to 96.
    let number: Int
    /// Degrees at the start, and degrees an hour.
    let rising: (from: Double, hourly: Double)
    let turning: (from: Double, hourly: Double)
    /// Seconds after the start when the receiver first hears it.
    var heardFrom = 0.0
    var fading = GaussMarkov()
    /// Degrees now, the azimuth from 0 up to 360.
    private(set) var elevation = 0.0
    private(set) var azimuth = 0.0
    /// dB-Hz; nil while not heard.
    private(set) var strength: Int?
    private(set) var isUsed = false

    var isGLONASS: Bool { number > 64 }

    /// Straight on; a path that reaches the zenith stays there, journeys are too short for more.
    mutating func move(hours: Double) {
      elevation = min(max(rising.from + rising.hourly * hours, 3), 88)
      let degrees = turning.from + turning.hourly * hours
      azimuth = degrees - 360 * (degrees / 360).rounded(.down)
    }

    /// Once used, it stays so until it is rather weaker than one that is taken anew must be.
    mutating func listen(at second: Double, isHidden: Bool, isCovered: Bool) {
      let level = 26 + elevation / 4 + fading.value - (isHidden ? 11 : 0)
      strength = second >= heardFrom && !isCovered && level >= 15 ? Int(level) : nil
      isUsed = elevation >= 5 && (strength ?? 0) >= (isUsed ? 24 : 27)
    }
  }

  private(set) var satellites: [Satellite] = Self.constellation
  private let housesReachDegrees: Int
  private var random: SplitMix64

  /// Nineteen satellites spread over the sky, strongest first: the order in which they are heard.
  private static let constellation: [Satellite] = [
    (15, 71, -14, 62, 30), (24, 58, 22, 201, -9), (78, 64, -20, 310, 24), (13, 49, 16, 118, 21),
    (18, 44, -19, 284, -17), (79, 47, 25, 31, -22), (23, 36, 13, 54, 12), (69, 41, -26, 172, 18),
    (10, 31, -11, 243, 8), (68, 35, 21, 95, 15), (5, 27, 18, 322, -13), (77, 28, -15, 262, 20),
    (12, 22, -9, 88, 10), (32, 17, 12, 155, -7), (84, 19, 24, 224, -16), (20, 12, -8, 8, 9),
    (29, 9, 10, 340, -6), (85, 8, 14, 290, -11), (70, 6, -7, 130, 12),
  ].map { Satellite(number: $0.0, rising: ($0.1, hourly: $0.2), turning: ($0.3, hourly: $0.4)) }

  init(_ receiver: ReceiverModel, _ random: SplitMix64) {
    housesReachDegrees = receiver.housesReachDegrees
    self.random = random
    guard receiver.secondsToFix > 0 else { return }
    for index in satellites.indices {
      let toFix = Double(receiver.secondsToFix)
      satellites[index].heardFrom = index < 4 ? toFix * Double(index + 1) / 4 : toFix + Double(index - 3) * 2
    }
  }

  /// The sky at a moment of the journey, the vehicle pointing to `heading`.
  mutating func advance(to second: Double, by interval: Double, heading: Double, isCovered: Bool) {
    for index in satellites.indices {
      satellites[index].fading.advance(share: interval / 25, deviation: 3, &random)
      satellites[index].move(hours: second / 3600)
      let isHidden = isBehindHouses(satellites[index], heading)
      satellites[index].listen(at: second, isHidden: isHidden, isCovered: isCovered)
    }
  }

  private func isBehindHouses(_ satellite: Satellite, _ heading: Double) -> Bool {
    guard satellite.elevation < Double(housesReachDegrees) else { return false }
    let aside = (Int(satellite.azimuth) - Int(heading) + 720) % 180
    return (50...130).contains(aside)
  }

  var used: Int { satellites.count { $0.isUsed } }
  var heard: Int { satellites.count { $0.strength != nil } }

  /// Dilutions in hundredths, from the number of satellites used: what receivers show on average.
  var dilutions: (position: Int, horizontal: Int, vertical: Int) {
    guard used >= 4 else { return (9999, 9999, 9999) }
    let horizontal = 45 + 430 / used
    let vertical = horizontal * 3 / 2
    let position = Double(horizontal * horizontal + vertical * vertical).squareRoot()
    return (Int(position.rounded()), horizontal, vertical)
  }
}
