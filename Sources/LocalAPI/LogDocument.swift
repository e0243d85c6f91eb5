import GNSS
import Waymark

/// One batch of the upload log.
public struct UploadDocument: Codable, Hashable, Sendable {
  /// The numbers of its first and last point; the same at every try.
  public var name: String
  /// The asset it is sent for.
  public var asset: String
  /// How many points it holds.
  public var points: Int
  /// The time of its first point, ISO 8601 UTC.
  public var firstTime: String
  /// The time of its last point, ISO 8601 UTC.
  public var lastTime: String
  /// `waiting`, `sending`, `sent` or `refused`.
  public var state: String
  /// How often it was sent.
  public var tries: Int
  /// The server's answer, or why there was none.
  public var answer: String

  enum CodingKeys: String, CodingKey {
    case name, asset, points, state, tries, answer
    case firstTime = "first_time"
    case lastTime = "last_time"
  }

  /// The record in the API's shape.
  init(_ record: UploadLogRecord) {
    name = record.name
    asset = record.assetID
    points = record.points
    firstTime = record.firstTime.description
    lastTime = record.lastTime.description
    state = record.state.rawValue
    tries = record.tries
    answer = record.answer
  }
}

/// The upload log, newest first.
public struct LogDocument: Codable, Hashable, Sendable {
  /// The batches.
  public var uploads: [UploadDocument]
}
