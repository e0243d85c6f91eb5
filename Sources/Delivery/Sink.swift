/// Points on their way to the server, always the same ones under the same numbers when sent again.
public struct Batch: Hashable, Sendable {
  /// The asset they belong to.
  public let assetID: String
  /// This board.
  public let deviceID: String
  /// The points, oldest first.
  public let samples: [QueuedSample]

  /// A batch of samples, oldest first.
  public init(assetID: String, deviceID: String, samples: [QueuedSample]) {
    self.assetID = assetID
    self.deviceID = deviceID
    self.samples = samples
  }
}

/// How the server took a request.
public enum Outcome: Hashable, Sendable {
  /// Confirmed: the points may be let go. The text is the answer in a few words.
  case accepted(answer: String)
  /// Some or all of these points are there already (409): alone, such a point may be let go.
  case duplicate(answer: String)
  /// The server could not be asked, or asked for patience (no connection, 408, 429).
  case retry(reason: String, afterSeconds: Int?)
  /// The server failed over this request (5xx, or the connection broke or fell silent without an answer). It may be ill,
  /// or it may be these very points that it cannot take.
  case fault(reason: String, afterSeconds: Int?)
  /// This request will never be taken (400, 422 …).
  case refused(reason: String)
  /// The request is too large for this server (413); a smaller one may be taken.
  case tooLarge(reason: String)
  /// The key, the device, the asset or the address is not accepted (401, 403, 404): sending stops, the points stay.
  case denied(reason: String)
  /// The asset is bound to another device (460).
  case assetTaken
}

/// A server that takes points. Calls block, so they belong on the network's thread; they never throw: whatever happened
/// is an outcome.
public protocol Sink: AnyObject {
  /// Makes this device the one that reports for the asset.
  func bind(assetID: String, deviceID: String) -> Outcome
  /// Sends one batch and waits for the answer.
  func deliver(_ batch: Batch) -> Outcome
}
