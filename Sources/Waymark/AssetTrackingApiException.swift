import Delivery
public import FoundationEssentials

/// Why a call of the SDK did not do what it was asked for: the stable codes, under the SDK's name where it has one.
///
/// A code stays the same for good; programs test it (or look for its raw value in the error's text), never the sentence.
public enum AssetTrackingApiExceptionType: String, Sendable, CaseIterable {
  /// Points of the asset that is bound wait for upload, and would be lost or sent under another asset's name.
  case unUploadedLocationData = "UN_UPLOADED_LOCATION_DATA"
  /// Tracking is on, and what was asked for needs it off.
  case trackingIsOn = "TRACKING_IS_ON"
  /// No asset is bound.
  case assetNotBound = "ASSET_NOT_BOUND"
  /// The asset was bound to another device.
  case assetTaken = "ASSET_TAKEN"
  /// The asset's id is empty.
  case assetIdEmpty = "ASSET_ID_EMPTY"
  /// The asset's name is empty.
  case assetNameEmpty = "ASSET_NAME_EMPTY"
  /// The board's configuration names the asset, and only it can change that.
  case assetConfigured = "ASSET_CONFIGURED"
  /// The trip's name is empty.
  case tripNameEmpty = "TRIP_NAME_EMPTY"
  /// A trip is running already.
  case tripInProgress = "TRIP_IN_PROGRESS"
  /// No trip is running, and none was named.
  case noActiveTrip = "NO_ACTIVE_TRIP"
  /// There is no API key yet.
  case notInitialized = "NOT_INITIALIZED"
  /// No board stands behind the SDK.
  case noBoard = "NO_BOARD"
  /// What was given cannot be used as it is.
  case invalidArgument = "INVALID_ARGUMENT"
  /// The server has no such asset or trip.
  case notFound = "NOT_FOUND"
  /// The server does not accept the API key.
  case keyRefused = "KEY_REFUSED"
  /// The server refuses the request for good.
  case serverRefused = "SERVER_REFUSED"
  /// The server could not be asked, or did not answer as it should; a later try may succeed.
  case serverUnavailable = "SERVER_UNAVAILABLE"
  /// The board's store cannot be read or written.
  case storeFailed = "STORE_FAILED"

  /// The SDK's spelling.
  public static let UN_UPLOADED_LOCATION_DATA = AssetTrackingApiExceptionType.unUploadedLocationData

  /// Whether a rule of tracking refuses the call, and not a server, a disk or a wrong word.
  public var isRule: Bool {
    switch self {
    case .unUploadedLocationData, .trackingIsOn, .assetNotBound, .assetTaken, .assetConfigured, .tripInProgress,
      .noActiveTrip, .notInitialized, .assetIdEmpty, .assetNameEmpty, .tripNameEmpty:
      true
    case .noBoard, .invalidArgument, .notFound, .keyRefused, .serverRefused, .serverUnavailable, .storeFailed: false
    }
  }
}

/// A call of the SDK that did not do what it was asked for.
public struct AssetTrackingApiException: LocalizedError, Hashable, CustomStringConvertible {
  /// The stable code.
  public let type: AssetTrackingApiExceptionType
  /// One sentence: what failed, why, what to do. It never holds the API key.
  public let message: String

  /// An error of that kind with its own sentence, or the kind's.
  public init(_ type: AssetTrackingApiExceptionType, _ message: String? = nil) {
    self.type = type
    self.message = message ?? type.sentence
  }

  /// The code and the sentence.
  public var description: String { "\(type.rawValue): \(message)" }
  /// The code and the sentence, under the name that Apple's Foundation gives it.
  public var localizedDescription: String { description }
  /// The same again, for programs that import the whole Foundation.
  public var errorDescription: String? { description }
}

extension AssetTrackingApiException {
  /// The SDK's error for one of the server's port.
  init(_ error: AssetServiceError) {
    let type: AssetTrackingApiExceptionType =
      switch error.kind {
      case .invalid: .invalidArgument
      case .noAnswer, .unavailable, .unreadable: .serverUnavailable
      case .denied: .keyRefused
      case .notFound: .notFound
      case .assetTaken: .assetTaken
      case .refused: .serverRefused
      }
    self.init(type, error.description)
  }

  /// The SDK's error for any other: what is left are the store's.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as AssetTrackingApiException: error
      case let error as AssetServiceError: AssetTrackingApiException(error)
      default: AssetTrackingApiException(.storeFailed, "\(error)")
      }
  }
}

extension AssetTrackingApiExceptionType {
  /// The sentence of a rule that needs no details.
  fileprivate var sentence: String {
    switch self {
    case .unUploadedLocationData: "points of another asset wait for upload; send them first, or force the bind"
    case .trackingIsOn: "tracking is on; stop it first"
    case .assetNotBound: "no asset is bound; bind one first"
    case .assetTaken: "the asset was bound to another device; bind it again to take it back"
    case .assetIdEmpty: "the asset's id is empty; give one"
    case .assetNameEmpty: "the asset's name is empty; give one"
    case .assetConfigured: "the configuration names the asset; change asset.id there, or remove it"
    case .tripNameEmpty: "the trip's name is empty; give one"
    case .tripInProgress: "a trip is running; end it first"
    case .noActiveTrip: "no trip is running; start one, or give a trip's id"
    case .notInitialized: "there is no API key; call initialize(apiKey:), or set server.key in the configuration"
    case .noBoard: "no board stands behind the SDK; start one with LinuxBoard first"
    case .invalidArgument: "what was given cannot be used"
    case .notFound: "the server has no such asset or trip"
    case .keyRefused: "the server does not accept the API key"
    case .serverRefused: "the server refuses the request"
    case .serverUnavailable: "the server cannot be reached; try again later"
    case .storeFailed: "the board's store cannot be written"
    }
  }
}
