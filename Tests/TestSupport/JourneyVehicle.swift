import Delivery
import Glibc

/// A vehicle on its way: drives the legs in fixed steps, brakes ahead of bends and stops, and knows the truth.
struct SimulatedVehicle {
  static let stepsPerSecond = 20
  private static let step = 1.0 / Double(stepsPerSecond)
  /// Comfortable braking and sideways acceleration, m/s².
  private static let braking = 2.0
  private static let sideways = 2.0

  private(set) var latitude: Double
  private(set) var longitude: Double
  /// Degrees from true north, 0 up to 360.
  private(set) var heading: Double
  private(set) var metresPerSecond = 0.0

  private let stretches: [Stretch]
  private var current = 0
  /// What of the current stretch lies behind: metres, or steps of a stop.
  private var metresDone = 0.0
  private var stepsWaited = 0
  private var entryHeading: Double
  /// Nobody holds a speed exactly.
  private var mood = GaussMarkov()
  private var random: SplitMix64

  init(_ journey: Journey, _ random: SplitMix64) {
    latitude = journey.start.latitude
    longitude = journey.start.longitude
    heading = journey.start.heading
    entryHeading = heading
    stretches = Self.stretches(of: journey.legs)
    self.random = random
  }

  /// A leg with what the driver knows ahead of time.
  private struct Stretch {
    var metres = 0.0
    var bendDegrees = 0.0
    /// m/s; 0 for a stop.
    var limit = 0.0
    var steps = 0
    /// The speed with which the next stretch may be entered.
    var exit = 0.0
  }

  private static func stretches(of legs: [JourneyLeg]) -> [Stretch] {
    var stretches = legs.map { leg in
      switch leg {
      case .stop(let seconds):
        return Stretch(steps: Int(seconds * Double(stepsPerSecond)))
      case .straight(let metres, let kmh):
        return Stretch(metres: metres, limit: (kmh / 3.6).quantised)
      case .turn(let degrees, let radius, let kmh):
        return Stretch(
          metres: (abs(degrees) / 180 * .pi * radius).quantised, bendDegrees: degrees,
          limit: min(kmh / 3.6, (sideways * radius).squareRoot()).quantised)
      }
    }
    var entry = 0.0
    for index in stretches.indices.reversed() {
      let stretch = stretches[index]
      stretches[index].exit = min(entry, stretch.limit)
      entry = min(stretch.limit, braked(to: stretches[index].exit, within: stretch.metres))
    }
    return stretches
  }

  /// The highest speed from which comfortable braking still reaches `speed` in time.
  private static func braked(to speed: Double, within metres: Double) -> Double {
    (speed * speed + 2 * braking * max(metres, 0)).squareRoot().quantised
  }

  /// Whether all legs are behind it; it does not move again.
  var hasArrived: Bool { current >= stretches.count && metresPerSecond == 0 }

  /// Goes on by one step.
  mutating func advance() {
    mood.advance(share: Self.step / 20, deviation: 0.03, &random)
    guard current < stretches.count else {
      metresPerSecond = 0
      return
    }
    let stretch = stretches[current]
    if stretch.limit == 0 {
      metresPerSecond = 0
      stepsWaited += 1
      if stepsWaited >= stretch.steps { enterNext(carrying: 0) }
    } else {
      drive(stretch)
    }
  }

  private mutating func drive(_ stretch: Stretch) {
    let wanted = min(
      stretch.limit * min(0.96 + mood.value, 1), Self.braked(to: stretch.exit, within: stretch.metres - metresDone))
    // An engine pulls less at speed: 2 m/s² from standing, 0.5 at 130 km/h. The crawl ends the last centimetres.
    let pull = 2 - 0.04 * metresPerSecond
    let change = max(-2 * Self.braking * Self.step, min(wanted - metresPerSecond, pull * Self.step))
    metresPerSecond = max(metresPerSecond + change, 0.3).quantised

    let metres = metresPerSecond * Self.step
    let before = heading
    metresDone = (metresDone + metres).quantised
    let bent = entryHeading + stretch.bendDegrees * min(metresDone / stretch.metres, 1)
    heading = Self.wrapped(bent)
    move(metres, towards: (before + Self.signed(bent - before) / 2).quantised)
    if metresDone >= stretch.metres { enterNext(carrying: metresDone - stretch.metres) }
  }

  private mutating func enterNext(carrying overshoot: Double) {
    current += 1
    metresDone = overshoot.quantised
    stepsWaited = 0
    entryHeading = heading
  }

  private mutating func move(_ metres: Double, towards degrees: Double) {
    let radians = degrees * .pi / 180
    let scale = DegreeLengths(latitude: latitude)
    latitude = (latitude + metres * cos(radians).finelyQuantised / scale.north).finelyQuantised
    longitude = (longitude + metres * sin(radians).finelyQuantised / scale.east).finelyQuantised
  }

  private static func wrapped(_ degrees: Double) -> Double {
    (degrees - 360 * (degrees / 360).rounded(.down)).quantised
  }

  private static func signed(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded()
  }
}

/// How long a degree is on the WGS84 ellipsoid at a latitude, metres.
struct DegreeLengths {
  let north: Double
  let east: Double

  init(latitude: Double) {
    let radians = latitude * .pi / 180
    let sine = sin(radians).finelyQuantised
    let flattened = 1 - 0.00669437999014 * sine * sine
    let root = flattened.squareRoot()
    let equator = 6_378_137 * Double.pi / 180
    north = (equator * (1 - 0.00669437999014) / (flattened * root)).quantised
    east = (equator * cos(radians).finelyQuantised / root).quantised
  }
}
