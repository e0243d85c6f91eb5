import Delivery
import GNSS
import Glibc

/// What the receiver says of one epoch, in the units and digits it prints.
struct ReceiverEpoch {
  /// Nil until the receiver has heard the time.
  let instant: UTCInstant?
  let fix: ReportedFix?
  let sky: SimulatedSky
}

/// A position as a receiver prints it.
struct ReportedFix {
  /// Hundred-thousandths of a minute of arc, north and east positive.
  let latitude: Int
  let longitude: Int
  let altitudeDecimetres: Int
  let geoidSeparationDecimetres: Int
  let millimetresPerSecond: Int
  /// Hundredths of a degree; nil while too slow to tell.
  let course: Int?
  /// Whether the receiver estimated it from what was before.
  var isEstimated = false
}

/// A receiver that hears the truth through noise.
struct SimulatedReceiver {
  private let model: ReceiverModel
  private let start: JourneyStart
  private var sky: SimulatedSky
  private var east: [GaussMarkov]
  private var north: [GaussMarkov]
  private var up = GaussMarkov()
  private var reflection: Reflection?
  private var clockIsSet = false
  private var coasting: (from: ReportedFix, heading: Double, latitude: Double, second: Double)?
  private var random: SplitMix64

  /// A reflection that comes, pulls and goes.
  private struct Reflection {
    var begins: Double
    var east: Double
    var north: Double
  }

  init(_ journey: Journey, _ random: SplitMix64) {
    var random = random
    model = journey.receiver
    start = journey.start
    sky = SimulatedSky(journey.receiver, SplitMix64(seed: random.next()))
    east = model.wander.map { GaussMarkov(deviation: $0.metres, &random) }
    north = model.wander.map { GaussMarkov(deviation: $0.metres, &random) }
    self.random = random
    reflection = nextReflection(after: 0)
  }

  /// The epoch so many milliseconds after the start, the vehicle being where it is.
  mutating func epoch(at milliseconds: Int, _ vehicle: SimulatedVehicle) -> ReceiverEpoch {
    let second = Double(milliseconds) / 1000
    let interval = Double(model.secondsPerEpoch) / Double(model.rateHertz)
    let cover = model.covers.first { $0.seconds.contains(second) }
    sky.advance(to: second, by: interval, heading: vehicle.heading, isCovered: cover != nil)
    advanceErrors(by: interval, vehicle.metresPerSecond)
    let instant = UTCInstant(millisecondsSince1970: start.instant.millisecondsSince1970 + Int64(milliseconds))
    if sky.heard >= 2 { clockIsSet = true }
    var fix: ReportedFix?
    if sky.used >= 4 {
      fix = self.fix(at: second, vehicle)
      coasting = fix.map { ($0, vehicle.heading, vehicle.latitude, second) }
    } else if let cover, second < cover.seconds.lowerBound + cover.coastedSeconds {
      fix = coasted(to: second)
    }
    return ReceiverEpoch(instant: clockIsSet ? instant : nil, fix: fix, sky: sky)
  }

  /// Straight on from the last measured fix.
  private func coasted(to second: Double) -> ReportedFix? {
    guard let coasting else { return nil }
    let metres = Double(coasting.from.millimetresPerSecond) / 1000 * (second - coasting.second)
    let (scale, radians) = (DegreeLengths(latitude: coasting.latitude), coasting.heading * .pi / 180)
    let north = metres * cos(radians).finelyQuantised / scale.north
    let east = metres * sin(radians).finelyQuantised / scale.east
    return ReportedFix(
      latitude: coasting.from.latitude + Int((north * 6_000_000).rounded()),
      longitude: coasting.from.longitude + Int((east * 6_000_000).rounded()),
      altitudeDecimetres: coasting.from.altitudeDecimetres,
      geoidSeparationDecimetres: coasting.from.geoidSeparationDecimetres,
      millimetresPerSecond: coasting.from.millimetresPerSecond, course: coasting.from.course, isEstimated: true)
  }

  private mutating func advanceErrors(by interval: Double, _ metresPerSecond: Double) {
    let dilution = min(Double(sky.dilutions.horizontal) / 80, 3)
    for (index, wander) in model.wander.enumerated() {
      let share = interval * (1 / wander.seconds + metresPerSecond / wander.travelledMetres)
      east[index].advance(share: share, deviation: wander.metres * dilution, &random)
      north[index].advance(share: share, deviation: wander.metres * dilution, &random)
    }
    up.advance(share: interval / 120, deviation: 2.5 * dilution, &random)
  }

  private mutating func fix(at second: Double, _ vehicle: SimulatedVehicle) -> ReportedFix {
    let pulled = reflected(at: second)
    let jump = model.jumps.first { second >= $0.second && second < $0.second + $0.lastingSeconds }
    let eastError =
      east.reduce(pulled.east + (jump?.east ?? 0)) { $0 + $1.value } + model.jitterMetres * random.normal()
    let northError =
      north.reduce(pulled.north + (jump?.north ?? 0)) { $0 + $1.value } + model.jitterMetres * random.normal()
    let scale = DegreeLengths(latitude: vehicle.latitude)
    let speed = reportedSpeed(vehicle.metresPerSecond)
    return ReportedFix(
      latitude: Int(((vehicle.latitude + northError / scale.north) * 6_000_000).rounded()),
      longitude: Int(((vehicle.longitude + eastError / scale.east) * 6_000_000).rounded()),
      altitudeDecimetres: Int(((start.altitudeMetres + up.value) * 10).rounded()),
      geoidSeparationDecimetres: Int((start.geoidSeparationMetres * 10).rounded()),
      millimetresPerSecond: Int((speed * 1000).rounded()),
      course: reportedCourse(vehicle.heading, speed))
  }

  /// Speed comes from Doppler shift, apart from position: noise in both components, so a standing receiver creeps.
  private mutating func reportedSpeed(_ truth: Double) -> Double {
    let along = truth + 0.08 * random.normal()
    let across = 0.08 * random.normal()
    let speed = (along * along + across * across).squareRoot()
    guard truth == 0 else { return speed }
    let isSpike = random.uniform(in: 0...600 * Double(model.rateHertz)) < 1
    return isSpike ? random.uniform(in: 0.35...0.6) : min(speed, 0.3)
  }

  /// Course noise grows as speed falls; up to 0.6 m/s the field stays empty, as u-blox has it.
  private mutating func reportedCourse(_ heading: Double, _ speed: Double) -> Int? {
    let noise = random.normal() * (0.2 + 6 / max(speed, 0.6))
    guard speed > 0.6 else { return nil }
    return (Int(((heading + noise) * 100).rounded()) + 36_000) % 36_000
  }

  private mutating func reflected(at second: Double) -> (east: Double, north: Double) {
    guard let multipath = model.multipath, let current = reflection else { return (0, 0) }
    let progress = (second - current.begins) / multipath.lastingSeconds
    if progress >= 1 { reflection = nextReflection(after: second) }
    guard progress > 0, progress < 1 else { return (0, 0) }
    let strength = 4 * progress * (1 - progress)
    return (current.east * strength, current.north * strength)
  }

  private mutating func nextReflection(after second: Double) -> Reflection? {
    guard let multipath = model.multipath else { return nil }
    let begins = second + random.uniform(in: multipath.betweenSeconds)
    let metres = random.uniform(in: multipath.metres)
    // A direction without a sine: a point of the unit square's rim, brought to length 1.
    let (x, y) = (random.uniform(in: -1...1), random.next() & 1 == 0 ? 1.0 : -1.0)
    let length = (x * x + y * y).squareRoot()
    return Reflection(begins: begins, east: metres * x / length, north: metres * y / length)
  }
}
