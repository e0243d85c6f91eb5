public import Delivery
public import EventLoop
import GNSS
public import HAL
import Sampling

/// Runs the pipeline live: fixes from a source on the loop, samples to the queue on the disk's thread, batches to the
/// server on the network's thread.
///
/// Everything it decides is decided by `Pipeline` and `UploadMachine`; this actor only performs. It runs on the loop, so
/// a handler enters it without a hop. The disk's jobs run in the order they are submitted, which is what makes the count
/// of waiting points right: a batch is let go before the next one is read.
public actor Tracker {
  /// The store as the disk's thread sees it.
  public typealias Store = any LocationQueue & StateStore
  /// Runs work on the network's thread.
  public typealias Network = @Sendable (_ work: @escaping @Sendable (any Sink) -> Void) -> Void

  private let executor: LoopExecutor
  private let loop: EventLoop
  private let disk: Worker<Store>
  private let network: Network
  private let settings: TrackerSettings
  private let report: @Sendable (TrackerEvent) -> Void

  var pipeline: Pipeline
  /// The newest epoch.
  private(set) var latest: (fix: Fix, at: BootInstant)?
  private var machine: UploadMachine
  private var source: (any FixSource)?
  private var deviceID = ""
  private var waiting = 0
  /// Kept and not yet stored; drops the oldest past its bound, which only a failing disk reaches.
  private var unstored: [Sample] = []
  private let unstoredMost = 3600
  private var isStoring = false
  private var storeFailure: String?
  private var uploadTimer: TimerID?
  private var stopReason: StopReason?
  private var isFinished = false

  private let storeRetryNanoseconds: Int64 = 10_000_000_000
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
    pipeline = Pipeline(settings.locationConfig, notBefore: settings.notBefore)
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
  public func start(_ make: @escaping @Sendable (EventLoop) -> (any FixSource)?) {
    let seed = settings.seed
    disk.submit { [self] store in
      let remembered = Result { try Remembered(from: store, seed: seed) }
      onLoop { $0.begin(remembered, make) }
    }
  }

  private func begin(_ remembered: Result<Remembered, any Error>, _ make: (EventLoop) -> (any FixSource)?) {
    guard stopReason == nil else { return }
    do {
      let remembered = try remembered.get()
      let needsBind = try settings.binding.needsBind(remembered: remembered.binding, waiting: remembered.waiting)
      deviceID = remembered.deviceID
      waiting = remembered.waiting
      machine = UploadMachine(
        settings.dataTrackingConfig, isBound: !needsBind, now: now, seed: settings.seed)
    } catch let refusal as BindingRefusal {
      return stop(.bindingRefused(refusal))
    } catch {
      return stop(.error("\(error)"))
    }
    report(.started(assetID: settings.binding.assetID, waiting: waiting))
    source = make(loop)
    source?.start { [unowned self] event in self.assumeIsolated { $0.take(event) } }
    proceed()
  }

  // MARK: Fixes

  private func take(_ event: SourceEvent) {
    switch event {
    case .connected:
      report(.sourceConnected)
    case .fix(let fix):
      latest = (fix, now)
      pipeline.receive(fix)
    case .drained:
      decide()
    case .lost(let error):
      decide()
      pipeline.gap()
      report(.sourceLost(error))
    case .ended:
      stop(.byUser)
    }
  }

  private func decide() {
    let samples = pipeline.decide(now: now)
    guard !samples.isEmpty else { return }
    for sample in samples { report(.kept(sample)) }
    unstored += samples
    store()
  }

  private func store() {
    if unstored.count > unstoredMost {
      report(.overflowed(points: unstored.count - unstoredMost))
      unstored.removeFirst(unstored.count - unstoredMost)
    }
    guard !isStoring, !unstored.isEmpty else { return }
    isStoring = true
    let samples = unstored
    unstored = []
    disk.submit { [self] store in
      let pushedOut = Result { try store.append(samples) }
      onLoop { $0.stored(samples, pushedOut) }
    }
  }

  private func stored(_ samples: [Sample], _ pushedOut: Result<Int, any Error>) {
    isStoring = false
    switch pushedOut {
    case .success(let lost):
      storeFailure = nil
      waiting += samples.count - lost
      if lost > 0 { report(.overflowed(points: lost)) }
      store()
    case .failure(let error):
      unstored = samples + unstored
      let reason = "\(error)"
      if storeFailure != reason { report(.storeFailed(reason: reason)) }
      storeFailure = reason
      loop.timer(after: storeRetryNanoseconds) { [self] in assumeIsolated { $0.store() } }
    }
    proceed()
  }

  // MARK: Uploads

  /// Performs what the machine asks for now; called after everything that may change its mind.
  private func proceed() {
    if let uploadTimer { loop.cancel(uploadTimer) }
    uploadTimer = nil
    guard !isFinished else { return }
    if stopReason != nil, machine.isFlushed(waiting: waiting), !isStoring { return finish() }
    switch machine.next(waiting: waiting, now: now) {
    case .rest:
      break
    case .wait(let until):
      uploadTimer = loop.timer(after: until.nanoseconds &- loop.now) { [self] in
        assumeIsolated { $0.proceed() }
      }
    case .bind:
      bind()
    case .send(let limit):
      send(limit)
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
    if case .accepted = outcome {
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
  private func send(_ limit: Int) {
    let (assetID, deviceID, network) = (settings.binding.assetID, deviceID, network)
    disk.submit { [self] store in
      do {
        let samples = try store.oldest(limit)
        guard !samples.isEmpty else { return onLoop { $0.unsent("the queue is empty", waiting: 0) } }
        let batch = Batch(assetID: assetID, deviceID: deviceID, samples: samples)
        network { sink in
          let outcome = sink.deliver(batch)
          self.onLoop { $0.sent(batch, outcome) }
        }
      } catch {
        let reason = "\(error)"
        onLoop { $0.unsent(reason, waiting: nil) }
      }
    }
  }

  private func unsent(_ reason: String, waiting found: Int?) {
    if let found { waiting = found }
    machine.queueFailed(reason, now: now)
    uploadChanged()
  }

  private func sent(_ batch: Batch, _ outcome: Outcome) {
    switch machine.sendEnded(outcome, points: batch.samples.count, now: now) {
    case .keep:
      break
    case .settle(let state, let tries, let answer):
      waiting -= batch.samples.count
      if state == .sent {
        report(.uploaded(points: batch.samples.count, waiting: waiting, answer: answer))
      } else {
        report(.refused(points: batch.samples.count, reason: answer))
      }
      if let entry = UploadLogEntry(batch, state, tries: tries, answer: answer) {
        settle(entry)
        report(.logged(entry))
      }
    }
    uploadChanged()
  }

  private func settle(_ entry: UploadLogEntry) {
    disk.submit { [self] store in
      do {
        // The full queue may have lost some of them meanwhile, which `waiting` has been told already.
        let missing = entry.points - (try store.settle(entry))
        if missing > 0 { onLoop { $0.waiting += missing } }
      } catch {
        // The points are still there, and will be sent a second time under the same name.
        let (reason, count) = ("\(error)", try? store.count())
        onLoop { $0.unsent(reason, waiting: count) }
      }
    }
  }

  private func uploadChanged() {
    switch machine.state {
    case .backingOff(_, let reason), .denied(_, let reason): report(.uploadFailed(reason: reason))
    case .assetTaken: return stop(.assetTaken)
    case .ready, .inFlight: break
    }
    proceed()
  }

  // MARK: Stop

  /// Stops the source, sends what can be sent within 4 s, and reports `stopped` as the last thing it does. What could not
  /// be sent stays for the next start.
  public func stop(_ reason: StopReason) {
    guard stopReason == nil else { return }
    stopReason = reason
    source?.stop()
    source = nil
    decide()
    machine.flush()
    loop.timer(after: flushNanoseconds) { [self] in assumeIsolated { $0.finish() } }
    proceed()
  }

  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    if let uploadTimer { loop.cancel(uploadTimer) }
    if let stopReason { report(.stopped(stopReason, waiting: waiting)) }
  }
}
