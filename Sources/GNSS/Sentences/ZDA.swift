/// Time and date, with all four digits of the year.
///
///     $GPZDA,hhmmss.ss,dd,mm,yyyy,zz,zz*hh
///            │         │  │  │    └──┴ local zone, not read
///            │         └──┴──┴ date
///            └ UTC
struct ZDA: Sentence {
  static let kind = SentenceKind.zda
  let time: TimeTag?
  let daysSince1970: Int64?

  init(_ fields: inout FieldReader) {
    time = fields.time()
    fields.require()
    daysSince1970 = fields.splitDate()
  }

  func join(_ epoch: inout Epoch) {
    epoch.daysSince1970 = epoch.daysSince1970 ?? daysSince1970
  }
}
