public import EventLoop
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
    /// The receiver's speed: a reader whose port is set to another gets noise. With nil any will do.
    public var baud: Int?
    /// Whether bytes come no faster than `baud` (9600 when that is nil) lets them.
    public var isBaudPaced = false
    /// What goes wrong.
    public var faults = FaultPlan()

    /// In real time, once, at once, without faults.
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
    /// Commands that the receiver obeyed.
    public var commands = 0
  }

  /// How long a reader may take to fetch the last epoch before the port is closed: closing throws away what waits.
  private static let patience: Int64 = 2_000_000_000
  private static let glance: Int64 = 20_000_000
  /// What a receiver hears while it wakes is lost.
  private static let waking: Int64 = 400_000_000

  private let loop: EventLoop
  private let path: String
  private let link: String
  private let options: Options
  private var port: SimulatedPort?
  /// What will be plugged in; made before the old one goes, so that it has another name.
  private var spare: SimulatedPort?
  private(set) var model: ReceiverModel
  private var hearsFrom: Int64 = 0
  private var lines: CaptureLines
  private var pacer: CapturePacer
  private var interval = EpochInterval()
  private var faults: LineFaults
  private var noise: SeededRandom
  private var line: SimulatedLine?
  private var epoch: [[UInt8]] = []
  private var isEpochSent = true
  private var start: Int64 = 0
  private var due: Int64 = 0
  private var counters = Statistics()
  private var timer: TimerID?
  private var lineTimer: TimerID?
  private var plugTimer: TimerID?
  private var wakeTimer: TimerID?
  private var plugged: (String?) -> Void = { _ in }
  private var told: (String) -> Void = { _ in }
  private var ended: ((DeviceError?) -> Void)?

  /// Makes the port and its link; nothing is sent before `start`.
  ///
  /// - Throws: a sentence when the capture cannot be read or the port or the link not made.
  public init(_ loop: EventLoop, capture path: String, link: String, _ options: Options) throws(DeviceError) {
    self.loop = loop
    self.path = path
    self.link = link
    self.options = options
    lines = try CaptureLines(path: path)
    pacer = CapturePacer(options.pace)
    model = ReceiverModel(baud: options.baud)
    faults = LineFaults(options.faults)
    noise = SeededRandom(seed: options.faults.seed)
    if options.isBaudPaced { line = SimulatedLine(baud: options.baud ?? 9600) }
    let port = try SimulatedPort()
    try port.plugIn(link)
    self.port = port
  }

  /// What has been sent so far.
  public var statistics: Statistics {
    var counters = counters
    counters.epochs = pacer.epochs
    counters.commands = model.obeyed
    return counters
  }

  /// Begins to play; calls `ended` on the loop's thread when the capture is over, or cannot be read on. The link is
  /// gone then.
  ///
  /// - Parameters:
  ///   - plugged: called when the plug is pulled, with nil, and when it is put in, with the new port's name.
  ///   - told: called when the receiver does something else from then on, with what in words.
  public func start(
    plugged: @escaping (String?) -> Void = { _ in }, told: @escaping (String) -> Void = { _ in },
    _ ended: @escaping (DeviceError?) -> Void
  ) {
    self.plugged = plugged
    self.told = told
    self.ended = ended
    attempt { () throws(DeviceError) in try watchPort() }
    if !options.waitsForReader { begin() }
  }

  /// Stops playing and removes the link; `ended` is not called.
  public func stop() {
    ended = nil
    end(nil)
  }

  private func begin() {
    start = loop.now
    due = start
    schedule(after: 0)
    awaitPlugChange()
  }

  private func attempt(_ body: () throws(DeviceError) -> Void) {
    do throws(DeviceError) {
      try body()
    } catch {
      end(error)
    }
  }

  private var elapsed: Double { Double(loop.now &- start) / 1e9 }

  // MARK: The plug

  private func watchPort() throws(DeviceError) {
    guard let port else { return }
    do throws(SystemError) {
      try loop.watch(port.master, for: .readable) { [self] _ in takeRequests() }
      try port.readers.watch(on: loop) { [self] in readersChanged() }
    } catch {
      throw DeviceError(.unusable, "the pseudo-terminal cannot be watched: \(error)")
    }
  }

  private func forgetPort() {
    guard let port else { return }
    loop.forget(port.master)
    port.readers.forget(on: loop)
  }

  private func readersChanged() {
    guard options.waitsForReader, let port, port.readers.count > 0, timer == nil, pacer.epochs == 0 else { return }
    begin()
  }

  private func awaitPlugChange() {
    guard let next = options.faults.nextPlugChange(after: elapsed) else { return }
    plugTimer = loop.timer(after: Int64((next - elapsed) * 1e9)) { [self] in
      attempt { () throws(DeviceError) in
        if options.faults.isPlugged(at: elapsed) { try plugIn() } else { try unplug() }
        awaitPlugChange()
      }
    }
  }

  private func unplug() throws(DeviceError) {
    guard port != nil else { return }
    forgetPort()
    if options.faults.renames { spare = try SimulatedPort() }
    port = nil
    line?.clear()
    plugged(nil)
  }

  private func plugIn() throws(DeviceError) {
    guard port == nil else { return }
    let new: SimulatedPort
    if let spare { new = spare } else { new = try SimulatedPort() }
    spare = nil
    try new.plugIn(link)
    port = new
    change { $0.powerUp() }
    try watchPort()
    plugged(new.name)
  }

  // MARK: Playing

  /// Each pause counts from when the one before was to end, so that delays do not add up.
  private func schedule(after pause: Int64) {
    let next = interval.next(after: pause, interval: model.interval)
    isEpochSent = next.isSent
    due &+= next.pause
    timer = loop.timer(after: due &- loop.now) { [self] in attempt { () throws(DeviceError) in try play() } }
  }

  /// Sends the epoch whose time has come, and waits for the next.
  private func play() throws(DeviceError) {
    while let line = try lines.next() {
      let pause = pacer.pause(before: line)
      if pause > 0 {
        sendEpoch()
        epoch.append(Array(line))
        return schedule(after: pause)
      }
      epoch.append(Array(line))
    }
    sendEpoch()
    if options.isLooping {
      lines = try CaptureLines(path: path)
      schedule(after: pacer.restart())
    } else {
      awaitReader(until: loop.now &+ Self.patience)
    }
  }

  private func sendEpoch() {
    // By the time at which it is due, not at which the loop came round: faults repeat exactly.
    let seconds = Double(due &- start) / 1e9
    let isCold = seconds < options.faults.coldStart
    let bytes = epoch.flatMap { faults.line(isCold ? ColdStart.void($0) : $0) }
    epoch.removeAll(keepingCapacity: true)
    guard isEpochSent, !model.isAsleep else { return }
    if options.faults.isSilent(at: seconds) {
      counters.lostBytes &+= bytes.count
    } else {
      send(bytes)
    }
  }

  /// Looks after a moment first: what was written a moment ago is not counted as unread yet.
  private func awaitReader(until deadline: Int64) {
    timer = loop.timer(after: Self.glance) { [self] in
      let isRead = port.map { $0.readers.count == 0 || !$0.hasUnreadBytes } ?? true
      if (isRead && line?.isEmpty ?? true) || loop.now > deadline { end(nil) } else { awaitReader(until: deadline) }
    }
  }

  // MARK: The line

  private func send(_ bytes: [UInt8]) {
    guard line != nil else { return write(bytes) }
    let taken = line?.append(bytes) ?? 0
    counters.lostBytes &+= bytes.count - taken
    if lineTimer == nil { sendPiece() }
  }

  private func sendPiece() {
    guard let piece = line?.next(), !piece.isEmpty else { return }
    write(piece)
    lineTimer = loop.timer(after: line?.period ?? 0) { [self] in
      lineTimer = nil
      sendPiece()
    }
  }

  private func write(_ bytes: [UInt8]) {
    port?.readers.update()
    var sent = 0
    if let port, port.readers.count > 0 { sent = port.send(isHeard(port) ? bytes : noise(bytes.count)) }
    counters.sentBytes &+= sent
    counters.lostBytes &+= bytes.count - sent
  }

  private func isHeard(_ port: SimulatedPort) -> Bool { model.baud.map { port.isSet(to: $0) } ?? true }

  private func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0x80...0xFF, using: &noise) }
  }

  // MARK: Commands

  /// A command at another speed is noise to the receiver, but wakes it. The answer goes out before the new speed holds.
  private func takeRequests() {
    guard let port else { return }
    let requests = port.requests()
    guard model.isAsleep || isHeard(port), loop.now >= hearsFrom else { return }
    change { model in
      let answer = model.receive(requests)
      counters.sentBytes &+= port.send(answer)
    }
    if let wakeTimer { loop.cancel(wakeTimer) }
    wakeTimer = nil
    guard model.isAsleep, let milliseconds = model.sleepFor else { return }
    wakeTimer = loop.timer(after: Int64(milliseconds) * 1_000_000) { [self] in
      wakeTimer = nil
      change { $0.wake() }
    }
  }

  private func change(_ body: (inout ReceiverModel) -> Void) {
    let before = model
    body(&model)
    if before.isAsleep, !model.isAsleep { hearsFrom = loop.now &+ Self.waking }
    if before.summary != model.summary { told(model.summary) }
  }

  private func end(_ error: DeviceError?) {
    for timer in [timer, lineTimer, plugTimer, wakeTimer] { if let timer { loop.cancel(timer) } }
    (timer, lineTimer, plugTimer, wakeTimer) = (nil, nil, nil, nil)
    forgetPort()
    port = nil
    spare = nil
    let ended = ended
    self.ended = nil
    ended?(error)
  }
}
