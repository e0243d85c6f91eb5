/// Fix data: position, quality, satellites and height.
///
///     $GPGGA,hhmmss.ss,ddmm.mmmm,N,dddmm.mmmm,E,q,nn,x.x,x.x,M,x.x,M,x.x,xxxx*hh
///            │         │         │ │          │ │ │  │   │   │ │   │ │   └ reference station
///            │         │         │ │          │ │ │  │   │   │ │   │ └ age of differential data, s
///            │         │         │ │          │ │ │  │   │   │ └───┴ geoid above the ellipsoid
///            │         │         │ │          │ │ │  │   └───┴ height above mean sea level
///            │         │         │ │          │ │ │  └ HDOP
///            │         │         │ │          │ │ └ satellites used
///            │         │         │ │          │ └ quality 0 to 9
///            │         └─────────┴─┴──────────┴ position
///            └ UTC
///
/// Altitude, separation and all after them may be empty. Fields past the fifteenth (SkyTraq, Hemisphere) are not read.
struct GGA: Sentence {
  static let kind = SentenceKind.gga
  let time: TimeTag?
  let claim: Claim
  let position: Position?
  let quality: UInt8?
  let satellitesUsed: UInt8?
  let hdopThousandths: Int32?
  let altitudeMillimetres: Int32?
  let separationMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    position = fields.position()
    fields.require()
    let digit = fields.integer()
    self.quality = digit.map { UInt8(clamping: $0) }
    let quality = digit.flatMap(Claim.init(quality:)) ?? .none
    if let digit, digit > 9 { fields.refuse(.number) }
    claim = fields.claim(isValid: true, mode: quality, position)
    satellitesUsed = fields.satellites(claim)
    hdopThousandths = fields.dilution()
    altitudeMillimetres = fields.millimetres()
    fields.unit("M")
    separationMillimetres = fields.millimetres()
    fields.unit("M")
  }

  func join(_ epoch: inout Epoch) {
    guard epoch.claim(claim, position, by: Self.kind) else { return }
    epoch.quality = quality ?? epoch.quality
    epoch.satellitesUsed = satellitesUsed ?? epoch.satellitesUsed
    guard claim.kind != .none else { return }
    epoch.hdopThousandths = hdopThousandths ?? epoch.hdopThousandths
    epoch.altitudeMillimetres = altitudeMillimetres ?? epoch.altitudeMillimetres
    epoch.separationMillimetres = separationMillimetres ?? epoch.separationMillimetres
  }
}

extension FieldReader {
  /// Satellites used; nil when a measured position claims to have used none (Garmin Foretrex, Furuno, chart plotters).
  mutating func satellites(_ claim: Claim?) -> UInt8? {
    guard let count = integer(), count > 0 || claim?.kind != .measured else { return nil }
    return UInt8(clamping: count)
  }

  /// Signed metres as millimetres.
  mutating func millimetres() -> Int32? {
    decimal(places: 3, allowsSign: true).map { Int32(clamping: $0) }
  }

  /// A dilution of precision; nil for the fillers 0 and 99 and above, which mean unknown.
  mutating func dilution() -> Int32? {
    guard let thousandths = decimal(places: 3), 1..<99_000 ~= thousandths else { return nil }
    return Int32(truncatingIfNeeded: thousandths)
  }
}
