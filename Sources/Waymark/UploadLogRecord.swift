import Delivery
public import GNSS

/// What became of one batch of locations, or of the one that is sent next.
public struct UploadLogRecord: Hashable, Sendable {
  /// How far it has come.
  public enum State: String, Sendable, CaseIterable {
    /// It waits for its time, or for a server that can be reached.
    case waiting
    /// Its request is on its way.
    case sending
    /// The server confirmed it.
    case sent
    /// The server refused it for good; its points are set aside.
    case refused
  }

  /// The numbers of its first and last point, such as `120-149`, which stay the same at every try.
  public let name: String
  /// The asset it is sent for.
  public let assetID: String
  /// How many points it holds.
  public let points: Int
  /// The time of its first point.
  public let firstTime: UTCInstant
  /// The time of its last point.
  public let lastTime: UTCInstant
  /// How far it has come.
  public let state: State
  /// How often it was sent.
  public let tries: Int
  /// The server's answer in a few words, or why there was none; empty before the first try.
  public let answer: String

  /// The record of a batch that is done with.
  init(_ entry: UploadLogEntry) {
    let state: State =
      switch entry.state {
      case .sent: .sent
      case .refused: .refused
      }
    self.init(entry, state, tries: entry.tries, answer: entry.answer)
  }

  /// The record of the batch that is sent next; nil without points.
  init?(next samples: [QueuedSample], assetID: String, isSending: Bool, failures: Int, answer: String) {
    let batch = Batch(assetID: assetID, deviceID: "", samples: samples)
    guard let entry = UploadLogEntry(batch, .sent, tries: failures, answer: answer) else { return nil }
    self.init(entry, isSending ? .sending : .waiting, tries: failures, answer: answer)
  }

  private init(_ entry: UploadLogEntry, _ state: State, tries: Int, answer: String) {
    name = "\(entry.sequences.lowerBound)-\(entry.sequences.upperBound)"
    assetID = entry.assetID
    points = entry.points
    firstTime = entry.times.lowerBound
    lastTime = entry.times.upperBound
    self.state = state
    self.tries = tries
    self.answer = answer
  }
}
