/// Judges fixes from any source by what came before: takes away positions that are none, and flags those that cannot be.
public struct FixJudge: Sendable {
  /// What the vehicle can outdo the reported speed by between two fixes, in m/s.
  private static let surplusSpeed = 60.0
  /// The fastest thing that does not report its speed (an aircraft), in m/s.
  private static let unreportedSpeed = 340.0
  /// What two fixes of a standing receiver may lie apart without cause, in metres, besides their estimated errors.
  private static let scatterMetres = 50.0
  /// A moving vehicle must show a new position after so many metres; coarse receivers give only 18.
  private static let frozenMetres = 30.0
  /// So many fixes in a row at a new place are no outliers.
  private static let confirmations = 3

  /// The last fix that was not a jump.
  private var trusted: Fix?
  /// The last of the fixes in a row that fit each other but not the trusted one, and how many there are.
  private var rival: (fix: Fix, count: Int)?
  private var previous: Fix?
  /// How far the reported speed has carried the vehicle since the position last changed.
  private var travelledMetres = 0.0

  /// A judge who has seen nothing yet.
  public init() {}

  /// The fix as it may be used: with its position taken away where it is out of range or exactly 0/0 (the filler of
  /// receivers that have none), and with the flags `frozen` and `jump` set where they apply.
  public mutating func judge(_ fix: Fix) -> Fix {
    var fix = fix
    guard let coordinate = fix.coordinate, coordinate.isPlausible else {
      fix.coordinate = nil
      fix.mode = .none
      return fix
    }
    if isFrozen(fix) { fix.flags.insert(.frozen) }
    if isJump(fix) { fix.flags.insert(.jump) }
    return fix
  }

  private mutating func isFrozen(_ fix: Fix) -> Bool {
    defer { previous = fix }
    guard let previous, previous.coordinate == fix.coordinate, let seconds = fix.seconds(since: previous) else {
      travelledMetres = 0
      return false
    }
    travelledMetres += Double(fix.speedMillimetresPerSecond ?? 0) / 1_000 * seconds
    return travelledMetres > Self.frozenMetres
  }

  private mutating func isJump(_ fix: Fix) -> Bool {
    if let trusted, !Self.canReach(fix, from: trusted) {
      if let doubted = rival, Self.canReach(fix, from: doubted.fix) {
        rival = (fix, doubted.count + 1)
      } else {
        rival = (fix, 1)
      }
      if rival.map({ $0.count < Self.confirmations }) ?? true { return true }
    }
    trusted = fix
    rival = nil
    return false
  }

  private static func canReach(_ fix: Fix, from earlier: Fix) -> Bool {
    guard let here = fix.coordinate, let there = earlier.coordinate, let seconds = fix.seconds(since: earlier) else {
      return true
    }
    let reported = [fix.speedMillimetresPerSecond, earlier.speedMillimetresPerSecond].compactMap(\.self).max()
    let speed = reported.map { Double($0) / 1_000 + surplusSpeed } ?? unreportedSpeed
    let errors = [fix.horizontalErrorMillimetres, earlier.horizontalErrorMillimetres].compactMap(\.self)
    let scatter = errors.reduce(scatterMetres) { $0 + 3 * Double($1) / 1_000 }
    return there.distanceMetres(to: here) <= scatter + speed * seconds
  }
}

extension Fix {
  /// Whether a sampler may use it: measured, dated, and nothing speaks against it.
  public var isUsable: Bool {
    coordinate != nil && time != nil && flags.isDisjoint(with: [.estimated, .undated, .frozen, .jump])
  }

  /// How much later it is than another fix; nil when the times do not tell, or tell that it is earlier.
  fileprivate func seconds(since earlier: Fix) -> Double? {
    let milliseconds: Int64
    if let time, let before = earlier.time {
      milliseconds = time.millisecondsSince1970 &- before.millisecondsSince1970
    } else if let now = timeOfDayMilliseconds, let before = earlier.timeOfDayMilliseconds {
      let leap = Int64(now) - Int64(before)
      milliseconds = leap < -43_200_000 ? leap + UTCInstant.millisecondsPerDay : leap
    } else {
      return nil
    }
    return milliseconds >= 0 ? Double(milliseconds) / 1_000 : nil
  }
}

extension Coordinate {
  /// Whether it lies on Earth and is not exactly 0/0.
  public var isPlausible: Bool {
    (-90_000_000_000...90_000_000_000).contains(latitudeNanodegrees)
      && (-180_000_000_000...180_000_000_000).contains(longitudeNanodegrees)
      && !(latitudeNanodegrees == 0 && longitudeNanodegrees == 0)
  }
}
