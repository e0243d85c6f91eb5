public import Delivery
import EventLoop
public import Sampling

/// The SDK: creates and binds an asset, tracks it, and tells receivers what happens.
///
/// `shared` is what most programs use; a board stands behind it once `LinuxBoard` has started one. Every call may be made
/// from any thread. Calls with closures and calls with `async` do the same; before a board stands behind them they end
/// with `NO_BOARD`.
public final class AssetTracking: Sendable {
  /// The one that most programs use.
  public static let shared = AssetTracking()

  /// Runs work where a program wants its callbacks and handlers, in the order it is given.
  public typealias CallbackExecutor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private struct State {
    var control: TrackingControl?
    var snapshot = TrackingSnapshot()
    var apiKey: String?
    var delegate: Receiver?
    var others: [Receiver] = []
    var callbackExecutor: CallbackExecutor?
  }

  private let state = Locked(State())
  /// The tracker's own thread.
  fileprivate static let inPlace: CallbackExecutor = { $0() }

  /// One without a board.
  public init() {}

  // MARK: The board

  /// Puts a board behind these calls. Belongs to the thread that runs the board's loop, or that has made it while it
  /// does not run.
  public func attach(to control: TrackingControl) {
    let apiKey = state.withLock { state in
      state.control = control
      return state.apiKey
    }
    control.assumeIsolated { control in
      control.attach { [weak self] snapshot, update in self?.take(snapshot, update) }
    }
    if let apiKey { initialize(apiKey: apiKey) }
  }

  private func take(_ snapshot: TrackingSnapshot, _ update: TrackingUpdate?) {
    let (receivers, executor) = state.withLock { state in
      state.snapshot = snapshot
      state.others.removeAll { $0.object == nil }
      return ((state.delegate.map { [$0] } ?? []) + state.others, state.callbackExecutor)
    }
    guard let update else { return }
    for receiver in receivers { receiver.deliver(update, by: executor) }
  }

  /// What `work` gives, in its turn: calls are begun in the order in which they are made, with handlers or without.
  func ask<Value: Sendable>(
    _ work: @escaping @Sendable (isolated TrackingControl) async throws -> Value
  ) async throws -> Value {
    let control = try control()
    return try await withCheckedThrowingContinuation { continuation in
      control.spawn { control in
        do {
          continuation.resume(returning: try await work(control))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// What stands behind the calls.
  private func control() throws -> TrackingControl {
    guard let control = state.withLock({ $0.control }) else { throw AssetTrackingApiException(.noBoard) }
    return control
  }

  /// Does `work` and tells one of the handlers, by `callbackExecutor`.
  func perform<Value: Sendable>(
    _ completion: @escaping (Value) -> Void, _ failure: @escaping (AssetTrackingApiException) -> Void,
    _ work: @escaping @Sendable (isolated TrackingControl) async throws -> Value
  ) {
    let handlers = Handlers(completion: completion, failure: failure)
    let execute = state.withLock { $0.callbackExecutor } ?? AssetTracking.inPlace
    do {
      try control().spawn { control in
        do {
          let value = try await work(control)
          execute { handlers.completion(value) }
        } catch {
          let failed = AssetTrackingApiException(error)
          execute { handlers.failure(failed) }
        }
      }
    } catch {
      let failed = AssetTrackingApiException(error)
      execute { handlers.failure(failed) }
    }
  }

  /// Does `work`; a refusal goes to the receivers, for the call has no handler.
  private func perform(_ work: @escaping @Sendable (isolated TrackingControl) async throws -> Void) {
    do {
      try control().spawn { control in
        do { try await work(control) } catch { control.changed(.failure(error)) }
      }
    } catch {
      take(state.withLock { $0.snapshot }, .failure(error))
    }
  }

  private var snapshot: TrackingSnapshot { state.withLock { $0.snapshot } }

  // MARK: Set-up

  /// Names the API key, which every call that asks the server needs. May be called before a board is there.
  public func initialize(apiKey: String) {
    state.withLock { $0.apiKey = apiKey }
    try? control().initializeSoon(apiKey: apiKey)
  }

  /// Sends the key as the value of a header field of that name instead of in the query.
  public func setKeyOfHeader(_ name: String) { perform { $0.setKeyHeader(name.isEmpty ? nil : name) } }

  /// Names who uses the board; the server sees it in the user agent.
  public func setUserId(_ userId: String) { perform { try await $0.setUserID(userId.isEmpty ? nil : userId) } }

  /// Who uses the board; nil when nobody has said so.
  public func getUserId() -> String? { snapshot.userID }

  /// Where callbacks and handlers run; nil for the tracker's own thread, where they must not block. A program whose
  /// state belongs to the main actor sets `{ work in Task { @MainActor in work() } }` before anything else.
  public var callbackExecutor: CallbackExecutor? {
    get { state.withLock { $0.callbackExecutor } }
    set { state.withLock { $0.callbackExecutor = newValue } }
  }

  /// The receiver of what happens; not kept alive.
  public var delegate: (any AssetTrackingCallback)? {
    get { state.withLock { $0.delegate }?.object }
    set {
      let receiver = newValue.map { Receiver($0, executor: nil) }
      state.withLock { $0.delegate = receiver }
    }
  }

  /// Adds a further receiver, which is not kept alive.
  ///
  /// - Parameter executor: where it is called; nil for where all are.
  public func addDelegate(_ receiver: any AssetTrackingCallback, executor: CallbackExecutor? = nil) {
    let receiver = Receiver(receiver, executor: executor)
    state.withLock { $0.others.append(receiver) }
  }

  /// Removes a receiver that was added.
  public func removeDelegate(_ receiver: any AssetTrackingCallback) {
    let removed = ObjectIdentifier(receiver)
    state.withLock { $0.others.removeAll { $0.object.map(ObjectIdentifier.init) == removed } }
  }

  // MARK: Tracking

  /// The asset that is bound; empty without one.
  public func getAssetId() -> String { snapshot.assetID }

  /// Whether tracking is on.
  public func isRunning() -> Bool { snapshot.isRunning }

  /// Turns tracking on, for good: it resumes after a restart. A refusal goes to `onLocationFailure`.
  public func startTracking() { perform { try await $0.startTracking() } }

  /// Turns tracking on; returns when it is.
  ///
  /// - Throws: `AssetTrackingApiException`: `ASSET_NOT_BOUND`, `ASSET_TAKEN`, `NOT_INITIALIZED`.
  public func startTracking() async throws { try await ask { try await $0.startTracking() } }

  /// Turns tracking off, for good; what can be sent within 4 s is sent, the rest stays.
  public func stopTracking() { perform { try await $0.stopTracking() } }

  /// Turns tracking off; returns when it is.
  public func stopTracking() async throws { try await ask { try await $0.stopTracking() } }

  // MARK: Configuration

  /// The thresholds by which locations are kept.
  public func getLocationConfig() -> LocationConfig { snapshot.locationConfig }

  /// Keeps by other thresholds, at once and after a restart.
  public func setLocationConfig(config: LocationConfig) {
    state.withLock { $0.snapshot.locationConfig = config }
    perform { try await $0.setLocationConfig(config) }
  }

  /// The same; the SDK has two names for it.
  public func updateLocationConfig(config: LocationConfig) { setLocationConfig(config: config) }

  /// How locations are stored and sent.
  public func getDataTrackingConfig() -> DataTrackingConfig { snapshot.dataTrackingConfig }

  /// Stores and sends in another way from the next start of tracking on, and after a restart.
  public func setDataTrackingConfig(config: DataTrackingConfig) {
    state.withLock { $0.snapshot.dataTrackingConfig = config }
    perform { try await $0.setDataTrackingConfig(config) }
  }

  /// The same; the SDK has two names for it.
  public func updateDataTrackingConfig(config: DataTrackingConfig) { setDataTrackingConfig(config: config) }

  /// Which notifications there are.
  public func getNotificationConfig() -> NotificationConfig { snapshot.notificationConfig }

  /// Tells other notifications, at once and after a restart.
  public func setNotificationConfig(config: NotificationConfig) {
    state.withLock { $0.snapshot.notificationConfig = config }
    perform { try await $0.setNotificationConfig(config) }
  }

  /// The same; the SDK has two names for it.
  public func updateNotificationConfig(config: NotificationConfig) { setNotificationConfig(config: config) }

  /// The trip that is running; nil without one.
  public func getActiveTripId() -> String? { snapshot.activeTrip }

  /// Whether a trip is running.
  public func isTripInProgress() -> Bool { snapshot.activeTrip != nil }
}

/// A receiver that is not kept alive.
private struct Receiver: @unchecked Sendable {
  // Safety: the object is only called by an executor, one call after the other; the program chooses one that leads to
  // where its object lives, or makes the object safe for the tracker's thread.
  private(set) weak var object: (any AssetTrackingCallback)?
  private let executor: AssetTracking.CallbackExecutor?

  init(_ object: any AssetTrackingCallback, executor: AssetTracking.CallbackExecutor?) {
    self.object = object
    self.executor = executor
  }

  func deliver(_ update: TrackingUpdate, by common: AssetTracking.CallbackExecutor?) {
    let execute = executor ?? common ?? AssetTracking.inPlace
    execute { object?.receive(update) }
  }
}

/// The two handlers of a call, of which one is called once.
private struct Handlers<Value>: @unchecked Sendable {
  // Safety: they travel untouched to where the program's executor runs them, which is where it has made them.
  let completion: (Value) -> Void
  let failure: (AssetTrackingApiException) -> Void
}
