public import EventLoop
public import GNSS
public import HAL

extension SourceAddress {
  /// The source of fixes at this address, not started; nil for captures and standard input, which have no clock of
  /// their own and are read by `CaptureReader`.
  ///
  /// - Parameter reconnects: false for a source that ends at its first loss.
  public func liveSource(
    on loop: EventLoop, decoder options: DecoderOptions, reconnects: Bool = true
  ) -> (any FixSource)? {
    switch self {
    case .capture, .standardInput: nil
    case .serial(let device, let baud):
      StreamSource(loop, name: device, decoder: options, reconnects: reconnects) { () throws(DeviceError) in
        try SerialDevice.open(device, baud: baud)
      }
    case .gpsd(let host, let port, let device):
      GPSDClient(loop, host: host, port: port, device: device, reconnects: reconnects)
    }
  }
}
