import Delivery
public import GNSS
import HAL
import Tracking

/// Whether the receiver can be read.
public enum SourceState: Hashable, Sendable {
  /// Tracking is off: nobody reads.
  case idle
  /// It has not answered yet.
  case connecting
  /// It is read.
  case connected
  /// It is lost, and tried again; the reason says what to do.
  case lost(reason: String)
}

/// The last request with points.
public struct LastUpload: Hashable, Sendable {
  /// When it ended.
  public let at: BootInstant
  /// How many points it held; 0 when it failed.
  public let points: Int
  /// The server's answer, or why there was none.
  public let answer: String
}

/// What happened since tracking was started last, as far as a status tells it; and what of it receivers are told.
struct RunRecord {
  private(set) var source = SourceState.idle
  private(set) var lastUpload: LastUpload?
  /// Why points wait; nil while all is well.
  private(set) var uploadFailure: String?
  private(set) var storeFailure: String?
  private(set) var uploadedPoints = 0
  private(set) var refusedPoints = 0
  private(set) var overflowedPoints = 0
  private var hasConnected = false

  /// Tracking is about to start.
  mutating func begin() {
    self = RunRecord()
    source = .connecting
  }

  /// Takes the next event; gives what receivers are told.
  mutating func take(_ event: TrackerEvent, now: BootInstant) -> [TrackingUpdate] {
    switch event {
    case .started(let assetID, _):
      return [.started(assetID: assetID)]
    case .sourceConnected:
      source = .connected
      hasConnected = true
    case .sourceLost(let error):
      return lost(error)
    case .sourceUncontrolled(let error):
      return [.failure(error)]
    case .kept(let sample):
      return [.location(Location(sample))]
    case .uploaded(let points, _, let answer):
      uploadedPoints += points
      uploadFailure = nil
      lastUpload = LastUpload(at: now, points: points, answer: answer)
    case .refused(let points, let reason):
      refusedPoints += points
      uploadFailure = nil
      lastUpload = LastUpload(at: now, points: points, answer: reason)
    case .uploadFailed(let reason), .uploadDenied(let reason):
      uploadFailure = reason
      lastUpload = LastUpload(at: now, points: 0, answer: reason)
    case .logged(let entry):
      return [.upload(UploadLogRecord(entry))]
    case .storeFailed(let reason):
      storeFailure = reason
      return [.failure(AssetTrackingApiException(.storeFailed, reason))]
    case .storeRecovered:
      storeFailure = nil
    case .storeNotice(let notice):
      return [.failure(AssetTrackingApiException(.storeFailed, notice))]
    case .overflowed(let points):
      overflowedPoints += points
    case .stopped:
      source = .idle
    }
    return []
  }

  /// The first failure of a run that never had a receiver is what the SDK calls a location service that is off.
  private mutating func lost(_ error: DeviceError) -> [TrackingUpdate] {
    defer { source = .lost(reason: error.description) }
    if hasConnected { return [.failure(error)] }
    return source == .connecting ? [.serviceOff, .failure(error)] : []
  }
}
