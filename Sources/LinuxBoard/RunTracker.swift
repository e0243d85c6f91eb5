import Delivery
import Devices
import EventLoop
import GNSS
import Glibc
import HTTPClient
import Sinks
import Store
import Synchronization
public import Tracking

/// Runs the tracker that a configuration describes, in the foreground, until SIGTERM, SIGINT or a reason of its own ends
/// it. This is where every adapter is chosen.
///
/// - Parameter report: called on the loop's thread, which is the caller's.
/// - Returns: why it stopped.
/// - Throws: a `CustomStringConvertible` error when the queue's file, the server's address or the process's limits do not
///   allow a start.
public func runTracker(
  _ configuration: Configuration, userAgent: String, report: @escaping @Sendable (TrackerEvent) -> Void
) throws -> StopReason {
  // Whoever reads the log may go away; the tracker stays.
  signal(SIGPIPE, SIG_IGN)
  let loop = try EventLoop()
  let wanted = Mutex<(@Sendable () -> Void)?>(nil)
  try loop.onSignal { _ in wanted.withLock { $0 }?() }

  let server = try NextBillionServer(base: configuration.serverURL, key: configuration.serverKey)
  let (path, capacity) = (configuration.storePath, configuration.dataTrackingConfig.capacity)
  let disk = try Worker<Tracker.Store> {
    try SQLiteStore(path: path, capacity: capacity) { notice in
      let sentence = notice.description
      loop.execute { report(.storeNotice(sentence)) }
    }
  }
  let notBefore = configuration.notBefore
  let network = try Worker<any Sink> {
    NextBillionSink(server, client: try HTTPClient(userAgent: userAgent), notBefore: notBefore)
  }

  let reason = Mutex<StopReason>(.byUser)
  let display = StatusDisplay(path: configuration.led) { sentence in loop.execute { report(.storeNotice(sentence)) } }
  var settings = TrackerSettings(
    binding: Binding(assetID: configuration.assetID, server: server.base),
    locationConfig: configuration.locationConfig, dataTrackingConfig: configuration.dataTrackingConfig,
    notBefore: configuration.notBefore, seed: UInt64.random(in: 0 ... .max))
  settings.battery = configuration.battery.map { FileBattery(path: $0) } ?? SystemBattery.first()
  let tracker = Tracker(on: LoopExecutor(loop), settings: settings, disk: disk, network: network) { event in
    if case .stopped(let why, _) = event { reason.withLock { $0 = why } }
    display.take(event)
    report(event)
  }
  wanted.withLock { $0 = { tracker.assumeIsolated { $0.stop(.byUser) } } }
  let links = try LinkMonitor(on: loop) { tracker.assumeIsolated { $0.linkCameUp() } }
  defer { links.stop() }
  let source = configuration.source
  let memory = try SavedBaud.memory(for: source, on: disk)
  loop.execute {
    tracker.assumeIsolated {
      $0.start { loop in source.liveSource(on: loop, decoder: DecoderOptions(), memory: memory) }
    }
  }
  try loop.run()
  return reason.withLock { $0 }
}
