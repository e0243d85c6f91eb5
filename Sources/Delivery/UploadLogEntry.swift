public import GNSS

/// What became of one batch, as a line of the upload log.
public struct UploadLogEntry: Hashable, Sendable {
  /// How the server took the batch.
  public enum State: String, Sendable {
    /// The server confirmed it.
    case sent
    /// The server refused it for good.
    case refused
  }

  /// The asset it was sent for.
  public let assetID: String
  /// The first and last sequence number it held.
  public let sequences: ClosedRange<Int64>
  /// How many points it held.
  public let points: Int
  /// The time of its first and of its last point.
  public let times: ClosedRange<UTCInstant>
  /// How it ended.
  public let state: State
  /// How often it was sent.
  public let tries: Int
  /// The server's answer in a few words, such as `200`.
  public let answer: String

  /// A line of the log.
  public init(
    assetID: String, sequences: ClosedRange<Int64>, points: Int, times: ClosedRange<UTCInstant>, state: State,
    tries: Int, answer: String
  ) {
    self.assetID = assetID
    self.sequences = sequences
    self.points = points
    self.times = times
    self.state = state
    self.tries = tries
    self.answer = answer
  }

  /// The line for a batch; nil for a batch without points.
  public init?(_ batch: Batch, _ state: State, tries: Int, answer: String) {
    guard let first = batch.samples.first, let last = batch.samples.last, first.sequence <= last.sequence else {
      return nil
    }
    let (start, end) = (first.sample.time, last.sample.time)
    self.init(
      assetID: batch.assetID, sequences: first.sequence...last.sequence, points: batch.samples.count,
      times: min(start, end)...max(start, end), state: state, tries: tries, answer: answer)
  }
}
