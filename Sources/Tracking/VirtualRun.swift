public import Delivery
public import GNSS
public import Sampling

/// Runs the pipeline over recorded fixes on a virtual clock: the same decisions as live, without the waiting. The clock
/// follows the fixes' times; queue and server are called in between, at the virtual moment they would have been.
public struct VirtualRun: ~Copyable {
  /// What became of the points.
  public struct Result: Hashable, Sendable {
    /// From epochs to samples.
    public var pipeline = Pipeline.Counts()
    /// The way of the vehicle, without what it drifted while it stood.
    public var odometerMetres = 0.0
    /// Points that waited in the queue before.
    public var waitingBefore = 0
    /// Points sent, repeats counted.
    public var uploaded = 0
    /// Points that the server confirmed.
    public var acknowledged = 0
    /// Requests with points.
    public var requests = 0
    /// Points that the server refused for good.
    public var refused = 0
    /// Points that the full queue lost.
    public var overflowed = 0
    /// Points that still wait in the queue.
    public var waiting = 0
    /// Why points wait: the last failure; nil when none wait.
    public var failure: String?
    /// Why the disk does not take what is in memory; nil when it does.
    public var storeFailure: String?

    /// Nothing has happened yet.
    public init() {}
  }

  /// What became of the points so far.
  public private(set) var result = Result()
  /// How much time the recorded fixes span.
  public var recordedSeconds: Double { now.seconds(since: BootInstant(nanoseconds: 0)) - waitedSeconds }
  /// What the end of the run spent waiting for a failing server.
  private var waitedSeconds = 0.0
  private let settings: TrackerSettings
  private let store: any LocationQueue & StateStore
  private let sink: any Sink
  private let deviceID: String
  private var pipeline: Pipeline
  private var machine: UploadMachine
  private var commits: CommitPolicy
  private var now = BootInstant(nanoseconds: 0)
  private var lastTime: UTCInstant?

  /// A run at virtual time zero.
  ///
  /// - Throws: `BindingRefusal` when points of another asset wait in the queue, and what the store throws.
  public init(settings: TrackerSettings, store: any LocationQueue & StateStore, sink: any Sink) throws {
    let remembered = try Remembered(from: store, seed: settings.seed)
    let needsBind = try settings.binding.needsBind(remembered: remembered.binding, waiting: remembered.queue.waiting)
    self.init(settings, store, sink, remembered, isBound: !needsBind)
  }

  // Apart from the throwing one: Swift 6.0.3 cannot clean up half a non-copyable value.
  private init(
    _ settings: TrackerSettings, _ store: any LocationQueue & StateStore, _ sink: any Sink, _ remembered: Remembered,
    isBound: Bool
  ) {
    self.settings = settings
    self.store = store
    self.sink = sink
    deviceID = remembered.deviceID
    result.waitingBefore = remembered.queue.waiting
    result.waiting = remembered.queue.waiting
    pipeline = Pipeline(settings.locationConfig, notBefore: settings.notBefore, memory: remembered.sampler)
    commits = CommitPolicy(settings.dataTrackingConfig.durability)
    machine = UploadMachine(settings.dataTrackingConfig, isBound: isBound, now: now, seed: settings.seed)
  }

  /// Takes the next epoch; gives the samples that it made the sampler keep.
  public mutating func receive(_ fix: Fix) throws -> [Sample] {
    var early: [Sample] = []
    if let time = fix.time {
      if let lastTime, time > lastTime {
        early = try advance(
          to: now.adding(seconds: Double(time.millisecondsSince1970 - lastTime.millisecondsSince1970) / 1000))
      }
      lastTime = time
    }
    pipeline.receive(fix)
    let samples = pipeline.decide(now: now)
    try keep(samples)
    return early + samples
  }

  /// One capture has ended and another may begin; gives the samples that had not been decided about.
  public mutating func gap() throws -> [Sample] {
    let samples = pipeline.flush(now: now, isEnd: true)
    try keep(samples)
    lastTime = nil
    return samples
  }

  private mutating func keep(_ samples: [Sample]) throws {
    result.pipeline = pipeline.counts
    result.odometerMetres = pipeline.odometerMetres
    remember()
    guard !samples.isEmpty else { return }
    store.append(samples)
    note()
    try perform()
  }

  /// Where the sampler was may be lost with a disk that fails: the next run then begins with a first point.
  private mutating func remember(always: Bool = false) {
    guard let memory = pipeline.memoryToSave(always: always) else { return }
    do { try store.set(.sampler, to: memory.text) } catch { result.failure = "\(error)" }
  }

  /// All captures have ended: gives the samples that had not been decided about, and sends what waits. A server that
  /// fails three times in a row ends the try; the points stay.
  @discardableResult
  public mutating func finish() throws -> [Sample] {
    let samples = try gap()
    remember(always: true)
    machine.flush()
    while let deadline = try perform(), result.waiting > 0, machine.failuresInARow < 3, !isDenied {
      let later = max(now, deadline)
      waitedSeconds += later.seconds(since: now)
      now = later
    }
    try store.commit()
    return samples
  }

  private var isDenied: Bool {
    if case .denied = machine.state { true } else { false }
  }

  /// Lets the time pass; gives the samples that were due meanwhile.
  private mutating func advance(to later: BootInstant) throws -> [Sample] {
    var samples: [Sample] = []
    while true {
      let deadlines = [try perform(), pipeline.deadline].compactMap(\.self)
      guard let next = deadlines.min(), next < later else { break }
      now = max(now, next)
      let due = pipeline.decide(now: now)
      try keep(due)
      samples += due
    }
    now = later
    return samples
  }

  /// Takes over how full the queue is.
  private mutating func note() {
    let state = store.state
    result.waiting = state.waiting
    result.overflowed = state.overflowed
    commits.note(state, now: now)
  }

  /// Performs until there is something to wait for; gives until when, or nil when only an event can change anything.
  @discardableResult
  private mutating func perform() throws -> BootInstant? {
    while true {
      let commitAt = commitIfDue()
      switch machine.next(waiting: result.waiting, now: now) {
      case .rest: return commitAt
      case .wait(let until): return commitAt.map { min($0, until) } ?? until
      case .bind: try bind()
      case .send(let selection): try send(selection)
      }
    }
  }

  /// Gives when the next commit is due; nil when none is.
  private mutating func commitIfDue() -> BootInstant? {
    while true {
      switch commits.decide(isServerLost: machine.isServerLost, now: now) {
      case .rest: return nil
      case .wait(let until): return until
      case .commit: diskAnswered(Swift.Result { try store.commit() })
      }
      note()
    }
  }

  private mutating func diskAnswered(_ answer: Swift.Result<Void, any Error>) {
    switch answer {
    case .success:
      commits.committed()
      result.storeFailure = nil
    case .failure(let error):
      commits.failed(now: now)
      result.storeFailure = "\(error)"
    }
  }

  private mutating func bind() throws {
    let outcome = sink.bind(assetID: settings.binding.assetID, deviceID: deviceID)
    machine.bindEnded(outcome, now: now)
    if machine.isBound { try store.set(.boundAsset, to: settings.binding.text) }
    noteFailure()
  }

  private mutating func send(_ selection: Selection) throws {
    let samples = try store.read(selection)
    guard !samples.isEmpty else {
      machine.nothingToSend()
      return note()
    }
    let batch = Batch(assetID: settings.binding.assetID, deviceID: deviceID, samples: samples)
    let outcome = sink.deliver(batch)
    result.requests += 1
    result.uploaded += batch.samples.count
    if case .settle(let state, let tries, let answer) = machine.sendEnded(
      outcome, points: batch.samples.count, now: now),
      let entry = UploadLogEntry(batch, state, tries: tries, answer: answer)
    {
      // Whatever the disk says, the points will not be read again by this run.
      diskAnswered(Swift.Result { try store.settle(entry) })
      if state == .sent { result.acknowledged += entry.points } else { result.refused += entry.points }
    }
    note()
    noteFailure()
  }

  private mutating func noteFailure() {
    switch machine.state {
    case .ready, .inFlight: result.failure = nil
    case .backingOff(_, let reason), .denied(_, let reason): result.failure = reason
    case .assetTaken: result.failure = "the asset was bound to another device (HTTP 460)"
    }
  }
}
