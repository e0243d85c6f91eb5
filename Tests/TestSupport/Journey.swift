import GNSS

/// A drive that nobody drove, as data: where it starts, its legs, and the receiver that listens. `record()` makes the
/// NMEA text and the truth of it.
public struct Journey: Sendable, CustomStringConvertible {
  /// The fixture's name: `fixtures/nmea/<name>.nmea`.
  public let name: String
  /// One line for the fixture's header.
  public let summary: String
  /// The recipe's file, for the header.
  let recipe: String
  let seed: UInt64
  let start: JourneyStart
  /// How long the receiver is recorded; the vehicle waits at the end of its legs until then.
  let seconds: Int
  let legs: [JourneyLeg]
  let receiver: ReceiverModel
  /// Seconds between the rows of the truth file.
  let truthEverySeconds: Int

  /// The name, as tests show it.
  public var description: String { name }

  /// All journeys that have fixtures.
  public static let all: [Journey] = [
    .cityDrive, .motorway, .parked, .parkedDay, .roundabouts, .tunnel, .ferry, .urbanCanyon, .stopAndGo, .uTurn, .train,
  ]
}

/// Where and when a journey begins.
struct JourneyStart: Sendable {
  let instant: UTCInstant
  /// Degrees, north positive.
  let latitude: Double
  /// Degrees, east positive.
  let longitude: Double
  /// Where the vehicle points, degrees from true north.
  let heading: Double
  let altitudeMetres: Double
  let geoidSeparationMetres: Double
}

/// One piece of the way.
enum JourneyLeg: Sendable {
  /// Standing: parked, at a light.
  case stop(seconds: Double)
  case straight(metres: Double, kmh: Double)
  /// An arc, to the right when `degrees` is positive; driven slower than `kmh` where the radius asks for it.
  case turn(degrees: Double, radius: Double, kmh: Double)
}

/// How the receiver errs and what it sends.
struct ReceiverModel: Sendable {
  let rateHertz: Int
  /// Seconds between epochs of a receiver that saves power; its rate then is 1.
  var secondsPerEpoch = 1
  /// Seconds from power-up to the first position; 0 for a receiver that has been running.
  var secondsToFix = 0
  /// Slow position errors, added up.
  let wander: [Wander]
  /// Position error that each epoch draws afresh, metres a component.
  var jitterMetres = 0.05
  var multipath: Multipath?
  /// Satellites below this elevation, to the left and right of the vehicle, are behind houses.
  var housesReachDegrees = 0
  /// When no satellite can be heard at all.
  var covers: [Cover] = []
  /// Reflections that pull the position away from one epoch to the next.
  var jumps: [Jump] = []
  /// What is sent, in the receiver's order.
  let sentences: [SentenceRate]

  /// One slow error.
  struct Wander: Sendable {
    /// Standard deviation of each component, at an HDOP of 0.8.
    let metres: Double
    /// How long a standing receiver's error remembers itself.
    let seconds: Double
    /// How far a moving receiver's does: new surroundings, new reflections.
    var travelledMetres = 200.0
  }

  /// Now and then a reflection drags the position away and lets it come back.
  struct Multipath: Sendable {
    let betweenSeconds: ClosedRange<Double>
    let lastingSeconds: Double
    let metres: ClosedRange<Double>
  }

  /// A tunnel.
  struct Cover: Sendable {
    let seconds: ClosedRange<Double>
    /// For so long the receiver goes on by the last speed and course, and says that it estimates.
    var coastedSeconds = 0.0
  }

  /// A position error that comes at once and goes at once.
  struct Jump: Sendable {
    let second: Double
    let lastingSeconds: Double
    let north: Double
    let east: Double
  }

  /// A kind of sentence and how often it comes.
  struct SentenceRate: Sendable {
    let kind: SentenceKind
    let everyEpochs: Int
  }

  enum SentenceKind: String, Sendable {
    case rmc = "RMC"
    case vtg = "VTG"
    case gga = "GGA"
    case gsa = "GSA"
    case gsv = "GSV"
    case gll = "GLL"
    case zda = "ZDA"
  }
}
