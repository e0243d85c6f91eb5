import GNSS

/// Adds up the way of a moving vehicle; what a standing one drifts is none of it.
///
/// Legs are counted from ten metres on, so that the noise of single fixes does not lengthen a slow way.
struct Odometer: Sendable {
  private(set) var metres: Double
  private var last: Coordinate?

  private let legMetres = 10.0

  /// One that stands at so many metres.
  init(metres: Double = 0) {
    self.metres = metres
  }

  /// The vehicle moves on from there; the way to there is not counted.
  mutating func begin(at place: Coordinate) {
    last = place
  }

  /// The vehicle came by.
  mutating func pass(_ place: Coordinate) {
    guard let last else { return begin(at: place) }
    let leg = last.distanceMetres(to: place)
    guard leg >= legMetres else { return }
    metres += leg
    self.last = place
  }

  /// The vehicle came from one place to the other unseen.
  mutating func leap(from start: Coordinate, to end: Coordinate) {
    metres += start.distanceMetres(to: end)
    last = end
  }

  /// The vehicle came to a stop there.
  mutating func end(at place: Coordinate) {
    metres += last?.distanceMetres(to: place) ?? 0
    last = nil
  }
}
