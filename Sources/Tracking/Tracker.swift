public import Delivery
public import EventLoop
import GNSS
import HAL
public import Sampling

/// Runs the pipeline live: fixes from a source on the loop, samples to the queue on the disk's thread, batches to the
/// server on the network's thread.
///
/// Everything it decides is decided by `Pipeline` and `UploadMachine`; this actor only performs. It runs on the loop, so
/// a handler enters it without a hop. The disk's jobs run in the order they are submitted, which is what makes the count
/// of waiting points right: a batch is let go before the next one is read.
public actor Tracker {
  /// The store as the disk's thread sees it.
  public typealias Store = any LocationQueue & StateStore

  private let executor: LoopExecutor
  private let loop: EventLoop
  private let disk: Worker<Store>
  private let network: Network
  private var settings: TrackerSettings
  private let report: @Sendable (TrackerEvent) -> Void

  var pipeline: Pipeline
  /// The newest epoch.
  private(set) var latest: (fix: Fix, at: BootInstant)?
  private(set) var machine: UploadMachine
  private var source: RestingSource?
  private var deviceID = ""
  /// The queue as the last job on the disk's thread left it.
  private var queue = QueueState()
  private var commits: CommitPolicy
  private var isCommitting = false
  private var storeFailure: String?
  /// A batch is being let go on the disk: until that is done the count of waiting points is not to be believed.
  private var isSettling = false
  private var commitTimer: TimerID?
  private var uploadTimer: TimerID?
  private var samplerTimer: TimerID?
  private var stopReason: StopReason?
  private var isFinished = false
  private var battery: BatteryGauge

  private let samplerSlackNanoseconds: Int64 = 5_000_000_000
  /// What a service manager or a person waits at most after SIGTERM is 5 s, closing the queue included.
  private let flushNanoseconds: Int64 = 4_000_000_000

  /// The loop's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A tracker that is not running. `report` is called on the loop's thread.
  public init(
    on executor: LoopExecutor, settings: TrackerSettings, disk: Worker<Store>, network: @escaping Network,
    report: @escaping @Sendable (TrackerEvent) -> Void
  ) {
    self.executor = executor
    loop = executor.loop
    self.disk = disk
    self.network = network
    self.settings = settings
    self.report = report
    battery = BatteryGauge(settings.battery)
    pipeline = Pipeline(settings.locationConfig, notBefore: settings.notBefore)
    commits = CommitPolicy(settings.dataTrackingConfig.durability)
    machine = UploadMachine(
      settings.dataTrackingConfig, isBound: false, now: Self.now(executor.loop), seed: settings.seed)
  }

  private static func now(_ loop: EventLoop) -> BootInstant { BootInstant(nanoseconds: loop.now) }
  private var now: BootInstant { Self.now(loop) }

  /// Runs `work` in this actor from a handler of the loop.
  private nonisolated func onLoop(_ work: @escaping @Sendable (isolated Tracker) -> Void) {
    loop.execute { self.assumeIsolated(work) }
  }

  // MARK: Start

  /// Reads what is remembered, checks the rules of binding, and starts the source that `make` gives.
  public func start(_ make: @escaping MakeSource) {
    let seed = settings.seed
    disk.submit { [self] store in
      let remembered = Result { try Remembered(from: store, seed: seed) }
      onLoop { $0.begin(remembered, make) }
    }
  }

  private func begin(_ remembered: Result<Remembered, any Error>, _ make: MakeSource) {
    guard stopReason == nil else { return }
    do {
      let remembered = try remembered.get()
      let needsBind = try settings.binding.needsBind(remembered: remembered.binding, waiting: remembered.queue.waiting)
      pipeline = Pipeline(settings.locationConfig, notBefore: settings.notBefore, memory: remembered.sampler)
      deviceID = remembered.deviceID
      note(remembered.queue)
      machine = UploadMachine(
        settings.dataTrackingConfig, isBound: !needsBind, now: now, seed: settings.seed)
    } catch let refusal as BindingRefusal {
      return stop(.bindingRefused(refusal))
    } catch {
      return stop(.error("\(error)"))
    }
    report(.started(assetID: settings.binding.assetID, waiting: queue.waiting))
    source = make(loop).map { RestingSource($0, on: loop, config: settings.locationConfig) }
    // Handlers hold the tracker, which lives as long as its loop; Swift 6.0.3 crashes on an unowned actor here.
    source?.start { event in self.take(event) }
    proceed()
  }

  /// Keeps by other thresholds from now on.
  public func use(_ config: LocationConfig) {
    guard stopReason == nil else { return }
    settings.locationConfig = config
    keep(pipeline.use(config, now: now))
    source?.use(config)
  }

  // MARK: Fixes

  private func take(_ event: SourceEvent) {
    switch event {
    case .connected: report(.sourceConnected)
    case .fix(let fix):
      latest = (fix, now)
      pipeline.receive(fix)
    case .drained: decide()
    case .uncontrolled(let error): report(.sourceUncontrolled(error))
    case .lost(let error):
      keep(pipeline.flush(now: now, isEnd: false))
      report(.sourceLost(error))
    case .ended: stop(.byUser)
    }
  }

  private func decide() {
    keep(pipeline.decide(now: now))
    awaitDeadline()
    source?.decided(isUndecided: pipeline.isUndecided)
  }

  /// A fix may wait for later ones; when none come it must not wait for ever.
  private func awaitDeadline() {
    guard samplerTimer == nil, let deadline = pipeline.deadline else { return }
    // A little late, so that a running receiver's next fix comes first and no wake-up is spent on the timer.
    let nanoseconds = max(0, deadline.nanoseconds &- loop.now) &+ samplerSlackNanoseconds
    samplerTimer = loop.timer(after: nanoseconds) {
      self.samplerTimer = nil
      self.decide()
    }
  }

  private func keep(_ decided: [Sample]) {
    defer { remember() }
    let samples = withBattery(decided)
    guard !samples.isEmpty else { return }
    for sample in samples { report(.kept(sample)) }
    // While nothing else is under way on the disk, how the queue stands afterwards is known beforehand, and the loop need
    // not wake up to hear it.
    let isForeseen = !isCommitting && !isSettling && machine.state != .inFlight
    let foreseen = queue.with(samples.count)
    disk.submit { [self] store in
      store.append(samples)
      let state = store.state
      if !isForeseen || state != foreseen { onLoop { $0.changed(state) } }
    }
    if isForeseen { changed(foreseen) }
  }

  private func withBattery(_ samples: [Sample]) -> [Sample] {
    guard !samples.isEmpty, let percent = battery.percent(now: now) else { return samples }
    return samples.map { Sample($0.fix, mode: $0.mode, reason: $0.reason, batteryPercent: percent) ?? $0 }
  }

  private func remember() {
    guard let memory = pipeline.memoryToSave(always: stopReason != nil) else { return }
    disk.submit { [self] store in
      do { try store.set(.sampler, to: memory.text) } catch {
        let reason = "\(error)"
        onLoop { $0.report(.storeFailed(reason: reason)) }
      }
    }
  }

  private func changed(_ state: QueueState) {
    note(state)
    proceed()
  }

  /// Takes over how full the queue is.
  private func note(_ state: QueueState) {
    if state.overflowed > queue.overflowed { report(.overflowed(points: state.overflowed - queue.overflowed)) }
    queue = state
    commits.note(state, now: now)
  }

  // MARK: The disk

  private func commitIfDue() {
    if let commitTimer { loop.cancel(commitTimer) }
    commitTimer = nil
    guard !isCommitting else { return }
    switch commits.decide(isServerLost: machine.isServerLost, now: now) {
    case .rest:
      break
    case .wait(let until):
      commitTimer = loop.timer(after: until.nanoseconds &- loop.now) { self.commitIfDue() }
    case .commit:
      commit()
    }
  }

  private func commit() {
    isCommitting = true
    disk.submit { [self] store in
      let result = Result { try store.commit() }
      let state = store.state
      onLoop { $0.committed(result, state) }
    }
  }

  private func committed(_ result: Result<Void, any Error>, _ state: QueueState) {
    isCommitting = false
    diskAnswered(result)
    note(state)
    proceed()
  }

  /// Tells of a failing disk once, and once of its recovery.
  private func diskAnswered(_ result: Result<Void, any Error>) {
    switch result {
    case .success:
      commits.committed()
      if storeFailure != nil { report(.storeRecovered) }
      storeFailure = nil
    case .failure(let error):
      commits.failed(now: now)
      let reason = "\(error)"
      if storeFailure != reason { report(.storeFailed(reason: reason)) }
      storeFailure = reason
    }
  }

  // MARK: Uploads

  /// Performs what the machine asks for now; called after everything that may change its mind.
  private func proceed() {
    if let uploadTimer { loop.cancel(uploadTimer) }
    uploadTimer = nil
    commitIfDue()
    guard !isSettling, !isFinished else { return }
    if stopReason != nil, source == nil, machine.isFlushed(waiting: queue.waiting) { return finish() }
    switch machine.next(waiting: queue.waiting, now: now) {
    case .rest:
      break
    case .wait(let until):
      uploadTimer = loop.timer(after: until.nanoseconds &- loop.now) { self.proceed() }
    case .bind:
      bind()
    case .send(let selection):
      send(selection)
    }
  }

  private func bind() {
    let (assetID, deviceID) = (settings.binding.assetID, deviceID)
    network { [self] sink in
      let outcome = sink.bind(assetID: assetID, deviceID: deviceID)
      onLoop { $0.bound(outcome) }
    }
  }

  private func bound(_ outcome: Outcome) {
    machine.bindEnded(outcome, now: now)
    if machine.isBound {
      let binding = settings.binding
      disk.submit { [self] store in
        do { try store.set(.boundAsset, to: binding.text) } catch {
          let reason = "\(error)"
          onLoop { $0.report(.storeFailed(reason: reason)) }
        }
      }
    }
    uploadChanged()
  }

  /// From the disk's thread straight on to the network's: the loop sleeps meanwhile.
  private func send(_ selection: Selection) {
    let (assetID, deviceID, network) = (settings.binding.assetID, deviceID, network)
    disk.submit { [self] store in
      do {
        let samples = try store.read(selection)
        let state = store.state
        guard !samples.isEmpty else { return onLoop { $0.foundNothing(state) } }
        let batch = Batch(assetID: assetID, deviceID: deviceID, samples: samples)
        network { sink in
          let outcome = sink.deliver(batch)
          self.onLoop { $0.sent(batch, outcome) }
        }
      } catch {
        let reason = "\(error)"
        onLoop { $0.unread(reason) }
      }
    }
  }

  private func foundNothing(_ state: QueueState) {
    machine.nothingToSend()
    note(state)
    proceed()
  }

  private func unread(_ reason: String) {
    machine.queueFailed(reason, now: now)
    uploadChanged()
  }

  private func sent(_ batch: Batch, _ outcome: Outcome) {
    if case .settle(let state, let tries, let answer) = machine.sendEnded(
      outcome, points: batch.samples.count, now: now),
      let entry = UploadLogEntry(batch, state, tries: tries, answer: answer)
    {
      settle(entry)
    }
    uploadChanged()
  }

  private func settle(_ entry: UploadLogEntry) {
    isSettling = true
    disk.submit { [self] store in
      // Whatever the disk says, the points will not be read again by this process.
      let result = Result { try store.settle(entry) }
      let state = store.state
      onLoop { $0.settled(entry, result, state) }
    }
  }

  private func settled(_ entry: UploadLogEntry, _ result: Result<Void, any Error>, _ state: QueueState) {
    isSettling = false
    if case .failure = result { diskAnswered(result) }
    note(state)
    report(.logged(entry))
    switch entry.state {
    case .sent: report(.uploaded(points: entry.points, waiting: queue.waiting, answer: entry.answer))
    case .refused: report(.refused(points: entry.points, reason: entry.answer))
    }
    proceed()
  }

  private func uploadChanged() {
    switch machine.state {
    case .backingOff(_, let reason): report(.uploadFailed(reason: reason))
    case .denied(_, let reason): report(.uploadDenied(reason: reason))
    case .assetTaken: return stop(.assetTaken)
    case .ready, .inFlight: break
    }
    proceed()
  }

  /// The network is there again: what waits for a failed server goes out at once.
  public func linkCameUp() {
    guard case .backingOff = machine.state else { return }
    machine.linkCameUp(now: now)
    proceed()
  }

  // MARK: Stop

  /// Stops the source, restores its receiver, sends what can be sent within 4 s, and reports `stopped` as the last thing
  /// it does. What could not be sent stays for the next start.
  public func stop(_ reason: StopReason) {
    guard stopReason == nil else {
      // Found out by the last requests: that is what the owner must hear.
      if reason == .assetTaken { stopReason = reason }
      return proceed()
    }
    stopReason = reason
    if let samplerTimer { loop.cancel(samplerTimer) }
    keep(pipeline.flush(now: now, isEnd: true))
    // First to the disk, for the time to send it may not suffice.
    commit()
    machine.flush()
    loop.timer(after: flushNanoseconds) { self.finish() }
    guard let source else { return proceed() }
    source.stop {
      self.source = nil
      self.proceed()
    }
  }

  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    if let uploadTimer { loop.cancel(uploadTimer) }
    if let stopReason { report(.stopped(stopReason, waiting: queue.waiting)) }
  }
}
