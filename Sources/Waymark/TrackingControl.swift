import Delivery
public import EventLoop
import GNSS
public import Tracking

/// Performs what the SDK is asked for: the one path behind the calls with closures, the `async` ones, and the local API.
///
/// What may be done is decided by `AssetRules`; what is remembered is on the disk before a call succeeds. It runs on the
/// board's loop, like the tracker that it starts and stops.
public actor TrackingControl {
  let board: TrackingEnvironment
  /// The board's loop, for those who live on it too.
  public nonisolated let executor: LoopExecutor
  var memory: SessionMemory
  var rules: AssetRules
  var notifications = NotificationRules()
  private(set) var record = RunRecord()
  private var access: ServerAccess?
  private var keyHeader: String?
  private(set) var tracker: Tracker?
  private var isStopping = false
  private var isShuttingDown = false
  /// Those who wait for the end of a stop.
  private var stopWaiters: [CheckedContinuation<Void, Never>] = []
  private var turnstile = Turnstile()
  private var lastSnapshot: TrackerSnapshot?
  private var publish: @Sendable (TrackingSnapshot, TrackingUpdate?) -> Void = { _, _ in }

  /// The loop's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The control of a board, with what the board remembers. Nothing is started yet.
  public init(_ board: TrackingEnvironment, memory: SessionMemory) {
    self.board = board
    executor = board.executor
    self.memory = memory
    rules = AssetRules(server: board.server)
    rules.configuredAsset = board.configuredAsset
    rules.binding = memory.binding
    rules.isTaken = memory.stopReason == .assetTaken
    notifications.config = memory.notificationConfig
    rules.activeTrip = memory.activeTrip
    if let asset = board.configuredAsset, memory.binding?.assetID != asset {
      // The tracker itself checks this against what waits, and tells the server before the first upload.
      rules.binding = Binding(assetID: asset, server: board.server)
      rules.isTaken = false
    }
  }

  var now: BootInstant { BootInstant(nanoseconds: board.executor.loop.now) }
  var isRunning: Bool { tracker != nil && !isStopping }

  // MARK: Performing

  /// Tells receivers from now on.
  func attach(_ publish: @escaping @Sendable (TrackingSnapshot, TrackingUpdate?) -> Void) {
    self.publish = publish
    changed()
  }

  /// Something that is answered at once has changed; receivers may be told something besides.
  func changed(_ update: TrackingUpdate? = nil) { publish(snapshot, update) }

  /// What is answered at once.
  var snapshot: TrackingSnapshot {
    TrackingSnapshot(
      assetID: rules.binding?.assetID ?? "", isRunning: isRunning,
      locationConfig: memory.locationConfig ?? board.locationConfig,
      dataTrackingConfig: memory.upload?.inserted(into: board.dataTrackingConfig) ?? board.dataTrackingConfig,
      notificationConfig: memory.notificationConfig, activeTrip: rules.activeTrip, userID: memory.userID)
  }

  /// How the tracker stands, or stood last.
  var trackerSnapshot: TrackerSnapshot? { tracker?.assumeIsolated { $0.snapshot } ?? lastSnapshot }

  /// Does `work` soon, on the loop; from any thread.
  nonisolated func spawn(_ work: @escaping @Sendable (isolated TrackingControl) async -> Void) {
    board.executor.loop.execute { self.assumeIsolated { $0.begin(work) } }
  }

  private func begin(_ work: @escaping @Sendable (isolated TrackingControl) async -> Void) {
    Task(executorPreference: executor) { await work(self) }
  }

  /// What `work` gives on the disk's thread.
  func onDisk<Value: Sendable>(_ work: @escaping @Sendable (Tracker.Store) throws -> Value) async throws -> Value {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        board.disk.submit { store in continuation.resume(with: Result { try work(store) }) }
      }
    } catch {
      throw AssetTrackingApiException(error)
    }
  }

  /// What `work` gives on the network's thread.
  func onServer<Value: Sendable>(
    _ work: @escaping @Sendable (any AssetService) throws -> Value
  ) async throws -> Value {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        board.network.submit { link in continuation.resume(with: Result { try work(try link.assets()) }) }
      }
    } catch {
      throw AssetTrackingApiException(error)
    }
  }

  /// Runs `work` while no other such work runs and no stop is under way: what changes the binding, or starts.
  func inTurn<Value: Sendable>(_ work: (isolated TrackingControl) async throws -> Value) async throws -> Value {
    if !turnstile.enter() { await withCheckedContinuation { turnstile.wait($0) } }
    defer { turnstile.leave() }
    await stopEnded()
    return try await work(self)
  }

  private func stopEnded() async {
    if isStopping { await withCheckedContinuation { stopWaiters.append($0) } }
  }

  // MARK: Access

  /// The same from any thread, in its turn.
  nonisolated func initializeSoon(apiKey: String) {
    board.executor.loop.execute {
      self.assumeIsolated { control in
        do { try control.initialize(apiKey: apiKey) } catch { control.changed(.failure(error)) }
      }
    }
  }

  /// Asks the server with that key from now on, and resumes tracking that was on when the board went off.
  public func initialize(apiKey: String) throws {
    guard !trimmed(apiKey).isEmpty else { throw AssetTrackingApiException(.notInitialized, "the API key is empty") }
    access = ServerAccess(apiKey: apiKey, keyHeader: keyHeader, userID: memory.userID)
    rules.hasKey = true
    useAccess()
    if memory.isTracking ?? (board.configuredAsset != nil), let binding = try? rules.start() { launch(binding) }
  }

  /// Sends the key as the value of that header field; nil sends it in the query.
  public func setKeyHeader(_ name: String?) {
    keyHeader = name
    access?.keyHeader = name
    useAccess()
  }

  /// Names who uses the board, as a part of the user agent; nil forgets it.
  public func setUserID(_ id: String?) async throws {
    try await onDisk { try $0.set(.userID, to: id) }
    memory.userID = id
    access?.userID = id
    useAccess()
    changed()
  }

  private func useAccess() {
    guard let access else { return }
    board.network.submit { [self] link in
      do { try link.use(access) } catch {
        let failure = AssetTrackingApiException(.invalidArgument, "\(error)")
        board.executor.loop.execute { self.assumeIsolated { $0.changed(.failure(failure)) } }
      }
    }
  }

  // MARK: Start and stop

  /// Turns tracking on, for good: it resumes after a restart.
  public func startTracking() async throws {
    try await inTurn { control in
      guard control.tracker == nil else { return }
      let binding = try control.rules.start()
      try await control.onDisk { try $0.set(.tracking, to: "on") }
      control.memory.isTracking = true
      control.memory.stopReason = nil
      control.launch(binding)
    }
  }

  private func launch(_ binding: Binding) {
    guard tracker == nil, !isShuttingDown else { return }
    var settings = TrackerSettings(
      binding: binding, locationConfig: snapshot.locationConfig, dataTrackingConfig: snapshot.dataTrackingConfig,
      seed: board.seed)
    settings.notBefore = board.notBefore
    settings.battery = board.battery
    let network = board.network
    let tracker = Tracker(
      on: executor, settings: settings, disk: board.disk, network: { work in network.submit { work($0) } },
      report: { event in self.assumeIsolated { $0.take(event) } })
    self.tracker = tracker
    rules.isRunning = true
    record.begin()
    changed()
    let source = board.source
    tracker.assumeIsolated { $0.start(source) }
  }

  /// Turns tracking off, for good, and waits until what could be sent was sent; the rest stays for the next start.
  public func stopTracking() async throws {
    guard let tracker else { return }
    if !isStopping {
      try await onDisk { store in
        try store.set(.tracking, to: "off")
        try store.set(.stopReason, to: TrackingDisableType.byUser.rawValue)
      }
      memory.isTracking = false
      memory.stopReason = .byUser
      begin(stopping: tracker)
    }
    await stopEnded()
  }

  private func begin(stopping tracker: Tracker) {
    isStopping = true
    changed()
    tracker.assumeIsolated { $0.stop(.byUser) }
  }

  /// The board goes off: what could be sent was sent when this returns. Whether tracking is on stays as it was, for the
  /// next start.
  public func shutDown() async {
    isShuttingDown = true
    guard let tracker else { return }
    if !isStopping { begin(stopping: tracker) }
    await stopEnded()
  }

  /// The same from any thread, and the end of the board after it: the store is closed behind all that was submitted, then
  /// the loop ends.
  public nonisolated func end(closing disk: Worker<Tracker.Store>, stopping loop: EventLoop) {
    spawn { control in
      await control.shutDown()
      disk.finish { loop.stop() }
    }
  }

  /// The network is there again.
  public func linkCameUp() { tracker?.assumeIsolated { $0.linkCameUp() } }

  // MARK: Events

  private func take(_ event: TrackerEvent) {
    for update in record.take(event, now: now) { changed(update) }
    board.report(event)
    switch event {
    case .started(let assetID, _): notify(notifications.started(assetID: assetID))
    case .kept(let sample):
      if let percent = sample.batteryPercent { notify(notifications.battery(percent: Int(percent))) }
    case .stopped(let reason, _): ended(reason)
    default: break
    }
  }

  func notify(_ notification: TrackingNotification?) {
    if let notification { changed(.notification(notification)) }
  }

  private func ended(_ reason: StopReason) {
    lastSnapshot = trackerSnapshot
    tracker = nil
    isStopping = false
    rules.isRunning = false
    let type: TrackingDisableType
    switch reason {
    case .byUser: type = .byUser
    case .assetTaken:
      type = .assetTaken
      taken()
    case .bindingRefused(let refusal):
      type = .error
      changed(.failure(AssetTrackingApiException(.unUploadedLocationData, refusal.description)))
    case .error(let reason):
      type = .error
      changed(.failure(AssetTrackingApiException(.storeFailed, reason)))
    }
    let assetID = rules.binding?.assetID ?? ""
    changed(.stopped(assetID: assetID, type))
    notify(notifications.stopped(assetID: assetID, type))
    let waiters = stopWaiters
    stopWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Another device has the asset. The disk does its jobs in order, so whatever is asked next finds this done.
  private func taken() {
    rules.isTaken = true
    memory.isTracking = false
    memory.stopReason = .assetTaken
    let clears = snapshot.dataTrackingConfig.shouldClearLocalDataWhenCollision
    board.disk.submit { [self] store in
      do {
        if clears { _ = try store.removeAll() }
        try store.set(.tracking, to: "off")
        try store.set(.stopReason, to: TrackingDisableType.assetTaken.rawValue)
      } catch {
        let failure = AssetTrackingApiException(.storeFailed, "\(error)")
        board.executor.loop.execute { self.assumeIsolated { $0.changed(.failure(failure)) } }
      }
    }
  }
}

/// Lets one in at a time, the others in the order they came.
private struct Turnstile {
  private var isOccupied = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Whether the caller is in; else it must wait.
  mutating func enter() -> Bool {
    defer { isOccupied = true }
    return !isOccupied
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  mutating func leave() {
    if waiting.isEmpty { isOccupied = false } else { waiting.removeFirst().resume() }
  }
}
