/// Fault detection: the expected errors of the position.
///
///     $GPGBS,hhmmss.ss,x.x,x.x,x.x,…*hh
///            │         │   │   └ expected error of the height, m
///            │         │   └ … of the longitude, m
///            │         └ … of the latitude, m
///            └ UTC
struct GBS: Sentence {
  static let kind = SentenceKind.gbs
  let time: TimeTag?
  let latitudeMillimetres: Int32?
  let longitudeMillimetres: Int32?
  let altitudeMillimetres: Int32?

  init(_ fields: inout FieldReader) {
    time = fields.time()
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
