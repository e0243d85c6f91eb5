public import EventLoop
public import GNSS
public import HAL

extension SourceAddress {
  /// The source of fixes at this address, not started; nil for captures and standard input, which have no clock of
  /// their own and are read by `CaptureReader`.
  ///
  /// - Parameters:
  ///   - memory: what is known about a port's speed that is to be found by listening.
  ///   - reconnects: false for a source that ends at its first loss.
  ///   - family: the commands by which a receiver on a port is driven; nil leaves it as it is. One behind gpsd is gpsd's.
  public func liveSource(
    on loop: EventLoop, decoder options: DecoderOptions, memory: BaudMemory = BaudMemory(), reconnects: Bool = true,
    family: ReceiverFamily? = nil
  ) -> (any FixSource)? {
    switch self {
    case .capture, .standardInput: nil
    case .serial(let device, let baud, let silence):
      StreamSource(
        loop, name: device, decoder: options, baud: baud, silence: silence, memory: memory, reconnects: reconnects,
        family: family
      ) { baud throws(DeviceError) in try SerialDevice.open(device, baud: baud) }
    case .gpsd(let host, let port, let device, let silence):
      GPSDClient(loop, host: host, port: port, device: device, silence: silence, reconnects: reconnects)
    case .replay(let capture):
      ReplaySource(loop, capture, decoder: options)
    }
  }
}
