import Devices
import EventLoop
import GNSS
import HAL

/// Decodes a live source until it ends, or until SIGINT or SIGTERM; it does not reconnect.
///
/// - Returns: the decoder's counters; nil for gpsd, which decodes by itself.
/// - Throws: a sentence when the source cannot be read at all.
func decodeLive(
  _ address: SourceAddress, _ options: DecoderOptions, _ dates: DateJudge, _ printer: FixPrinter
) throws -> DecoderStatistics? {
  let loop = try EventLoop()
  try loop.onSignal { _ in loop.stop() }
  guard let source = address.liveSource(on: loop, decoder: options, reconnects: false) else { return nil }
  var judge = FixJudge()
  var wasConnected = false
  var failure: DeviceError?
  source.start { event in
    switch event {
    case .connected: wasConnected = true
    case .fix(let fix): printer.print(judge.judge(dates.judged(fix)))
    case .drained: printer.flush()
    case .lost(let error): failure = error
    case .ended: loop.stop()
    }
  }
  try loop.run()
  source.stop()
  printer.flush()
  if let failure {
    guard wasConnected else { throw CommandFailure(.failed, failure.description) }
    complain("waymark decode: \(failure)")
  }
  return (source as? StreamSource)?.statistics
}
