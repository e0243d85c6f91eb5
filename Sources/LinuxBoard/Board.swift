import Delivery
import Devices
public import EventLoop
import GNSS
import Glibc
import HTTPClient
import Sinks
import Store
public import Tracking
public import Waymark

/// The board that a configuration describes, ready to track: the one place where every adapter is chosen.
///
/// `run` serves it on the caller's thread; a program that has better to do uses `start`, and `stop` in the end.
public final class Board: Sendable {
  /// What the SDK and the local API ask.
  public let control: TrackingControl
  /// The loop on which it all lives.
  public let loop: EventLoop
  private let disk: Worker<Tracker.Store>
  private let outcome = Outcome()

  /// Opens the store and puts the board behind `tracking`; nothing runs yet.
  ///
  /// - Parameters:
  ///   - userAgent: the program's name and version, for the server.
  ///   - tracking: what the program calls.
  ///   - endsAtSignals: whether SIGTERM and SIGINT end the board instead of the process.
  ///   - source: another receiver than the configuration's.
  ///   - report: told of what happens, on the loop's thread.
  /// - Throws: a `CustomStringConvertible` error when the store, the server's address or the process's limits do not allow
  ///   a start.
  public init(
    _ configuration: Configuration, userAgent: String, tracking: AssetTracking = .shared, endsAtSignals: Bool = false,
    source: Tracker.MakeSource? = nil,
    report: @escaping @Sendable (TrackerEvent) -> Void = { _ in }
  ) throws {
    // Whoever reads the log may go away; the tracker stays.
    signal(SIGPIPE, SIG_IGN)
    let loop = try EventLoop()
    self.loop = loop
    // Before any other thread is started: the kernel gives a signal to whichever thread does not block it.
    if endsAtSignals { try loop.onSignal { [outcome] _ in outcome.stop(.byUser) } }
    let (path, capacity) = (configuration.storePath, configuration.dataTrackingConfig.capacity)
    let disk = try Worker<Tracker.Store> {
      try SQLiteStore(path: path, capacity: capacity) { notice in
        let sentence = notice.description
        loop.execute { report(.storeNotice(sentence)) }
      }
    }
    self.disk = disk
    let address = configuration.serverURL
    let base = try NextBillionServer(base: address, key: "").base
    let notBefore = configuration.notBefore
    let network = try Worker {
      ServerLink { access in try connect(to: address, access, userAgent: userAgent, notBefore: notBefore) }
    }
    let seed = UInt64.random(in: 0 ... .max)
    let (receiver, family) = (configuration.source, configuration.drivenFamily)
    let speeds = try SavedBaud.memory(for: receiver, on: disk)
    let display = StatusDisplay(path: configuration.led) { sentence in
      loop.execute { report(.storeNotice(sentence)) }
    }
    var environment = TrackingEnvironment(
      executor: LoopExecutor(loop), disk: disk, network: network, server: base,
      locationConfig: configuration.locationConfig, seed: seed,
      source: source ?? { receiver.liveSource(on: $0, decoder: DecoderOptions(), memory: speeds, family: family) })
    environment.dataTrackingConfig = configuration.dataTrackingConfig
    environment.notBefore = notBefore
    environment.battery = configuration.battery.map { FileBattery(path: $0) } ?? SystemBattery.first()
    environment.configuredAsset = configuration.assetID
    let outcome = outcome
    environment.report = { event in
      display.take(event)
      report(event)
      if case .stopped(let reason, _) = event { outcome.trackerStopped(reason) }
    }
    let memory = try disk.call { try SessionMemory(from: $0, seed: seed) }
    control = TrackingControl(environment, memory: memory)
    let links = Links(try LinkMonitor(on: loop) { [control] in control.assumeIsolated { $0.linkCameUp() } })
    outcome.end.withLock { end in
      end = { [control, disk, loop] in
        loop.execute { links.monitor.stop() }
        control.end(closing: disk, stopping: loop)
      }
    }
    tracking.attach(to: control)
    tracking.initialize(apiKey: configuration.serverKey)
  }

  /// Serves the board on this thread until `stop`, or until it cannot go on.
  ///
  /// - Returns: why it ended.
  public func run() throws -> StopReason {
    try loop.run()
    return outcome.reason.withLock { $0 }
  }

  /// Serves the board on a thread of its own until `stop`.
  public func start() throws {
    try startThread { [loop, outcome] in
      // The loop fails by a fault of ours only; the board is dead then, and says so by its silence.
      try? loop.run()
      outcome.threadEnded()
    }
  }

  /// Sends what can be sent within 4 s, closes the store and ends the loop. Whether tracking is on is remembered.
  public func stop() { outcome.stop(.byUser) }

  /// The same, and waits until the thread of `start` has ended.
  public func stop() async {
    outcome.stop(.byUser)
    await outcome.threadEnd()
  }
}

/// How a board ends.
private final class Outcome: Sendable {
  let reason = Locked<StopReason>(.byUser)
  let end = Locked<(@Sendable () -> Void)?>(nil)
  private let thread = Locked<(hasEnded: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func threadEnded() {
    let waiting = thread.withLock { thread in
      defer { thread = (true, []) }
      return thread.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func threadEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = thread.withLock { thread in
        if !thread.hasEnded { thread.waiting.append(continuation) }
        return thread.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  func stop(_ why: StopReason) {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    guard let end else { return }
    reason.withLock { $0 = why }
    end()
  }

  /// A tracker that cannot go on ends the board, so that whoever watches it knows. A lost asset does not: it may be bound
  /// again.
  func trackerStopped(_ why: StopReason) {
    switch why {
    case .byUser, .assetTaken: break
    case .bindingRefused, .error: stop(why)
    }
  }
}

/// Carries the monitor from one of the loop's handlers to another.
private final class Links: @unchecked Sendable {
  // Safety: made before the loop runs, and stopped on it.
  let monitor: LinkMonitor
  init(_ monitor: LinkMonitor) { self.monitor = monitor }
}

/// The fronts to a NextBillion server, over one connection.
private func connect(
  to address: String, _ access: ServerAccess, userAgent: String, notBefore: UTCInstant?
) throws -> ServerLink.Server {
  let server = try NextBillionServer(base: address, key: access.apiKey, keyHeader: access.keyHeader)
  let client = try HTTPClient(userAgent: NextBillionServer.userAgent(userAgent, userID: access.userID))
  return ServerLink.Server(
    sink: NextBillionSink(server, client: client, notBefore: notBefore), assets: NextBillionAPI(server, client: client))
}
