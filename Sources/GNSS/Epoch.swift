/// What has been gathered about one instant.
struct Epoch {
  /// Its time; nil while all its sentences have been without a time field.
  var time: TimeTag?
  /// The day its date sentences name, in days since 1970.
  var daysSince1970: Int64?
  /// Its positions are not on WGS84.
  var isOnOtherDatum = false
  var quality: UInt8?
  var mode: FixMode?
  var satellitesUsed: UInt8?
  var satellitesListed: UInt8 = 0
  var altitudeMillimetres: Int32?
  var separationMillimetres: Int32?
  /// Above the ellipsoid.
  var heightMillimetres: Int32?
  var speedMillimetresPerSecond: Int32?
  var trackMillidegrees: Int32?
  var horizontalErrorMillimetres: Int32?
  var verticalErrorMillimetres: Int32?
  var hdopThousandths: Int32?
  var vdopThousandths: Int32?
  var pdopThousandths: Int32?
  /// The kind of the sentence that joined last.
  var latest: SentenceKind?
  /// From sentences without a time field; they stand back behind those that are certainly of this instant.
  var untimedSpeed: Int32?
  var untimedTrack: Int32?
  var untimedAltitude: Int32?
  var listedHDOP: Int32?

  private var position: Position?
  private var positionRank = Int.max
  private var status: UInt8?
  /// The best claim of each kind of sentence, four bits each; 15 where there was none.
  private var claims = UInt64.max

  /// Whether a sentence that can carry a position belongs to it.
  var hasClaim: Bool { claims != .max }

  /// Whether a sentence of this kind has claimed something already.
  func hasClaim(of kind: SentenceKind) -> Bool { claims >> kind.shift & 15 != 15 }

  /// Joins a claim and its position. Gives whether the rest of the sentence counts: of several sentences of one kind
  /// (several talkers, a gateway whose clock is slower than its positions) the best does, of equal ones the first.
  mutating func claim(_ claim: Claim, _ place: Position?, by kind: SentenceKind) -> Bool {
    guard claims >> kind.shift & 15 > UInt64(claim.kind.rawValue) else { return false }
    claims = claims & ~(15 << kind.shift) | UInt64(claim.kind.rawValue) << kind.shift
    guard claim.kind != .none, let place else { return true }
    if status == nil || kind == .gga { status = claim.status }
    // Both coordinates from one sentence: the better claim, then the more precise, then the last (the one a plotter that
    // moves on within the second has looked at most lately; docs/corpus.md weighs the others).
    let rank = Int(claim.kind.rawValue) &* 64 &- place.decimals
    if rank <= positionRank { (position, positionRank) = (place, rank) }
    return true
  }

  /// What all claims together amount to: the worst, because a receiver that calls its position void in one kind of
  /// sentence means it.
  var verdict: Claim.Kind {
    var rest = claims
    var worst = hasClaim ? Claim.Kind.measured : .none
    while rest != .max {
      if let kind = Claim.Kind(rawValue: UInt8(truncatingIfNeeded: rest & 15)) { worst = max(worst, kind) }
      rest = rest >> 4 | 15 << 60
    }
    return worst
  }

  /// Standard deviations; the horizontal error is the root of the sum of their squares.
  mutating func setErrors(latitude: Int32?, longitude: Int32?, vertical: Int32?) {
    if let latitude, let longitude {
      let (north, east) = (Double(latitude), Double(longitude))
      horizontalErrorMillimetres = Int32(clamping: Int64((north * north + east * east).squareRoot().rounded()))
    }
    verticalErrorMillimetres = vertical ?? verticalErrorMillimetres
  }

  /// The fix, at the instant that it has been given; nil is an unknown date.
  func fix(at instant: UTCInstant?) -> Fix {
    var fix = Fix()
    fix.time = instant
    if instant == nil { fix.flags = .undated }
    if case .at(let milliseconds) = time { fix.timeOfDayMilliseconds = milliseconds }
    fix.satellitesUsed = satellitesUsed ?? (satellitesListed > 0 ? satellitesListed : nil)
    let verdict = verdict
    guard verdict == .measured || verdict == .estimated, let position, !isOnOtherDatum else { return fix }
    if verdict == .estimated { fix.flags.insert(.estimated) }
    fix.coordinate = position.coordinate
    fix.quality = quality
    fix.status = status
    fix.speedMillimetresPerSecond = speedMillimetresPerSecond ?? untimedSpeed
    fix.trackMillidegrees = trackMillidegrees ?? untimedTrack
    fix.hdopThousandths = hdopThousandths ?? listedHDOP
    fix.vdopThousandths = vdopThousandths
    fix.pdopThousandths = pdopThousandths
    setHeights(of: &fix)
    fix.mode = dimension(of: fix)
    setErrors(of: &fix)
    return fix
  }

  private func setHeights(of fix: inout Fix) {
    fix.altitudeMSLMillimetres = altitudeMillimetres ?? untimedAltitude
    fix.geoidSeparationMillimetres = separationMillimetres
    if let altitudeMillimetres, let separationMillimetres {
      fix.altitudeHAEMillimetres = altitudeMillimetres &+ separationMillimetres
    } else {
      fix.altitudeHAEMillimetres = heightMillimetres
    }
  }

  /// GSA's word, or what the other sentences let one conclude.
  private func dimension(of fix: Fix) -> FixMode {
    if let mode, mode != .none { return mode }
    let hasHeight = fix.altitudeMSLMillimetres != nil || fix.altitudeHAEMillimetres != nil
    return hasHeight && fix.satellitesUsed ?? 4 >= 4 ? .threeD : .twoD
  }

  /// The receiver's own estimate, or the dilution of precision times what a range measurement is usually off by.
  private func setErrors(of fix: inout Fix) {
    let rangeError = RangeError.millimetres(status: fix.status)
    fix.horizontalErrorMillimetres =
      horizontalErrorMillimetres ?? fix.hdopThousandths.map { Int32(clamping: Int64($0) &* rangeError / 1_000) }
    fix.verticalErrorMillimetres =
      verticalErrorMillimetres ?? fix.vdopThousandths.map { Int32(clamping: Int64($0) &* rangeError / 1_000) }
  }
}

/// What a range measurement is usually off by (one standard deviation), by the kind of solution. Dilution of precision
/// times this is the error of the position.
private enum RangeError {
  static func millimetres(status: UInt8?) -> Int64 {
    switch status {
    case 2, 9: 2_500
    case 3: 20
    case 4: 500
    default: 5_000
    }
  }
}
