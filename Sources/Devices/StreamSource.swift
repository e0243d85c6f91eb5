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

  private let loop: EventLoop
  private let name: String
  private let open: () throws(DeviceError) -> any ByteStream
  private let lifeline: Lifeline
  private var decoder: NMEADecoder
  private var stream: (any ByteStream)?
  private var fixes: [Fix] = []
  private var quietTimer: TimerID?
  // Safety: allocated in init, freed in deinit; lent to the stream and the decoder for one call each.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)

  /// A source that opens its stream when it is started, and again whenever it was lost.
  ///
  /// - Parameters:
  ///   - name: what the device is called in sentences for the user.
  ///   - reconnects: false for a source that ends, with `lost` and `ended`, where its stream ends for the first time.
  ///   - open: opens the device by its stable name; called on the loop's thread, must not block.
  public init(
    _ loop: EventLoop, name: String, decoder options: DecoderOptions, reconnects: Bool = true,
    open: @escaping () throws(DeviceError) -> any ByteStream
  ) {
    self.loop = loop
    self.name = name
    self.open = open
    decoder = NMEADecoder(options)
    lifeline = Lifeline(loop, .serial, reconnects: reconnects, random: SystemRandomNumberGenerator())
  }

  deinit { buffer.deallocate() }

  /// What the decoder has seen since the source was made.
  public var statistics: DecoderStatistics { decoder.statistics }

  /// Opens the stream, soon.
  public func start(_ receive: @escaping (SourceEvent) -> Void) {
    lifeline.start(
      receive, connect: { [self] in connect() },
      giveUp: { [self] in
        let advice = "check its power and the baud rate"
        lost(DeviceError(.gone, "the receiver at \(name) has sent nothing for a minute: \(advice)"), afterSilence: true)
      })
  }

  /// Closes the stream; what was gathered of an epoch is dropped.
  public func stop() {
    lifeline.stop()
    close()
    decoder.finish { _ in }
  }

  private func connect() {
    do {
      let stream = try open()
      self.stream = stream
      try loop.watch(stream.descriptor, for: .readable) { [self] in ready($0) }
      lifeline.opened()
    } catch let error as DeviceError {
      lost(error)
    } catch {
      lost(DeviceError(.unusable, "\(name) cannot be waited for: \(error)"))
    }
  }

  private func ready(_ readiness: Readiness) {
    var total = 0
    var failure: DeviceError?
    do throws(DeviceError) {
      total = try readPieces()
    } catch {
      failure = error
    }
    // Ready and empty is the end of the stream; a hang-up stays for ever and would make the loop spin.
    let isDrained = total < Self.pieceSize * Self.piecesPerWake
    if total == 0 || (isDrained && readiness.contains(.hangup)) {
      failure = failure ?? SerialDevice.gone(name, "it hung up")
    }
    if total > 0 {
      lifeline.heard()
      awaitQuiet()
      deliver()
    }
    if let failure { lost(failure) }
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
    decoder.finish { fixes.append($0) }
    if !fixes.isEmpty { deliver() }
    lifeline.lost(error, afterSilence: afterSilence)
  }

  private func close() {
    if let quietTimer { loop.cancel(quietTimer) }
    quietTimer = nil
    guard let open = stream else { return }
    stream = nil
    loop.forget(open.descriptor)
    open.close()
  }
}
