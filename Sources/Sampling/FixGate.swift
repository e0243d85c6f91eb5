import GNSS

/// Lets through the fixes that agree with each other, in order.
///
/// The first fix, and the first after a silence, passes at once when the receiver is sure of it, else together with two
/// more that agree with it. From then on a fix out of reach of the last one waits: the next ones show whether it was an
/// outlier, or the vehicle really is elsewhere.
struct FixGate {
  enum Outcome {
    /// It may be used.
    case pass(GoodFix, Connection)
    case drop(DropReason)
  }

  /// What lies between a fix and the one that passed before it.
  enum Connection {
    /// The vehicle came from there to here.
    case track
    /// The two do not fit, and this one is confirmed.
    case jump
    /// Nothing was heard for long, or ever.
    case silence
  }

  /// No good fix for longer than this is a silence.
  let silenceSeconds: Double
  private var trusted: GoodFix?
  /// The time of the last fix seen, which a lost source does not make forgotten.
  private var newest: UTCInstant?
  private var connection = Connection.silence
  /// Fixes that agree with each other and wait to be confirmed; fewer than `confirmations`.
  private var held: [GoodFix] = []

  private let confirmations = 3
  /// An estimated error that needs no confirmation.
  private let sureMetres = 10.0
  /// A receiver that sets its clock back by more than this starts anew; by less it repeats itself.
  private let clockStepSeconds = 60.0

  /// Whether the next fixes are needed to confirm these, or a first one.
  var isWaiting: Bool { trusted == nil || !held.isEmpty }

  init(silenceSeconds: Double) {
    self.silenceSeconds = silenceSeconds
  }

  /// Takes the next good fix; gives what is decided now about it and those that waited, oldest first.
  mutating func take(_ fix: GoodFix) -> [Outcome] {
    var outcomes: [Outcome] = []
    if let newest, fix.time <= newest {
      guard fix.seconds(since: newest) < -clockStepSeconds else { return [.drop(.notNewer)] }
      outcomes += forget()
    }
    newest = fix.time
    if let trusted, fix.seconds(since: trusted.time) > silenceSeconds {
      self.trusted = nil
      connection = .silence
    }
    if let trusted, fix.isInReach(of: trusted) {
      outcomes += dropHeld(.jump)
      return outcomes + [pass(fix)]
    }
    if let last = held.last, !fix.isInReach(of: last) { outcomes += dropHeld(trusted == nil ? .unconfirmed : .jump) }
    held.append(fix)
    let isSure = trusted == nil && fix.error ?? .infinity <= sureMetres
    guard isSure || held.count >= confirmations else { return outcomes }
    if trusted != nil { connection = .jump }
    let confirmed = held
    held = []
    return outcomes + confirmed.map { pass($0) }
  }

  /// Tracking stops: what waits will not be confirmed, but a first place that nothing contradicts is better than none.
  mutating func finish() -> [Outcome] {
    guard trusted == nil else { return forget() }
    let first = held
    held = []
    return first.map { pass($0) }
  }

  /// The source was lost: what waits for confirmation will not get it.
  mutating func forget() -> [Outcome] {
    defer {
      trusted = nil
      connection = .silence
    }
    return dropHeld(trusted == nil ? .unconfirmed : .jump)
  }

  private mutating func pass(_ fix: GoodFix) -> Outcome {
    defer {
      trusted = fix
      connection = .track
    }
    return .pass(fix, connection)
  }

  private mutating func dropHeld(_ reason: DropReason) -> [Outcome] {
    defer { held = [] }
    return held.map { _ in .drop(reason) }
  }
}

extension GoodFix {
  /// What two fixes may lie apart without cause, besides their errors.
  private static let scatterMetres = 10.0
  /// The error of a receiver that gives none.
  private static let usualErrorMetres = 5.0
  /// What a vehicle's speed may differ from the one reported at either end.
  private static let surplusSpeed = 5.0
  /// The speed of a vehicle whose receiver gives none.
  private static let unreportedSpeed = 60.0

  /// Whether a vehicle can have come here from an earlier fix.
  func isInReach(of earlier: GoodFix) -> Bool {
    let speed = [speed, earlier.speed].compactMap(\.self).max() ?? Self.unreportedSpeed
    let errors = (error ?? Self.usualErrorMetres) + (earlier.error ?? Self.usualErrorMetres)
    let reach = Self.scatterMetres + 2 * errors + (speed + Self.surplusSpeed) * seconds(since: earlier.time)
    return earlier.coordinate.distanceMetres(to: coordinate) <= reach
  }
}
