/// Mode, satellites used and dilution of precision. It has no time: it belongs to the epoch it comes in.
///
///     $GNGSA,A,3,nn,nn,…,nn,x.x,x.x,x.x,s*hh
///            │ │ │          │   │   │   └ 4.1: constellation
///            │ │ │          │   │   └ VDOP
///            │ │ │          │   └ HDOP
///            │ │ │          └ PDOP
///            │ │ └ twelve satellites
///            │ └ 1 no fix, 2 2D, 3 3D
///            └ A automatic, M manual choice of the mode
///
/// A receiver with several constellations repeats it for each of them in one epoch.
struct GSA: Sentence {
  static let kind = SentenceKind.gsa
  var time: TimeTag? { nil }
  let mode: FixMode?
  let satellites: UInt8
  let pdopThousandths: Int32?
  let hdopThousandths: Int32?
  let vdopThousandths: Int32?

  init(_ fields: inout FieldReader) {
    fields.skip()
    let digit = fields.integer()
    mode = digit.flatMap { FixMode(rawValue: UInt8(clamping: $0)) }
    if digit != nil, mode == nil { fields.refuse(.number) }
    satellites = fields.filled(of: 12)
    fields.require()
    pdopThousandths = fields.dilution()
    hdopThousandths = fields.dilution()
    vdopThousandths = fields.dilution()
  }

  func join(_ epoch: inout Epoch) {
    if let mode, mode.rawValue > epoch.mode?.rawValue ?? 0 { epoch.mode = mode }
    epoch.satellitesListed &+= satellites
    epoch.pdopThousandths = pdopThousandths ?? epoch.pdopThousandths
    epoch.listedHDOP = hdopThousandths ?? epoch.listedHDOP
    epoch.vdopThousandths = vdopThousandths ?? epoch.vdopThousandths
  }
}
