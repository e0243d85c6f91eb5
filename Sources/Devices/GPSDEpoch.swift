import GNSS

/// Makes one fix of gpsd's reports about one epoch.
///
/// Until gpsd has learned which sentence ends a receiver's cycle, it reports after each: a 2D position from RMC, then
/// the same with the height from GGA, then with the vertical error from GSA, all of one time. From then on there is one
/// report an epoch. So a report with position, height and speed is a fix at once, later reports of its time are
/// repeats, and one that lacks something waits for the rest until another time comes or gpsd falls quiet.
struct GPSDEpoch {
  /// Positions that were kept back because they came without a date: nothing tells which epoch they belong to.
  private(set) var undated = 0
  /// Reports about an epoch whose fix had been handed out.
  private(set) var repeated = 0

  private var held: Fix?
  private var handedOut: UTCInstant?
  private var sky: GPSDSky?

  /// Whether reports wait for the rest of their epoch.
  var isOpen: Bool { held != nil }

  /// Takes a position report; calls `epoch` for what it completes, each epoch once.
  mutating func take(_ report: Fix, _ epoch: (Fix) -> Void) {
    guard let time = report.time else { return takeUndated(report, epoch) }
    if time == handedOut {
      repeated &+= 1
      return
    }
    if let held, held.time != time { quiet(epoch) }
    var merged = report
    if let held { merged.fill(from: held) }
    held = merged
    if merged.mode == .threeD, merged.speedMillimetresPerSecond != nil { quiet(epoch) }
  }

  /// Takes a sky report: it joins the next fix, and that one only.
  mutating func take(_ report: GPSDSky) { sky = report }

  /// The connection broke: what comes after it belongs to other epochs.
  mutating func finish(_ epoch: (Fix) -> Void) {
    quiet(epoch)
    sky = nil
  }

  /// Nothing more comes about this epoch: gpsd fell quiet.
  mutating func quiet(_ epoch: (Fix) -> Void) {
    guard var fix = held else { return }
    held = nil
    handedOut = fix.time
    if let sky {
      fix.hdopThousandths = sky.hdopThousandths
      fix.vdopThousandths = sky.vdopThousandths
      fix.pdopThousandths = sky.pdopThousandths
      fix.satellitesUsed = sky.satellitesUsed
    }
    sky = nil
    epoch(fix)
  }

  /// The epoch comes out without its position, so that the user sees a receiver that has no date yet.
  private mutating func takeUndated(_ report: Fix, _ epoch: (Fix) -> Void) {
    quiet(epoch)
    if report.coordinate != nil { undated &+= 1 }
    var fix = Fix()
    fix.status = report.status
    fix.flags = .undated
    epoch(fix)
  }
}

extension Fix {
  /// Takes over what an earlier report about the same epoch knew and this one does not, unless this one took the
  /// position back.
  fileprivate mutating func fill(from earlier: Fix) {
    guard mode != .none else { return }
    if mode == .twoD, earlier.mode == .threeD { mode = .threeD }
    altitudeMSLMillimetres = altitudeMSLMillimetres ?? earlier.altitudeMSLMillimetres
    altitudeHAEMillimetres = altitudeHAEMillimetres ?? earlier.altitudeHAEMillimetres
    geoidSeparationMillimetres = geoidSeparationMillimetres ?? earlier.geoidSeparationMillimetres
    speedMillimetresPerSecond = speedMillimetresPerSecond ?? earlier.speedMillimetresPerSecond
    trackMillidegrees = trackMillidegrees ?? earlier.trackMillidegrees
    horizontalErrorMillimetres = horizontalErrorMillimetres ?? earlier.horizontalErrorMillimetres
    verticalErrorMillimetres = verticalErrorMillimetres ?? earlier.verticalErrorMillimetres
    status = status ?? earlier.status
    flags.formUnion(earlier.flags)
  }
}
