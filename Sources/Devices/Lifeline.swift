import EventLoop
import HAL

/// Performs what `Reconnect` decides, for one source: keeps its timers and tells its user.
///
/// The source opens its device in `connect`, and calls `opened`, `heard` and `lost` as that goes. Everything happens on
/// the loop's thread.
final class Lifeline {
  private let loop: EventLoop
  private let reconnects: Bool
  private var reconnect: Reconnect
  private var random: any RandomNumberGenerator
  private var receive: ((SourceEvent) -> Void)?
  private var connect: (() -> Void)?
  private var giveUp: (() -> Void)?
  private var retryTimer: TimerID?
  private var silenceTimer: TimerID?

  /// - Parameter reconnects: whether a lost device is opened again; else its loss is the end, and silence is borne.
  init(_ loop: EventLoop, _ policy: Reconnect.Policy, reconnects: Bool, random: any RandomNumberGenerator) {
    self.loop = loop
    self.reconnects = reconnects
    self.random = random
    reconnect = Reconnect(policy)
  }

  /// Runs `connect` soon and after each pause, until `stop`; `giveUp` is to close a device that has been silent for
  /// too long.
  func start(
    _ receive: @escaping (SourceEvent) -> Void, connect: @escaping () -> Void, giveUp: @escaping () -> Void
  ) {
    self.receive = receive
    self.connect = connect
    self.giveUp = giveUp
    retry(after: 0)
  }

  func stop() {
    receive = nil
    connect = nil
    giveUp = nil
    cancel(&retryTimer)
    cancel(&silenceTimer)
  }

  func emit(_ event: SourceEvent) { receive?(event) }

  func opened() {
    if reconnects { watchSilence() }
    if reconnect.opened(at: loop.now) { emit(.connected) }
  }

  func heard() {
    if reconnect.heard(at: loop.now) { emit(.connected) }
  }

  func lost(_ error: DeviceError, afterSilence: Bool = false) {
    guard receive != nil else { return }
    cancel(&silenceTimer)
    let chance = Double.random(in: 0..<1, using: &random)
    let loss = reconnect.lost(error.kind, afterSilence: afterSilence, chance: chance)
    if reconnects { retry(after: loss.pause) }
    if loss.isReported { emit(.lost(error)) }
    if !reconnects {
      emit(.ended)
      stop()
    }
  }

  private func retry(after pause: Int64) {
    cancel(&retryTimer)
    retryTimer = loop.timer(after: pause) { [self] in
      retryTimer = nil
      connect?()
    }
  }

  /// One timer that looks when it fires, not one that each byte sets anew.
  private func watchSilence() {
    cancel(&silenceTimer)
    let patience = reconnect.patience(at: loop.now)
    silenceTimer = loop.timer(after: patience) { [self] in
      silenceTimer = nil
      if reconnect.patience(at: loop.now) > 0 { watchSilence() } else { giveUp?() }
    }
  }

  private func cancel(_ timer: inout TimerID?) {
    if let id = timer { loop.cancel(id) }
    timer = nil
  }
}
