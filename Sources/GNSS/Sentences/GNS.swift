/// Fix data of a receiver with several constellations; stands for GGA where that is not sent.
///
///     $GNGNS,hhmmss.ss,ddmm.mmmm,N,dddmm.mmmm,E,AANN,nn,x.x,x.x,x.x,x.x,xxxx,V*hh
///            │         │         │ │          │ │    │  │   │   │   │   │    └ 4.1: navigational status
///            │         │         │ │          │ │    │  │   │   │   └───┴ differential data: age, station
///            │         │         │ │          │ │    │  │   │   └ geoid above the ellipsoid, m
///            │         │         │ │          │ │    │  │   └ height above mean sea level, m
///            │         │         │ │          │ │    │  └ HDOP
///            │         │         │ │          │ │    └ satellites used
///            │         │         │ │          │ └ a mode letter a constellation, one or more
///            │         └─────────┴─┴──────────┴ position
///            └ UTC
///
/// Any letter but N is a fix, the best one counts. With all N the old position may still be printed. A Trimble sends one
/// GNS a constellation, with satellites only and no mode: that one claims nothing.
struct GNS: Sentence {
  static let kind = SentenceKind.gns
  let time: TimeTag?
  let claim: Claim?
  let position: Position?
  let satellitesUsed: UInt8?
  let hdopThousandths: Int32?
  let altitudeMillimetres: Int32?
  let separationMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    position = fields.position()
    fields.require()
    if let mode = fields.modes() {
      claim = fields.claim(isValid: true, mode: mode, position)
    } else {
      claim = nil
    }
    satellitesUsed = fields.satellites(claim)
    hdopThousandths = fields.dilution()
    altitudeMillimetres = fields.millimetres()
    separationMillimetres = fields.millimetres()
  }

  func join(_ epoch: inout Epoch) {
    guard let claim else { return }
    guard epoch.claim(claim, position, by: Self.kind) else { return }
    epoch.satellitesUsed = satellitesUsed ?? epoch.satellitesUsed
    guard claim.kind != .none else { return }
    epoch.hdopThousandths = hdopThousandths ?? epoch.hdopThousandths
    epoch.altitudeMillimetres = altitudeMillimetres ?? epoch.altitudeMillimetres
    epoch.separationMillimetres = separationMillimetres ?? epoch.separationMillimetres
  }
}
