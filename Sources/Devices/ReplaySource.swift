import EventLoop
import GNSS
import HAL

/// A capture that comes at the pace at which it was recorded, or a multiple of it, as a receiver would have sent it.
///
/// It ends when the capture does, unless it starts anew there.
final class ReplaySource: FixSource {
  private let loop: EventLoop
  private let playback: SourceAddress.Playback
  private var lines: CaptureLines?
  private var pacer: CapturePacer
  private var decoder: NMEADecoder
  private var fixes: [Fix] = []
  private var receive: ((SourceEvent) -> Void)?
  private var timer: TimerID?
  private var isInputReady = false
  /// The line whose time has not come.
  private var held: [UInt8] = []
  /// When it comes. Each pause counts from there, so that delays do not add up.
  private var due: Int64 = 0

  init(_ loop: EventLoop, _ playback: SourceAddress.Playback, decoder options: DecoderOptions) {
    self.loop = loop
    self.playback = playback
    pacer = CapturePacer(.recorded(speed: playback.speed))
    decoder = NMEADecoder(options)
  }

  func start(_ receive: @escaping (SourceEvent) -> Void) {
    self.receive = receive
    due = loop.now
    timer = loop.timer(after: 0) { [self] in
      do throws(DeviceError) {
        lines = try CaptureLines(path: playback.path)
        self.receive?(.connected)
        play()
      } catch {
        end(error)
      }
    }
  }

  func stop() {
    receive = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    if playback.path == nil { loop.forget(0) }
    lines = nil
  }

  /// Decodes until a line is not due yet, hands out what came of it, and waits.
  private func play() {
    timer = nil
    decode(held)
    held = []
    do throws(DeviceError) {
      while true {
        if playback.path == nil, lines?.hasLine == false, !isInputReady { return awaitInput() }
        isInputReady = false
        guard let line = try lines?.next() else { return try startAnew() }
        let pause = pacer.pause(before: line)
        if pause > 0 {
          held = Array(line)
          deliver()
          return schedule(after: pause)
        }
        decode(Array(line))
      }
    } catch {
      end(error)
    }
  }

  private func startAnew() throws(DeviceError) {
    decoder.finish { fixes.append($0) }
    deliver()
    guard receive != nil else { return }
    guard playback.isLooping else { return end(nil) }
    lines = try CaptureLines(path: playback.path)
    schedule(after: pacer.restart())
  }

  private func schedule(after pause: Int64) {
    guard receive != nil else { return }
    due &+= pause
    timer = loop.timer(after: due &- loop.now) { [self] in play() }
  }

  /// A pipe is waited for; a file, which the loop cannot wait for, is read.
  private func awaitInput() {
    deliver()
    guard receive != nil else { return }
    do throws(SystemError) {
      try loop.watch(0, for: .readable) { [self] _ in
        loop.forget(0)
        isInputReady = true
        play()
      }
    } catch {
      isInputReady = true
      timer = loop.timer(after: 0) { [self] in play() }
    }
  }

  private func decode(_ line: [UInt8]) {
    line.withUnsafeBytes { bytes in decoder.decode(bytes) { fixes.append($0) } }
  }

  /// Hands out what was decoded, after the decoder has returned: the receiver of an event may stop this source.
  private func deliver() {
    guard !fixes.isEmpty else { return }
    let ready = fixes
    fixes.removeAll(keepingCapacity: true)
    for fix in ready { receive?(.fix(fix)) }
    receive?(.drained)
  }

  private func end(_ error: DeviceError?) {
    let receive = receive
    stop()
    if let error { receive?(.lost(error)) }
    receive?(.ended)
  }
}
