/// u-blox's own position sentence; stands for RMC and GGA where those are not sent.
///
///     $PUBX,00,hhmmss.ss,ddmm.mmmm,N,dddmm.mmmm,E,x.x,G3,x.x,x.x,x.x,x.x,x.x,x.x,x.x,x.x,x.x,n,0,0*hh
///              │         │         │ │          │ │   │  │   │   │   │   │   │   │   │   │   └ satellites used
///              │         │         │ │          │ │   │  │   │   │   │   │   │   │   │   └ TDOP
///              │         │         │ │          │ │   │  │   │   │   │   │   │   │   └ VDOP
///              │         │         │ │          │ │   │  │   │   │   │   │   │   └ HDOP
///              │         │         │ │          │ │   │  │   │   │   │   └───┴ speed down m/s, differential age
///              │         │         │ │          │ │   │  │   │   └───┴ speed over ground km/h, course true
///              │         │         │ │          │ │   │  └───┴ horizontal, vertical accuracy, m
///              │         │         │ │          │ │   └ NF DR G2 G3 D2 D3 RK TT
///              │         │         │ │          │ └ height above the ellipsoid, m
///              │         └─────────┴─┴──────────┴ position
///              └ UTC
struct PUBXPosition: Sentence {
  static let kind = SentenceKind.pubx
  let time: TimeTag?
  let claim: Claim
  let position: Position?
  let mode: FixMode?
  let heightMillimetres: Int32?
  let horizontalErrorMillimetres: Int32?
  let verticalErrorMillimetres: Int32?
  let speedMillimetresPerSecond: Int32?
  let trackMillidegrees: Int32?
  let hdopThousandths: Int32?
  let vdopThousandths: Int32?
  let satellitesUsed: UInt8?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    position = fields.position()
    heightMillimetres = fields.millimetres()
    let status = fields.navigationStatus()
    mode = status.mode
    claim = fields.claim(isValid: true, mode: status.claim, position)
    horizontalErrorMillimetres = fields.expectedError()
    verticalErrorMillimetres = fields.expectedError()
    speedMillimetresPerSecond = fields.kilometresPerHour()
    trackMillidegrees = fields.track()
    fields.skip(2)
    hdopThousandths = fields.dilution()
    vdopThousandths = fields.dilution()
    fields.skip()
    fields.require()
    satellitesUsed = fields.integer().map { UInt8(clamping: $0) }
  }

  func join(_ epoch: inout Epoch) {
    guard epoch.claim(claim, position, by: Self.kind) else { return }
    epoch.satellitesUsed = satellitesUsed ?? epoch.satellitesUsed
    guard claim.kind != .none else { return }
    epoch.mode = mode ?? epoch.mode
    epoch.heightMillimetres = heightMillimetres ?? epoch.heightMillimetres
    epoch.horizontalErrorMillimetres = horizontalErrorMillimetres ?? epoch.horizontalErrorMillimetres
    epoch.verticalErrorMillimetres = verticalErrorMillimetres ?? epoch.verticalErrorMillimetres
    epoch.speedMillimetresPerSecond = speedMillimetresPerSecond ?? epoch.speedMillimetresPerSecond
    epoch.trackMillidegrees = trackMillidegrees ?? epoch.trackMillidegrees
    epoch.hdopThousandths = hdopThousandths ?? epoch.hdopThousandths
    epoch.vdopThousandths = vdopThousandths ?? epoch.vdopThousandths
  }
}

/// u-blox's own time sentence.
///
///     $PUBX,04,hhmmss.ss,ddmmyy,x.x,x,…*hh
///              │         │      └ GPS time of week and what follows, not read
///              │         └ date
///              └ UTC
struct PUBXTime: Sentence {
  static let kind = SentenceKind.pubx
  let time: TimeTag?
  let daysSince1970: Int64?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    fields.require()
    daysSince1970 = fields.date()
  }

  func join(_ epoch: inout Epoch) {
    epoch.daysSince1970 = epoch.daysSince1970 ?? daysSince1970
  }
}

extension FieldReader {
  /// u-blox's two letters.
  fileprivate mutating func navigationStatus() -> (claim: Claim, mode: FixMode?) {
    guard let letters = pairOfLetters() else { return (.none, nil) }
    switch letters {
    case (UInt8(ascii: "G"), UInt8(ascii: "2")): return (.autonomous, .twoD)
    case (UInt8(ascii: "G"), UInt8(ascii: "3")): return (.autonomous, .threeD)
    case (UInt8(ascii: "D"), UInt8(ascii: "2")): return (.differential, .twoD)
    case (UInt8(ascii: "D"), UInt8(ascii: "3")): return (.differential, .threeD)
    case (UInt8(ascii: "D"), UInt8(ascii: "R")): return (.deadReckoning, nil)
    case (UInt8(ascii: "R"), UInt8(ascii: "K")): return (.combined, nil)
    case (UInt8(ascii: "N"), UInt8(ascii: "F")), (UInt8(ascii: "T"), UInt8(ascii: "T")): return (.none, nil)
    default:
      refuse(.letter)
      return (.none, nil)
    }
  }
}
