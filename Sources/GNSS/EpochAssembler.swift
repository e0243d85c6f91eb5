/// Joins sentences into epochs: what bears the same time of day is one fix, and nothing else is.
///
/// A sentence with another time closes the epoch and begins a new one; arrival order and pauses do not matter. Sentences
/// without a time field (VTG, GSA) belong to the open epoch. So that a fix need not wait for the next one, the epoch is
/// also closed by the sentence that has turned out to be the cycle's last, and by `quiet`. What still comes for a closed
/// epoch is late: it is counted and changes nothing, for an epoch comes out once.
struct EpochAssembler {
  /// Sentences that came for a closed epoch.
  private(set) var late = 0
  /// Epochs that have no position because it lies on another datum than WGS84.
  private(set) var otherDatum = 0
  /// The last DTM named another datum than WGS84.
  var isOnOtherDatum = false
  /// Epochs that came out.
  private(set) var epochs = 0
  /// Those with a position.
  private(set) var fixes = 0

  private enum Closing {
    case timeTag, cycleEnd, quiet
  }

  private var epoch = Epoch()
  /// Whether something has come that no epoch has been closed with.
  private(set) var isOpen = false
  private var calendar: DateTracker
  private var cycle = CycleEnd()
  /// The epoch that was closed last, and why.
  private var closed: (time: TimeTag, by: Closing)?
  /// A pause inside a cycle has been seen, so that a pause proves nothing.
  private var pausesWithinCycle = false

  init(_ calendar: DateTracker) {
    self.calendar = calendar
  }

  /// Takes a sentence; calls `emit` for each epoch that it completes.
  mutating func take<S: Sentence>(_ sentence: S, _ emit: (Fix) -> Void) {
    if let time = sentence.time {
      if isLate(time) {
        noteLate(time, sentence)
        return
      }
      if isOpen, let running = epoch.time, startsNew(S.self, time, running) { close(.timeTag, emit) }
      epoch.time = time
      if isOnOtherDatum { epoch.isOnOtherDatum = true }
      isOpen = true
    } else {
      guard acceptsUntimed(S.kind) else { return }
      isOpen = true
    }
    sentence.join(&epoch)
    epoch.latest = S.kind
    if cycle.saw(S.kind), epoch.time != nil { close(.cycleEnd, emit) }
  }

  /// Whether a pause ends an epoch.
  var awaitsQuiet: Bool { isOpen && epoch.time != nil && !pausesWithinCycle }

  /// The receiver pauses: its cycle is over.
  mutating func quiet(_ emit: (Fix) -> Void) {
    if awaitsQuiet { close(.quiet, emit) }
  }

  /// The stream ended. Whatever follows is another stream: nothing is carried over, not even the date.
  mutating func finish(_ emit: (Fix) -> Void) {
    if isOpen, epoch.time != nil { close(.timeTag, emit) }
    (epoch, isOpen, closed, pausesWithinCycle, isOnOtherDatum) = (Epoch(), false, nil, false, false)
    cycle = CycleEnd()
    calendar.forget()
  }

  /// Without a time, a repeated sentence tells that a new cycle has begun.
  private func startsNew<S: Sentence>(_: S.Type, _ time: TimeTag, _ running: TimeTag) -> Bool {
    time != running || (time == .unknown && epoch.hasClaim(of: S.kind))
  }

  private func isLate(_ time: TimeTag) -> Bool {
    guard let closed, time != .unknown, time == closed.time else { return false }
    return !isOpen || epoch.time != time
  }

  private mutating func noteLate<S: Sentence>(_ time: TimeTag, _ sentence: S) {
    late &+= 1
    // Its date is as good as ever.
    var stray = Epoch()
    sentence.join(&stray)
    if case .at(let milliseconds) = time, let day = stray.daysSince1970, stray.verdict != .none {
      _ = calendar.date(timeOfDay: milliseconds, day: day, remember: true)
    }
    switch closed?.by {
    case .cycleEnd: cycle.wasWrong()
    case .quiet: pausesWithinCycle = true
    default: break
    }
    closed?.by = .timeTag
  }

  /// Before the first time tag nobody knows which epoch a sentence without time belongs to; behind a closed epoch it
  /// begins the next one, unless it is a repetition of the sentence that closed it.
  private mutating func acceptsUntimed(_ kind: SentenceKind) -> Bool {
    if isOpen { return true }
    guard let closed else { return false }
    if closed.by == .cycleEnd, cycle.ends(with: kind) {
      late &+= 1
      cycle.wasWrong()
      return false
    }
    return true
  }

  private mutating func close(_ reason: Closing, _ emit: (Fix) -> Void) {
    let done = epoch
    epoch = Epoch()
    isOpen = false
    guard let time = done.time else { return }
    closed = (time, reason)
    cycle.closed()
    let verdict = done.verdict
    var instant: UTCInstant?
    if case .at(let milliseconds) = time {
      // A receiver without fix sends the date of its unset clock: good for this epoch, not for later ones.
      let remember = !done.hasClaim || verdict != .none
      instant = calendar.date(timeOfDay: milliseconds, day: done.daysSince1970, remember: remember)
    }
    guard done.hasClaim else { return }
    let fix = done.fix(at: instant)
    if done.isOnOtherDatum { otherDatum &+= 1 }
    epochs &+= 1
    if fix.coordinate != nil { fixes &+= 1 }
    emit(fix)
  }
}
