/// Geographic position.
///
///     $GPGLL,ddmm.mmmm,N,dddmm.mmmm,E,hhmmss.ss,A,A*hh
///            │         │ │          │ │         │ └ 2.3: mode
///            │         │ │          │ │         └ A valid, V void
///            │         │ │          │ └ UTC
///            └─────────┴─┴──────────┴ position
///
/// Magellan's eXplorist writes N for V, and V for the mode N.
struct GLL: Sentence {
  static let kind = SentenceKind.gll
  let time: TimeTag?
  let claim: Claim
  let position: Position?

  init(_ fields: inout FieldReader) {
    position = fields.position()
    time = fields.time()
    fields.require()
    let isValid = fields.isValid()
    claim = fields.claim(isValid: isValid, mode: isValid ? fields.mode() : nil, position)
  }

  func join(_ epoch: inout Epoch) {
    _ = epoch.claim(claim, position, by: Self.kind)
  }
}
