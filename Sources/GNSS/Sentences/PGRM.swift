/// Garmin's estimated position error. It has no time: it belongs to the epoch it comes in.
///
///     $PGRME,x.x,M,x.x,M,x.x,M*hh
///            │     │     └ spherical error
///            │     └ vertical error
///            └ horizontal error
struct PGRME: Sentence {
  static let kind = SentenceKind.pgrme
  var time: TimeTag? { nil }
  let horizontalMillimetres: Int32?
  let verticalMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    horizontalMillimetres = fields.expectedError()
    fields.unit("M")
    verticalMillimetres = fields.expectedError()
    fields.require()
    fields.unit("M")
  }

  func join(_ epoch: inout Epoch) {
    epoch.horizontalErrorMillimetres = horizontalMillimetres ?? epoch.horizontalErrorMillimetres
    epoch.verticalErrorMillimetres = verticalMillimetres ?? epoch.verticalErrorMillimetres
  }
}

/// Garmin's altitude, in feet, for receivers that send no GGA. It belongs to the epoch it comes in.
///
///     $PGRMZ,x,f,n*hh
///            │ │ └ 2 altitude set by the user, 3 by satellites
///            └─┴ height above mean sea level, feet
struct PGRMZ: Sentence {
  static let kind = SentenceKind.pgrmz
  var time: TimeTag? { nil }
  let altitudeMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    let feet = fields.decimal(places: 3, allowsSign: true)
    fields.require()
    fields.unit("f")
    // 1 foot is 304.8 mm.
    altitudeMillimetres = feet.map { Int32(clamping: $0 &* 3_048 / 10_000) }
  }

  func join(_ epoch: inout Epoch) {
    epoch.untimedAltitude = altitudeMillimetres ?? epoch.untimedAltitude
  }
}
