/// Recommended minimum data: the one sentence with position, velocity and date.
///
///     $GPRMC,hhmmss.ss,A,ddmm.mmmm,N,dddmm.mmmm,E,x.x,x.x,ddmmyy,x.x,E,A,V*hh
///            │         │ │         │ │          │ │   │   │      │   │ │ └ 4.1: navigational status S C U V
///            │         │ │         │ │          │ │   │   │      │   │ └ 2.3: mode A D E F M N P R S
///            │         │ │         │ │          │ │   │   │      └───┴ magnetic variation
///            │         │ │         │ │          │ │   │   └ date
///            │         │ │         │ │          │ │   └ course over ground, degrees true
///            │         │ │         │ │          │ └ speed over ground, knots
///            │         │ └─────────┴─┴──────────┴ position
///            │         └ A valid, V void
///            └ UTC
///
/// The last V of a u-blox is a navigational status (no integrity claimed), not a void. Motorola leaves the variation's
/// value out but not its comma, so that letters stand where others have numbers: the variation is not read at all.
struct RMC: Sentence {
  static let kind = SentenceKind.rmc
  let time: TimeTag?
  let claim: Claim
  let position: Position?
  let speedMillimetresPerSecond: Int32?
  let trackMillidegrees: Int32?
  let daysSince1970: Int64?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    let isValid = fields.isValid()
    position = fields.position()
    speedMillimetresPerSecond = fields.knots()
    trackMillidegrees = fields.track()
    fields.require()
    daysSince1970 = fields.date()
    fields.skip(2)
    claim = fields.claim(isValid: isValid, mode: fields.mode(), position)
  }

  func join(_ epoch: inout Epoch) {
    epoch.daysSince1970 = epoch.daysSince1970 ?? daysSince1970
    guard epoch.claim(claim, position, by: Self.kind), claim.kind != .none else { return }
    epoch.speedMillimetresPerSecond = speedMillimetresPerSecond ?? epoch.speedMillimetresPerSecond
    epoch.trackMillidegrees = trackMillidegrees ?? epoch.trackMillidegrees
  }
}

extension FieldReader {
  /// Knots as millimetres per second: 1 knot is 1,852 m an hour.
  mutating func knots() -> Int32? {
    decimal(places: 6).map { Int32(clamping: ($0 &* 463 &+ 450_000) / 900_000) }
  }

  /// A direction, 0 to 360 degrees, both of which are north.
  mutating func track() -> Int32? {
    guard let millidegrees = decimal(places: 3) else { return nil }
    if millidegrees > 360_000 { refuse(.number) }
    return millidegrees >= 360_000 ? 0 : Int32(truncatingIfNeeded: millidegrees)
  }
}
