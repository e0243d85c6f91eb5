/// A receiver that can be told how much to work.
public protocol ReceiverControl: AnyObject {
  /// Wants the receiver in that state from now on: it is brought to it at once, or as soon as its device is open, and
  /// again whenever the device is opened anew.
  ///
  /// - Parameter done: called on the loop's thread, once: when what brings the receiver there has left the board, or when
  ///   it cannot, because the device is gone or takes nothing. Where another state is wanted first, only the later call
  ///   is answered.
  func bring(to state: ReceiverState, _ done: @escaping () -> Void)
}
