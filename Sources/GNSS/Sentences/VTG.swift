/// Velocity over ground. It has no time: it belongs to the epoch it comes in.
///
///     $GPVTG,x.x,T,x.x,M,x.x,N,x.x,K,A*hh
///            │   │ │   │ │   │ │   │ └ 2.3: mode
///            │   │ │   │ │   │ └───┴ speed, km/h
///            │   │ │   │ └───┴ speed, knots
///            │   │ └───┴ course, magnetic
///            └───┴ course, true
struct VTG: Sentence {
  static let kind = SentenceKind.vtg
  var time: TimeTag? { nil }
  let speedMillimetresPerSecond: Int32?
  let trackMillidegrees: Int32?

  init(_ fields: inout FieldReader) {
    let track = fields.track()
    fields.unit("T")
    fields.skip()
    fields.unit("M")
    let knots = fields.knots()
    fields.unit("N")
    let kilometresPerHour = fields.kilometresPerHour()
    fields.unit("K")
    let isVoid = fields.mode()?.kind == Claim.Kind.none
    speedMillimetresPerSecond = isVoid ? nil : knots ?? kilometresPerHour
    trackMillidegrees = isVoid ? nil : track
  }

  func join(_ epoch: inout Epoch) {
    if epoch.latest == .rmc {
      // Right behind RMC it is of the same moment, and the newer of the two.
      epoch.speedMillimetresPerSecond = speedMillimetresPerSecond ?? epoch.speedMillimetresPerSecond
      epoch.trackMillidegrees = trackMillidegrees ?? epoch.trackMillidegrees
    } else {
      epoch.untimedSpeed = speedMillimetresPerSecond ?? epoch.untimedSpeed
      epoch.untimedTrack = trackMillidegrees ?? epoch.untimedTrack
    }
  }
}

extension FieldReader {
  /// Kilometres per hour as millimetres per second.
  mutating func kilometresPerHour() -> Int32? {
    decimal(places: 6).map { Int32(clamping: ($0 &+ 1_800) / 3_600) }
  }
}
