/// A place on the WGS84 ellipsoid, in billionths of a degree (0.1 mm), south and west negative.
public struct Coordinate: Hashable, Sendable {
  /// -90 to 90 degrees times 10^9.
  public let latitudeNanodegrees: Int64
  /// -180 to 180 degrees times 10^9.
  public let longitudeNanodegrees: Int64

  /// A place whose parts the caller has checked.
  public init(latitudeNanodegrees: Int64, longitudeNanodegrees: Int64) {
    self.latitudeNanodegrees = latitudeNanodegrees
    self.longitudeNanodegrees = longitudeNanodegrees
  }

  /// Degrees, north positive.
  public var latitude: Double { Double(latitudeNanodegrees) / 1e9 }
  /// Degrees, east positive.
  public var longitude: Double { Double(longitudeNanodegrees) / 1e9 }
}

/// What kind of fix an epoch has; the raw values are gpsd's `mode`.
public enum FixMode: UInt8, Sendable {
  /// No position, or none that was measured.
  case none = 1
  /// Latitude and longitude.
  case twoD = 2
  /// Latitude, longitude and altitude.
  case threeD = 3
}

/// What judgement found out about a fix.
public struct FixFlags: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt8
  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The receiver estimated the position (dead reckoning): quality 6 or mode letter E.
  public static let estimated = FixFlags(rawValue: 1 << 0)
  /// The receiver's date was early by whole 1,024 weeks and has been repaired.
  public static let dateCorrected = FixFlags(rawValue: 1 << 1)
  /// No date is known that can be believed; `time` is nil.
  public static let undated = FixFlags(rawValue: 1 << 2)
  /// The position has not changed by a bit although the receiver reports speed.
  public static let frozen = FixFlags(rawValue: 1 << 3)
  /// The position is further from the one before than the vehicle can have come.
  public static let jump = FixFlags(rawValue: 1 << 4)
}

/// What a receiver said about one instant: one epoch, all its sentences joined. Unknown is nil, never zero.
///
/// Whole numbers throughout: the receiver's decimals survive unrounded, and equal means equal.
public struct Fix: Hashable, Sendable {
  /// The instant the position is valid for; nil while the date is unknown or not believed.
  public var time: UTCInstant?
  /// The time of day alone, 0 to 86,400,999 ms (leap second included), when the receiver gave one.
  public var timeOfDayMilliseconds: Int32?
  /// 2D, 3D or none.
  public var mode: FixMode = .none
  /// Where; nil without a position.
  public var coordinate: Coordinate?
  /// Height above mean sea level (GGA field 9).
  public var altitudeMSLMillimetres: Int32?
  /// Height above the ellipsoid: mean sea level plus separation.
  public var altitudeHAEMillimetres: Int32?
  /// The geoid above the ellipsoid, negative where it lies below (GGA field 11).
  public var geoidSeparationMillimetres: Int32?
  /// Speed over ground.
  public var speedMillimetresPerSecond: Int32?
  /// Course over ground from true north, 0 to 359,999.
  public var trackMillidegrees: Int32?
  /// Estimated horizontal error (gpsd's `eph`).
  public var horizontalErrorMillimetres: Int32?
  /// Estimated vertical error (gpsd's `epv`).
  public var verticalErrorMillimetres: Int32?
  /// Horizontal dilution of precision, thousandths.
  public var hdopThousandths: Int32?
  /// Vertical dilution of precision, thousandths.
  public var vdopThousandths: Int32?
  /// Position dilution of precision, thousandths.
  public var pdopThousandths: Int32?
  /// Satellites used in the solution.
  public var satellitesUsed: UInt8?
  /// GGA's quality digit: 1 GPS, 2 differential, 3 PPS, 4 RTK fixed, 5 RTK float, 6 estimated, 7 manual, 8 simulated.
  public var quality: UInt8?
  /// gpsd's `status`: 1 GPS, 2 DGPS, 3 RTK fixed, 4 RTK float, 5 DR, 6 GNSS+DR, 7 surveyed, 8 simulated, 9 PPS.
  public var status: UInt8?
  /// What judgement found.
  public var flags: FixFlags = []

  /// An epoch about which nothing is known yet.
  public init() {}
}
