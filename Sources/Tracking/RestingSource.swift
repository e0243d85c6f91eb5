import EventLoop
import GNSS
import HAL
import Sampling

/// A source that in passive mode is closed between samples, as `ReceiverDuty` decides: nothing wakes the board meanwhile, and gpsd lets a
/// receiver rest that nobody watches.
final class RestingSource: FixSource {
  private let source: any FixSource
  private let loop: EventLoop
  private var duty: ReceiverDuty
  private var accuracyMetres: Double
  private var receive: ((SourceEvent) -> Void)?
  private var epoch: Fix?
  private var wakeTimer: TimerID?
  /// Opening it again after a rest is no news.
  private var hasConnected = false

  init(_ source: any FixSource, on loop: EventLoop, config: LocationConfig) {
    self.source = source
    self.loop = loop
    accuracyMetres = config.accuracyMetres
    duty = Self.duty(config, loop)
  }

  private static func duty(_ config: LocationConfig, _ loop: EventLoop) -> ReceiverDuty {
    ReceiverDuty(mode: config.mode, sampleSeconds: config.leastTimeSeconds, now: BootInstant(nanoseconds: loop.now))
  }

  /// Rests by the thresholds of another mode from now on; wakes a source that sleeps by those of the old one.
  func use(_ config: LocationConfig) {
    accuracyMetres = config.accuracyMetres
    duty = Self.duty(config, loop)
    guard let sleeping = wakeTimer else { return }
    loop.cancel(sleeping)
    wakeTimer = nil
    source.start { [unowned self] in pass($0) }
  }

  func start(_ receive: @escaping (SourceEvent) -> Void) {
    self.receive = receive
    source.start { [unowned self] in pass($0) }
  }

  func stop() {
    if let wakeTimer { loop.cancel(wakeTimer) }
    wakeTimer = nil
    receive = nil
    source.stop()
  }

  /// All that came has been decided about. `isUndecided`: the next fixes are wanted soon.
  func decided(isUndecided: Bool) {
    guard let epoch else { return }
    self.epoch = nil
    perform(
      duty.take(
        satellites: epoch.satellitesUsed ?? 0, isGood: isGood(epoch), isUndecided: isUndecided,
        now: BootInstant(nanoseconds: loop.now)))
  }

  private func isGood(_ epoch: Fix) -> Bool {
    let error = Double(epoch.horizontalErrorMillimetres ?? 0) / 1000
    return epoch.coordinate != nil && epoch.time != nil && !epoch.flags.contains(.estimated) && error <= accuracyMetres
  }

  private func pass(_ event: SourceEvent) {
    switch event {
    case .fix(let fix): epoch = fix
    case .connected:
      guard !hasConnected else { return }
      hasConnected = true
    case .lost: hasConnected = false
    case .drained, .ended: break
    }
    receive?(event)
  }

  private func perform(_ order: ReceiverDuty.Order?) {
    guard case .sleep(let seconds)? = order, receive != nil else { return }
    source.stop()
    wakeTimer = loop.timer(after: Int64(seconds * 1e9)) { [unowned self] in
      wakeTimer = nil
      _ = duty.next(now: BootInstant(nanoseconds: loop.now))
      source.start { [unowned self] in pass($0) }
    }
  }
}
