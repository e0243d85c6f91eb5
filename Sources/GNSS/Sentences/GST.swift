/// Error statistics of the position.
///
///     $GPGST,hhmmss.ss,x.x,x.x,x.x,x.x,x.x,x.x,x.x*hh
///            │         │   │   │   │   │   │   └ standard deviation of the height, m
///            │         │   │   │   │   │   └ … of the longitude, m
///            │         │   │   │   │   └ … of the latitude, m
///            │         │   └───┴───┴ error ellipse: axes, orientation
///            │         └ residuals
///            └ UTC
struct GST: Sentence {
  static let kind = SentenceKind.gst
  let time: TimeTag?
  let latitudeMillimetres: Int32?
  let longitudeMillimetres: Int32?
  let altitudeMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    fields.skip(4)
    latitudeMillimetres = fields.expectedError()
    longitudeMillimetres = fields.expectedError()
    fields.require()
    altitudeMillimetres = fields.expectedError()
  }

  func join(_ epoch: inout Epoch) {
    epoch.setErrors(
      latitude: latitudeMillimetres, longitude: longitudeMillimetres, vertical: altitudeMillimetres)
  }
}

extension FieldReader {
  /// An error in metres, which has no sign, as millimetres.
  mutating func expectedError() -> Int32? {
    decimal(places: 3).map { Int32(clamping: $0) }
  }
}
