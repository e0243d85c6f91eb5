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
    quality = digit.map { UInt8(clamping: $0) }
    let claim = digit.flatMap(Claim.init(quality:)) ?? .none
    if let digit, digit > 9 { fields.refuse(.number) }
    self.claim = fields.claim(isValid: true, mode: claim, position)
    satellitesUsed = fields.integer().map { UInt8(clamping: $0) }
    hdopThousandths = fields.dilution()
    altitudeMillimetres = fields.millimetres()
    fields.unit("M")
    separationMillimetres = fields.millimetres()
    fields.unit("M")
  }

  func join(_ epoch: inout Epoch) {
    epoch.claim(claim, position, by: Self.kind)
    epoch.quality = epoch.quality ?? quality
    epoch.satellitesUsed = epoch.satellitesUsed ?? satellitesUsed
    guard claim.kind != .none else { return }
    epoch.hdopThousandths = epoch.hdopThousandths ?? hdopThousandths
    epoch.altitudeMillimetres = epoch.altitudeMillimetres ?? altitudeMillimetres
    epoch.separationMillimetres = epoch.separationMillimetres ?? separationMillimetres
  }
}

extension FieldReader {
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
