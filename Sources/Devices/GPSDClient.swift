public import EventLoop
import GNSS
import Glibc
public import HAL

/// A receiver behind gpsd.
///
/// The socket is ours, the language libgps's (`gps_unpack`): libgps's own `gps_open` blocks on the host's name and on a
/// host that does not answer, and its reader gives up a connection whose line it cannot hold. Connecting runs on a
/// thread that lives no longer than the attempt, and one attempt runs at a time.
public final class GPSDClient: FixSource, @unchecked Sendable {
  /// What has been left out of the fixes, since the client was made.
  public struct Statistics: Hashable, Sendable {
    /// Positions without a date.
    public let undatedReports: Int
    /// Reports about an epoch whose fix had come out.
    public let repeatedReports: Int
    /// Lines too long to be gpsd's.
    public let droppedLines: Int
  }

  private static let longestLine = 32_768
  private static let pieceSize = 4096
  private static let piecesPerWake = 16
  /// The reports about one epoch come within some tens of milliseconds, those of a slow port within two tenths.
  private static let quietAfter: Int64 = 300_000_000

  // Safety: all that changes is touched on the loop's thread only; the connecting thread gets host and port, and hands
  // its result back through the loop.
  private let loop: EventLoop
  private let host: String
  private let port: UInt16
  private let device: String?
  private let silence: Int
  private let lifeline: Lifeline
  private let parser = GPSDParser()
  private var lines = LineBuffer(limit: longestLine)
  private var epochs = GPSDEpochs()
  private var fixes: [Fix] = []
  private var socket: Int32?
  private var attempt = 0
  private var quietTimer: TimerID?
  private var allowedDelay: Int64 = 0
  private var readTimer: TimerID?
  // Safety: allocated in init, freed in deinit; lent to recv and the line buffer for one call each.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)

  /// A client that connects when it is started, and again whenever the connection was lost or gpsd said nothing about
  /// a receiver for some time.
  ///
  /// - Parameters:
  ///   - device: the receiver to hear, by gpsd's name for it; nil hears all of them.
  ///   - silence: seconds without a report about a receiver after which the connection is made anew.
  ///   - reconnects: false for a source that ends, with `lost` and `ended`, at the first loss.
  ///   - random: spreads the pauses between attempts.
  public init(
    _ loop: EventLoop, host: String, port: UInt16, device: String? = nil, silence: Int = 60,
    reconnects: Bool = true, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.loop = loop
    self.host = host
    self.port = port
    self.device = device
    self.silence = silence
    lifeline = Lifeline(loop, .gpsd(silence: silence), reconnects: reconnects, random: random)
  }

  deinit { buffer.deallocate() }

  /// What has been left out so far.
  public var statistics: Statistics {
    Statistics(
      undatedReports: epochs.undated, repeatedReports: epochs.repeated, droppedLines: lines.dropped)
  }

  private var place: String { SourceAddress.gpsd(host: host, port: port, device: device).description }

  /// Connects, soon.
  public func start(_ receive: @escaping (SourceEvent) -> Void) {
    lifeline.start(
      receive, connect: { [self] in connect() },
      giveUp: { [self] in
        let advice = "check that gpsd has a receiver that works (gpsmon)"
        lost(DeviceError(.gone, "\(place) has told of no receiver for \(silence) s: \(advice)"), afterSilence: true)
      })
  }

  /// Closes the connection.
  public func stop() {
    lifeline.stop()
    attempt += 1
    close()
    epochs.finish { _ in }
  }

  /// Lets gpsd's reports gather in the socket.
  public func allow(delay: Int64) {
    allowedDelay = delay
    if readTimer != nil { readAgain(after: 0) }
  }

  private func connect() {
    attempt += 1
    let current = attempt
    do throws(SystemError) {
      try startThread { [self] in
        let result = Result { () throws(DeviceError) in try TCPConnection.open(host: host, port: port) }
        loop.execute { [self] in connected(result, in: current) }
      }
    } catch {
      lost(DeviceError(.absent, "no connection to \(place): \(error)"))
    }
  }

  private func connected(_ result: Result<Int32, DeviceError>, in attempt: Int) {
    switch result {
    case .success(let socket) where attempt != self.attempt: _ = Glibc.close(socket)
    case .success(let socket): opened(socket)
    case .failure(let error): if attempt == self.attempt { lost(error) }
    }
  }

  /// Subscribes: the subscription belongs to the connection and is lost with it.
  private func opened(_ socket: Int32) {
    self.socket = socket
    let choice = device.map { #","device":"\#($0)""# } ?? ""
    let request = #"?WATCH={"enable":true,"json":true\#(choice)};"# + "\n"
    guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else {
      return lost(gone(errnoText(errno)))
    }
    if wait(for: .readable) { lifeline.opened() }
  }

  /// Whether the loop could be told; a hang-up it tells in any case.
  private func wait(for interest: Readiness) -> Bool {
    guard let socket else { return false }
    do throws(SystemError) {
      try loop.watch(socket, for: interest) { [self] _ in ready() }
      return true
    } catch {
      lost(gone("\(error)"))
      return false
    }
  }

  private func ready() {
    var failure: DeviceError?
    var wasHeard = false
    do throws(DeviceError) {
      wasHeard = try readPieces()
    } catch {
      failure = error
    }
    if wasHeard {
      lifeline.heard()
      awaitQuiet()
    }
    deliver()
    if let failure { return lost(failure) }
    rest()
  }

  private func rest() {
    guard allowedDelay > 0, readTimer == nil, wait(for: []) else { return }
    cancel(&quietTimer)
    readAgain(after: allowedDelay)
  }

  private func readAgain(after pause: Int64) {
    cancel(&readTimer)
    readTimer = loop.timer(after: pause) { [self] in
      readTimer = nil
      if wait(for: .readable) { ready() }
    }
  }

  /// Reads until less comes than fits; gives whether gpsd told of a receiver. What a failing connection brought before
  /// is in `fixes`.
  private func readPieces() throws(DeviceError) -> Bool {
    var wasHeard = false
    for _ in 0..<Self.piecesPerWake {
      guard let socket else { break }
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      if count == 0 { throw gone("it closed the connection") }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { break }
        throw gone(errnoText(errno))
      }
      if try take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { wasHeard = true }
      if count < buffer.count { break }
    }
    return wasHeard
  }

  private func take(_ piece: UnsafeRawBufferPointer) throws(DeviceError) -> Bool {
    var refusal: String?
    var wasHeard = false
    lines.append(piece) { line in
      switch read(&line) {
      case .position(let fix, let device)?:
        wasHeard = true
        epochs.take(fix, of: device) { fixes.append($0) }
      case .sky(let sky, let device)?:
        wasHeard = true
        epochs.take(sky, of: device)
      case .refused(let words)?: refusal = words
      case nil: break
      }
    }
    if let refusal { throw DeviceError(.absent, "\(place) answered: \(refusal)") }
    return wasHeard
  }

  private func read(_ line: inout [UInt8]) -> GPSDReport? {
    // Safety: the line ends with a zero byte, and libgps writes nowhere past it.
    line.withUnsafeMutableBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap { parser.read($0) } }
    }
  }

  /// Hands out what was read, after the reading is over: the receiver of an event may stop this client.
  private func deliver() {
    guard !fixes.isEmpty else { return }
    let ready = fixes
    fixes.removeAll(keepingCapacity: true)
    for fix in ready { lifeline.emit(.fix(fix)) }
    lifeline.emit(.drained)
  }

  private func awaitQuiet() {
    cancel(&quietTimer)
    guard epochs.isOpen else { return }
    quietTimer = loop.timer(after: Self.quietAfter) { [self] in
      quietTimer = nil
      epochs.quiet { fixes.append($0) }
      deliver()
    }
  }

  private func lost(_ error: DeviceError, afterSilence: Bool = false) {
    close()
    epochs.finish { fixes.append($0) }
    deliver()
    lifeline.lost(error, afterSilence: afterSilence)
  }

  private func gone(_ reason: String) -> DeviceError {
    DeviceError(.gone, "the connection to \(place) broke (\(reason)): it is made again when gpsd is back")
  }

  private func close() {
    cancel(&quietTimer)
    cancel(&readTimer)
    lines.clear()
    guard let open = socket else { return }
    socket = nil
    loop.forget(open)
    _ = Glibc.close(open)
  }

  private func cancel(_ timer: inout TimerID?) {
    if let id = timer { loop.cancel(id) }
    timer = nil
  }
}
