public import EventLoop
public import GNSS
public import HAL

/// A receiver that speaks NMEA over a byte stream.
public final class StreamSource: FixSource {
  /// Bytes taken at once, and how often in one wake-up: a flood must not keep the loop from its other work.
  private static let pieceSize = 4096
  private static let piecesPerWake = 16
  /// Silence after which what has been gathered is an epoch: longer than any gap inside a burst, shorter than the
  /// pause between the bursts of a 2 Hz receiver.
  private static let quietAfter: Int64 = 300_000_000
  /// A driven receiver may be slow, or pause its search for 10 s where it has no sky.
  private static let leastSilenceDriven = 15

  private let loop: EventLoop
  private let name: String
  private let open: (_ baud: Int) throws(DeviceError) -> any ByteStream
  private let lifeline: Lifeline
  private let driver: ReceiverDriver?
  private let silence: Int
  private let memory: BaudMemory
  private var baud: Int
  private var scan: BaudScan?
  private var pacer: BurstPacer
  private var unhurried: UnhurriedPacer
  private var allowedDelay: Int64 = 0
  /// The last reading closed an epoch, and brought nothing of the next.
  private var endsWhole = false
  private var decoder: NMEADecoder
  private var stream: (any ByteStream)?
  private var fixes: [Fix] = []
  /// Bytes read when the last whole sentence had come.
  private var understoodBytes = 0
  private var quietTimer: TimerID?
  private var scanTimer: TimerID?
  private var burstTimer: TimerID?
  // Safety: allocated in init, freed in deinit; lent to the stream and the decoder for one call each.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)

  /// A source that opens its stream when it is started, and again whenever it was lost.
  ///
  /// - Parameters:
  ///   - name: what the device is called in sentences for the user.
  ///   - silence: seconds without a whole sentence after which the device is opened anew.
  ///   - memory: for a speed that is to be found by listening.
  ///   - reconnects: false for a source that ends, with `lost` and `ended`, where its stream ends for the first time.
  ///   - family: the commands by which the receiver is driven; nil leaves it as it is.
  ///   - open: opens the device by its stable name; called on the loop's thread, must not block.
  public init(
    _ loop: EventLoop, name: String, decoder options: DecoderOptions, baud: BaudRate = .fixed(9600),
    silence: Int = 60, memory: BaudMemory = BaudMemory(), reconnects: Bool = true, family: ReceiverFamily? = nil,
    open: @escaping (_ baud: Int) throws(DeviceError) -> any ByteStream
  ) {
    self.loop = loop
    self.name = name
    let silence = family == nil ? silence : max(silence, Self.leastSilenceDriven)
    self.silence = silence
    self.memory = memory
    self.open = open
    switch baud {
    case .fixed(let baud): self.baud = baud
    case .automatic:
      let scan = BaudScan(remembered: memory.remembered)
      self.scan = scan
      self.baud = scan.baud
    }
    pacer = BurstPacer(baud: self.baud)
    unhurried = UnhurriedPacer(baud: self.baud)
    decoder = NMEADecoder(options)
    let lifeline = Lifeline(
      loop, .serial(silence: silence), reconnects: reconnects, random: SystemRandomNumberGenerator())
    self.lifeline = lifeline
    driver = family.map { ReceiverDriver(loop, $0, name: name) { lifeline.emit(.uncontrolled($0)) } }
  }

  deinit { buffer.deallocate() }

  /// What the decoder has seen since the source was made.
  public var statistics: DecoderStatistics { decoder.statistics }

  /// Drives the receiver; nil where its commands are not known.
  public var control: (any ReceiverControl)? { driver }

  /// Opens the stream, soon.
  public func start(_ receive: @escaping (SourceEvent) -> Void) {
    lifeline.start(
      receive, connect: { [self] in connect() },
      giveUp: { [self] in lost(DeviceError(.gone, silenceSentence), afterSilence: true) })
  }

  private var silenceSentence: String {
    let bytes = decoder.statistics.bytes - understoodBytes
    if bytes == 0 {
      return "the receiver at \(name) has sent nothing for \(silence) s: check its power and the baud rate"
    }
    let advice = scan == nil ? "the baud rate is wrong (baud=auto finds it)" : "it does not speak NMEA"
    return "the receiver at \(name) has sent \(bytes) bytes and no sentence for \(silence) s: most likely \(advice)"
  }

  /// Closes the stream; what was gathered of an epoch is dropped.
  public func stop() {
    lifeline.stop()
    close()
    decoder.finish { _ in }
  }

  /// Lets bytes gather in the port's buffer, at most half of it.
  public func allow(delay: Int64) {
    guard delay != allowedDelay else { return }
    allowedDelay = delay
    (pacer, unhurried) = (BurstPacer(baud: baud), UnhurriedPacer(baud: baud))
    if burstTimer != nil { readAgain(after: 0) }
  }

  private func connect() {
    if let scan { baud = scan.baud }
    do {
      try openStream()
      lifeline.opened()
      listenForSpeed()
      drive()
    } catch let error as DeviceError {
      lost(error)
    } catch {
      lost(DeviceError(.unusable, "\(name) cannot be waited for: \(error)"))
    }
  }

  private func openStream() throws {
    let stream = try open(baud)
    self.stream = stream
    (pacer, unhurried) = (BurstPacer(baud: baud), UnhurriedPacer(baud: baud))
    try loop.watch(stream.descriptor, for: .readable) { [self] in ready($0) }
  }

  private func ready(_ readiness: Readiness) {
    cancel(&burstTimer)
    let (total, failure) = readAll()
    // Ready and empty is the end of the stream; a hang-up stays for ever and would make the loop spin.
    let isDrained = total < Self.pieceSize * Self.piecesPerWake
    let isOver = total == 0 || (isDrained && readiness.contains(.hangup))
    if let failure = failure ?? (isOver ? SerialDevice.gone(name, "it hung up") : nil) {
      lost(failure)
    } else {
      pace(total)
    }
  }

  /// Reads what there is, and tells of it.
  private func readAll() -> (total: Int, failure: DeviceError?) {
    var total = 0
    var failure: DeviceError?
    let before = sentences
    do throws(DeviceError) {
      total = try readPieces()
    } catch {
      failure = error
    }
    if sentences != before {
      understoodBytes = decoder.statistics.bytes
      lifeline.heard()
      heardSentences()
    }
    endsWhole = !fixes.isEmpty && decoder.isBetweenEpochs
    if total > 0 {
      awaitQuiet()
      deliver()
    }
    return (total, failure)
  }

  /// What tells that somebody speaks at this speed: noise does not count.
  private var sentences: Int {
    decoder.statistics.good &+ decoder.statistics.unused &+ decoder.statistics.binaryFrames
  }

  // MARK: Low-wake reading

  private func pace(_ count: Int) {
    // The receiver of an event may have stopped this source.
    guard stream != nil, let pause = pause(after: count), wait(for: []) else { return }
    // What is silent is this reader.
    cancel(&quietTimer)
    readAgain(after: pause)
  }

  /// How long to sleep after a reading; nil is until the next byte.
  private func pause(after count: Int) -> Int64? {
    if allowedDelay > 0 { return unhurried.read(count, at: loop.now, longest: allowedDelay) }
    if case .sleep(let pause) = pacer.read(count, at: loop.now, isWhole: endsWhole) { return pause }
    return nil
  }

  private func readAgain(after pause: Int64) {
    cancel(&burstTimer)
    burstTimer = loop.timer(after: pause) { [self] in
      burstTimer = nil
      guard wait(for: .readable) else { return }
      let (total, failure) = readAll()
      if let failure { return lost(failure) }
      if total == 0 { awaitQuiet() }
      pace(total)
    }
  }

  /// Whether the loop could be told; a hang-up it tells in any case.
  private func wait(for interest: Readiness) -> Bool {
    guard let stream else { return false }
    do throws(SystemError) {
      try loop.watch(stream.descriptor, for: interest) { [self] in ready($0) }
      return true
    } catch {
      lost(DeviceError(.unusable, "\(name) cannot be waited for: \(error)"))
      return false
    }
  }

  // MARK: Speed

  private func listenForSpeed() {
    guard stream != nil, scan?.isFound == false else { return }
    scan?.listen(sentences: decoder.statistics.good)
    cancel(&scanTimer)
    scanTimer = loop.timer(after: BaudScan.window) { [self] in
      scanTimer = nil
      if scan?.windowEnded(sentences: decoder.statistics.good) == true { foundSpeed() } else { tryNextSpeed() }
    }
  }

  private func heardSentences() {
    if scan?.heard(sentences: decoder.statistics.good) == true { foundSpeed() }
  }

  private func foundSpeed() {
    cancel(&scanTimer)
    memory.found(baud)
    driver?.speedFound()
  }

  private func drive() {
    if let stream { driver?.opened(stream, isSpeedKnown: scan?.isFound ?? true) }
  }

  /// The port is opened anew, as after any loss, but nobody needs to hear of it.
  private func tryNextSpeed() {
    guard let scan else { return }
    closeStream()
    decoder.finish { _ in }
    baud = scan.baud
    do {
      try openStream()
      listenForSpeed()
      drive()
    } catch let error as DeviceError {
      lost(error)
    } catch {
      lost(DeviceError(.unusable, "\(name) cannot be waited for: \(error)"))
    }
  }

  /// Reads and decodes until less comes than fits, which saves the call that would say "nothing waits".
  private func readPieces() throws(DeviceError) -> Int {
    var total = 0
    for _ in 0..<Self.piecesPerWake {
      guard let stream else { break }
      let count = try stream.read(into: buffer)
      total += count
      decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { fixes.append($0) }
      if count < buffer.count { break }
    }
    return total
  }

  /// Hands out what was decoded, after the decoder has returned: the receiver of an event may stop this source.
  private func deliver() {
    let ready = fixes
    fixes.removeAll(keepingCapacity: true)
    for fix in ready { lifeline.emit(.fix(fix)) }
    lifeline.emit(.drained)
  }

  /// Arms the timer only where silence would tell something: mostly, the cycle's last sentence has closed the epoch.
  private func awaitQuiet() {
    if let quietTimer { loop.cancel(quietTimer) }
    quietTimer = nil
    guard decoder.awaitsQuiet else { return }
    quietTimer = loop.timer(after: Self.quietAfter) { [self] in
      quietTimer = nil
      decoder.quiet { fixes.append($0) }
      if !fixes.isEmpty { deliver() }
    }
  }

  /// Closes at once, else the kernel keeps the device's name busy and gives it another when it comes back.
  private func lost(_ error: DeviceError, afterSilence: Bool = false) {
    close()
    scan?.lost()
    decoder.finish { fixes.append($0) }
    if !fixes.isEmpty { deliver() }
    lifeline.lost(error, afterSilence: afterSilence)
  }

  /// The driver last: whoever waits for it may stop this source.
  private func close() {
    closeStream()
    driver?.closed()
  }

  private func closeStream() {
    cancel(&quietTimer)
    cancel(&scanTimer)
    cancel(&burstTimer)
    guard let open = stream else { return }
    stream = nil
    loop.forget(open.descriptor)
    open.close()
  }

  private func cancel(_ timer: inout TimerID?) {
    if let id = timer { loop.cancel(id) }
    timer = nil
  }
}
