import EventLoop
import HAL

/// Performs what `ReceiverTalk` decides, for one source: writes to its stream and keeps the timer.
///
/// The source tells it when the stream is opened, understood and closed. Everything happens on the loop's thread.
final class ReceiverDriver: ReceiverControl {
  private let loop: EventLoop
  private let name: String
  private let complain: (DeviceError) -> Void
  private var talk: ReceiverTalk
  private var stream: (any ByteStream)?
  private var timer: TimerID?
  private var done: (() -> Void)?
  private var hasComplained = false

  /// - Parameters:
  ///   - name: what the device is called in sentences for the user.
  ///   - complain: told once when the receiver cannot be told anything, and again only after it could.
  init(_ loop: EventLoop, _ family: ReceiverFamily, name: String, complain: @escaping (DeviceError) -> Void) {
    self.loop = loop
    self.name = name
    self.complain = complain
    talk = ReceiverTalk(family)
  }

  func bring(to state: ReceiverState, _ done: @escaping () -> Void) {
    self.done = done
    perform(talk.want(state))
  }

  func opened(_ stream: any ByteStream, isSpeedKnown: Bool) {
    cancelTimer()
    self.stream = stream
    perform(talk.opened(isSpeedKnown: isSpeedKnown))
  }

  func speedFound() { perform(talk.speedFound()) }

  /// The stream is closed, or could not be opened: whoever waits need not.
  func closed() {
    cancelTimer()
    stream = nil
    talk.closed()
    answer()
  }

  private func perform(_ first: ReceiverTalk.Step) {
    var step = first
    var reason = "it took nothing for 2 s"
    while case .write(let bytes) = step {
      do {
        step = talk.wrote(try bytes.withUnsafeBytes { try stream?.write($0) ?? 0 })
      } catch {
        reason = "\(error)"
        step = talk.failed()
      }
    }
    switch step {
    case .rest, .write: break
    case .wait(let milliseconds):
      timer = loop.timer(after: Int64(milliseconds) * 1_000_000) { [self] in
        timer = nil
        perform(talk.passed())
      }
    case .done:
      hasComplained = false
      answer()
    case .failed:
      failed(reason)
      answer()
    }
  }

  private func cancelTimer() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func failed(_ reason: String) {
    guard !hasComplained else { return }
    hasComplained = true
    complain(
      DeviceError(
        .unusable,
        "the receiver at \(name) cannot be told anything (\(reason)); it is read as it is: "
          + "check the wire to its RX pin, or leave receiver.control out"))
  }

  /// Who waited may ask for the next state, or stop the source, at once.
  private func answer() {
    let done = done
    self.done = nil
    done?()
  }
}
