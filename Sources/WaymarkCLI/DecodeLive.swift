import Devices
import EventLoop
import GNSS
import HAL

/// Decodes a live source until it ends, or until SIGINT or SIGTERM.
///
/// - Parameter follows: whether it reconnects, as the tracker does, instead of ending at the first loss.
/// - Returns: the decoder's counters; nil for gpsd, which decodes by itself.
/// - Throws: a sentence when the source cannot be read at all.
func decodeLive(
  _ address: SourceAddress, _ options: DecoderOptions, _ dates: DateJudge, _ printer: FixPrinter,
  follows: Bool
) throws -> DecoderStatistics? {
  let loop = try EventLoop()
  try loop.onSignal { _ in loop.stop() }
  guard let source = address.liveSource(on: loop, decoder: options, reconnects: follows) else { return nil }
  var judge = FixJudge()
  var wasConnected = false
  var failure: DeviceError?
  source.start { event in
    switch event {
    case .connected:
      wasConnected = true
      if follows { complain("receiver connected") }
    case .fix(let fix): printer.print(judge.judge(dates.judged(fix)))
    case .drained: printer.flush()
    case .lost(let error):
      if follows { complain("receiver lost: \(error)") } else { failure = error }
      judge = FixJudge()
    case .uncontrolled: break
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
