public import FoundationEssentials
public import GNSS

/// A recorded track: every good fix of it, and where the vehicle really was where that is known.
public struct RecordedTrack: Sendable {
  /// The journey's or the file's name.
  public let name: String
  /// All epochs in order, as a decoder gives them.
  public let epochs: [Fix]
  /// The good fixes, on a map in metres.
  public let spots: [Spot]
  /// Where the vehicle really was at each epoch; empty when nobody knows.
  public private(set) var truth: [Spot] = []
  /// The true length; nil when nobody knows.
  public let trueMetres: Double?
  /// Spans of at least 60 s in which the vehicle did not move; nil when nobody knows.
  public let stands: [ClosedRange<Double>]?

  /// A place and time of the track.
  public struct Spot: Sendable {
    /// Seconds since 1970.
    public let seconds: Double
    /// Metres from the middle of the track.
    public let north: Double
    /// Metres from the middle of the track.
    public let east: Double

    /// Metres.
    public func distance(to other: Spot) -> Double {
      ((north - other.north) * (north - other.north) + (east - other.east) * (east - other.east)).squareRoot()
    }
  }

  private let origin: Coordinate
  private let perNanodegree: (north: Double, east: Double)

  /// What a journey's receiver said, and what was true.
  public init(_ journey: Journey) {
    let recording = journey.record()
    let truth = recording.truth
    var metres = 0.0
    var stands: [ClosedRange<Double>] = []
    var since: Double?
    for (index, row) in truth.enumerated() {
      let seconds = Double(row.instant.millisecondsSince1970) / 1000
      if index > 0 { metres += truth[index - 1].coordinate.distanceMetres(to: row.coordinate) }
      if row.metresPerSecond == 0, since == nil { since = seconds }
      if row.metresPerSecond > 0 || index == truth.count - 1, let start = since {
        if seconds - start >= 60 { stands.append(start...seconds) }
        since = nil
      }
    }
    self.init(journey.name, Array(recording.nmea.utf8), trueMetres: metres, stands: stands)
    self.truth = truth.map { spot($0.coordinate, $0.instant) }
  }

  /// A capture; nil when it cannot be read. `isParked`: the vehicle never moved.
  public init?(_ file: URL, isParked: Bool) {
    guard let data = try? Data(contentsOf: file) else { return nil }
    self.init(file.deletingPathExtension().lastPathComponent, nmea: Array(data), isParked: isParked)
  }

  /// A capture's text.
  public init(_ name: String, nmea: [UInt8], isParked: Bool) {
    self.init(name, nmea, trueMetres: isParked ? 0 : nil, stands: isParked ? [0...4e9] : nil)
  }

  private init(_ name: String, _ bytes: [UInt8], trueMetres: Double?, stands: [ClosedRange<Double>]?) {
    self.name = name
    self.trueMetres = trueMetres
    self.stands = stands
    var epochs: [Fix] = []
    var decoder = NMEADecoder()
    bytes.withUnsafeBytes { bytes in decoder.decode(bytes) { epochs.append($0) } }
    decoder.finish { epochs.append($0) }
    self.epochs = epochs

    var judge = FixJudge()
    let good = epochs.map { judge.judge($0) }.filter { RecordedTrack.isGood($0) }
    let places = good.compactMap(\.coordinate)
    let middle = places.isEmpty ? Coordinate(latitudeNanodegrees: 0, longitudeNanodegrees: 0) : places[places.count / 2]
    origin = middle
    perNanodegree = Self.scale(at: middle)
    var spots: [Spot] = []
    for fix in good {
      guard let time = fix.time, let place = fix.coordinate else { continue }
      let spot = Self.spot(place, time, middle, perNanodegree)
      if spots.last.map({ $0.seconds < spot.seconds }) ?? true { spots.append(spot) }
    }
    self.spots = spots
  }

  /// Whether rules may use it: measured, dated, and nothing speaks against it.
  public static func isGood(_ fix: Fix) -> Bool {
    fix.coordinate != nil && fix.time != nil && fix.flags.isDisjoint(with: [.estimated, .undated, .frozen, .jump])
      && fix.horizontalErrorMillimetres ?? 0 <= 25_000
  }

  /// Where a kept point lies on the track's map.
  public func spot(_ place: Coordinate, _ time: UTCInstant) -> Spot { Self.spot(place, time, origin, perNanodegree) }

  /// The way between the good fixes, noise and drift included.
  public var measuredMetres: Double { zip(spots, spots.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  private static func spot(
    _ place: Coordinate, _ time: UTCInstant, _ origin: Coordinate, _ scale: (north: Double, east: Double)
  ) -> Spot {
    Spot(
      seconds: Double(time.millisecondsSince1970) / 1000,
      north: Double(place.latitudeNanodegrees - origin.latitudeNanodegrees) * scale.north,
      east: Double(place.longitudeNanodegrees - origin.longitudeNanodegrees) * scale.east)
  }

  private static func scale(at place: Coordinate) -> (north: Double, east: Double) {
    func metres(_ latitude: Int64, _ longitude: Int64) -> Double {
      place.distanceMetres(
        to: Coordinate(
          latitudeNanodegrees: place.latitudeNanodegrees + latitude,
          longitudeNanodegrees: place.longitudeNanodegrees + longitude)) / 1e6
    }
    return (metres(1_000_000, 0), metres(0, 1_000_000))
  }
}
