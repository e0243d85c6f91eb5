import CLinux
public import EventLoop
import Glibc
public import HAL

/// A receiver on a pseudo-terminal that sends what a capture holds.
///
/// It goes on sending as a receiver does, whether someone listens or not. What is sent while nobody has the port open
/// is lost, and so is what a reader leaves until the kernel's buffer is full; both are counted.
public final class Simulator {
  /// How a capture is played.
  public struct Options: Sendable {
    /// How fast.
    public var pace: CapturePacer.Pace = .recorded(speed: 1)
    /// Whether it starts anew at its end.
    public var isLooping = false
    /// Whether it starts when the port is first opened, so that the reader gets all of it.
    public var waitsForReader = false

    /// In real time, once, at once.
    public init() {}
  }

  /// What has been sent.
  public struct Statistics: Hashable, Sendable {
    /// Epochs played.
    public var epochs = 0
    /// Bytes that a reader could get.
    public var sentBytes = 0
    /// Bytes that nobody was there to get.
    public var lostBytes = 0
  }

  /// How long a reader may take to fetch the last epoch before the port is closed: closing throws away what waits.
  private static let patience: Int64 = 2_000_000_000
  private static let glance: Int64 = 20_000_000

  private let loop: EventLoop
  private let path: String
  private let options: Options
  private let terminal: SimulatedPort
  private let link: DeviceLink
  private let readers: ReaderCount
  private var lines: CaptureLines
  private var pacer: CapturePacer
  private var epoch: [UInt8] = []
  private var due: Int64 = 0
  private var counters = Statistics()
  private var timer: TimerID?
  private var ended: ((DeviceError?) -> Void)?

  /// Makes the port and its link; nothing is sent before `start`.
  ///
  /// - Throws: a sentence when the capture cannot be read or the port or the link not made.
  public init(_ loop: EventLoop, capture path: String, link: String, _ options: Options) throws(DeviceError) {
    self.loop = loop
    self.path = path
    self.options = options
    lines = try CaptureLines(path: path)
    pacer = CapturePacer(options.pace)
    do throws(SystemError) {
      terminal = try SimulatedPort()
      readers = try ReaderCount(terminal.name)
    } catch {
      throw DeviceError(.unusable, "no pseudo-terminal can be made: \(error)")
    }
    self.link = try DeviceLink(link, to: terminal.name)
  }

  /// What has been sent so far.
  public var statistics: Statistics {
    var counters = counters
    counters.epochs = pacer.epochs
    return counters
  }

  /// Begins to play; calls `ended` on the loop's thread when the capture is over, or cannot be read on. The link is
  /// gone then.
  public func start(_ ended: @escaping (DeviceError?) -> Void) {
    self.ended = ended
    due = loop.now
    do throws(SystemError) {
      try loop.watch(terminal.master, for: .readable) { [self] _ in terminal.discardRequests() }
      try readers.watch(on: loop) { [self] in readersChanged() }
    } catch {
      return end(DeviceError(.unusable, "the pseudo-terminal cannot be watched: \(error)"))
    }
    if !options.waitsForReader { schedule(after: 0) }
  }

  /// Stops playing and removes the link; `ended` is not called.
  public func stop() {
    ended = nil
    end(nil)
  }

  private func readersChanged() {
    guard options.waitsForReader, readers.count > 0, timer == nil, pacer.epochs == 0 else { return }
    due = loop.now
    schedule(after: 0)
  }

  /// Each pause counts from when the one before was to end, so that delays do not add up.
  private func schedule(after pause: Int64) {
    due &+= pause
    timer = loop.timer(after: due &- loop.now) { [self] in
      do throws(DeviceError) {
        try play()
      } catch {
        end(error)
      }
    }
  }

  /// Sends the epoch whose time has come, and waits for the next.
  private func play() throws(DeviceError) {
    while let line = try lines.next() {
      let pause = pacer.pause(before: line)
      if pause > 0 {
        send()
        epoch.append(contentsOf: line)
        return schedule(after: pause)
      }
      epoch.append(contentsOf: line)
    }
    send()
    if options.isLooping {
      lines = try CaptureLines(path: path)
      schedule(after: pacer.restart())
    } else {
      awaitReader(until: loop.now &+ Self.patience)
    }
  }

  private func send() {
    readers.update()
    let sent = readers.count > 0 ? terminal.send(epoch) : 0
    counters.sentBytes &+= sent
    counters.lostBytes &+= epoch.count - sent
    epoch.removeAll(keepingCapacity: true)
  }

  /// Looks after a moment first: what was written a moment ago is not counted as unread yet.
  private func awaitReader(until deadline: Int64) {
    timer = loop.timer(after: Self.glance) { [self] in
      let isRead = readers.count == 0 || !terminal.hasUnreadBytes
      if isRead || loop.now > deadline { end(nil) } else { awaitReader(until: deadline) }
    }
  }

  private func end(_ error: DeviceError?) {
    if let timer { loop.cancel(timer) }
    timer = nil
    loop.forget(terminal.master)
    readers.forget(on: loop)
    link.remove()
    let ended = ended
    self.ended = nil
    ended?(error)
  }
}

/// Both ends of a pseudo-terminal. Its reader's end is held open too, raw, so that readers may come and go: without
/// that the last one to leave would hang up the line.
private final class SimulatedPort {
  let name: String
  let master: Int32
  private let slave: Int32

  init() throws(SystemError) {
    var bytes = [CChar](repeating: 0, count: 64)
    let master = waymark_pty_open(&bytes, Int32(bytes.count))
    guard master >= 0 else { throw SystemError(call: "posix_openpt", errno) }
    name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    slave = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard slave >= 0 else {
      let error = SystemError(call: "open", errno)
      _ = close(master)
      throw error
    }
    self.master = master
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(slave, TCSANOW, &settings)
  }

  deinit {
    _ = close(master)
    _ = close(slave)
  }

  var hasUnreadBytes: Bool { waymark_unread_bytes(slave) > 0 }

  /// Writes what the kernel takes; gives how many bytes that were.
  func send(_ bytes: [UInt8]) -> Int { max(0, write(master, bytes, bytes.count)) }

  /// Readers may configure their receiver; without this their writes would block once the line is full.
  func discardRequests() {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      _ = read(master, buffer.baseAddress, buffer.count)
    }
  }
}
