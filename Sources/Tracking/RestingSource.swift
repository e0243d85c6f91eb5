import EventLoop
import GNSS
import HAL
import Sampling

/// A source whose receiver works as much as the mode needs, as `ReceiverRest` decides. In passive mode it is closed
/// between samples: nothing wakes the board meanwhile, and gpsd lets a receiver rest that nobody watches.
final class RestingSource {
  private let source: any FixSource
  private let loop: EventLoop
  private var rest: ReceiverRest
  private var receive: ((SourceEvent) -> Void)?
  private var left: () -> Void = {}
  private var epoch: Fix?
  private var wakeTimer: TimerID?
  /// Opening it again after a rest is no news.
  private var hasConnected = false

  init(_ source: any FixSource, on loop: EventLoop, config: LocationConfig) {
    self.source = source
    self.loop = loop
    rest = ReceiverRest(
      config, isControlled: source.control != nil, now: BootInstant(nanoseconds: loop.now))
  }

  private var now: BootInstant { BootInstant(nanoseconds: loop.now) }

  /// Begins to read; `receive` is called on the loop's thread until `stop`.
  func start(_ receive: @escaping (SourceEvent) -> Void) {
    self.receive = receive
    source.allow(delay: rest.delay)
    perform(rest.start())
  }

  /// Rests by the thresholds of another mode from now on; wakes a source that sleeps by those of the old one.
  func use(_ config: LocationConfig) {
    let actions = rest.use(config, now: now)
    source.allow(delay: rest.delay)
    perform(actions)
  }

  /// All that came has been decided about. `isUndecided`: the next fixes are wanted soon.
  func decided(isUndecided: Bool) {
    guard let epoch else { return }
    self.epoch = nil
    perform(rest.decided(epoch, isUndecided: isUndecided, now: now))
  }

  /// No event follows. The receiver is restored, which takes three seconds at most, and the source closed; then `left`
  /// is called, at once where there is nothing to restore.
  func stop(_ left: @escaping () -> Void) {
    receive = nil
    self.left = left
    perform(rest.stop(isThere: hasConnected))
  }

  private func pass(_ event: SourceEvent) {
    switch event {
    case .fix(let fix): epoch = fix
    case .connected:
      guard !hasConnected else { return }
      hasConnected = true
    case .lost: hasConnected = false
    case .drained, .uncontrolled, .ended: break
    }
    receive?(event)
  }

  private func perform(_ actions: [ReceiverRest.Action]) {
    for action in actions {
      switch action {
      case .bring(let state): bring(to: state)
      case .open:
        cancelWake()
        source.start { [unowned self] in pass($0) }
      case .close:
        cancelWake()
        source.stop()
      case .wake(let time):
        wakeTimer = loop.timer(after: time.nanoseconds &- loop.now) { [unowned self] in
          wakeTimer = nil
          perform(rest.woke(now: now))
        }
      case .left: left()
      }
    }
  }

  private func bring(to state: ReceiverState) {
    guard let control = source.control else { return perform(rest.brought(now: now)) }
    control.bring(to: state) { [unowned self] in perform(rest.brought(now: now)) }
  }

  private func cancelWake() {
    if let wakeTimer { loop.cancel(wakeTimer) }
    wakeTimer = nil
  }
}
