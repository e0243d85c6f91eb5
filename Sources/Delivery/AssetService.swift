/// What a device asks of the server about its asset and its trips.
///
/// Calls block until the server has answered or the network has given up, so they belong on the network's thread. Each
/// asks once: whether to ask again is the caller's decision, by the error's kind.
public protocol AssetService: AnyObject {
  /// Makes an asset; it is not bound to this device yet.
  ///
  /// - Returns: its id, which is the custom id where one was given.
  /// - Throws: kind `refused` when there is an asset of that custom id already.
  func createAsset(_ asset: NewAsset) throws(AssetServiceError) -> String
  /// The asset as it is.
  func asset(_ id: String) throws(AssetServiceError) -> Asset
  /// Changes the parts of an asset that are given.
  func updateAsset(_ id: String, _ change: AssetChange) throws(AssetServiceError)
  /// Adds attributes, or changes those that are there; others stay.
  func mergeAttributes(_ id: String, _ attributes: [String: String]) throws(AssetServiceError)
  /// Makes a device the one that reports for the asset; the one before it learns so at its next upload.
  func bindAsset(_ id: String, deviceID: String) throws(AssetServiceError)
  /// Where the asset was last; nil before its first location.
  func lastLocation(_ id: String) throws(AssetServiceError) -> TrackLocation?

  /// Starts a trip of an asset.
  ///
  /// - Returns: the trip's id, which is the custom id where one was given.
  func startTrip(_ trip: NewTrip, assetID: String) throws(AssetServiceError) -> String
  /// Changes the parts of a running trip that are given; another asset's id moves the trip to that asset.
  func updateTrip(_ id: String, _ change: TripChange, assetID: String) throws(AssetServiceError)
  /// Ends a running trip.
  func endTrip(_ id: String) throws(AssetServiceError)
  /// The trip as it is.
  func trip(_ id: String) throws(AssetServiceError) -> Trip
  /// What came of a trip that is over.
  func tripSummary(_ id: String) throws(AssetServiceError) -> TripSummary
  /// Removes a trip; every later call about it fails with kind `notFound`.
  func deleteTrip(_ id: String) throws(AssetServiceError)
}

/// Why a call about an asset or a trip did not succeed.
public struct AssetServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What may be done about it.
  public enum Kind: String, Sendable {
    /// It was not sent: what was given cannot be put into a request (meta data that is no JSON object).
    case invalid
    /// No answer: the network, the server's address or its certificate. The server may have acted even so.
    case noAnswer
    /// A fault or a limit of the server that a later try may find gone (408, 429, 5xx), or an answer that did not come
    /// from the server (a hotspot's login page).
    case unavailable
    /// The key is missing, wrong, or not allowed to do this (401, 403).
    case denied
    /// There is no such asset or trip (404).
    case notFound
    /// The asset is bound to another device (460).
    case assetTaken
    /// The server refuses this request for good (other 4xx).
    case refused
    /// The server said yes, but not what was asked for.
    case unreadable
  }

  /// What may be done about it.
  public let kind: Kind
  /// The HTTP status; nil without an answer.
  public let status: Int?
  /// The word in the answer's `status`, such as `NotFound`.
  public let serverStatus: String?
  /// The server's own words.
  public let serverMessage: String?
  /// How long the server asks to wait before the next call.
  public let retryAfterSeconds: Int?
  /// One sentence: what failed and why.
  public let description: String

  /// An error with what is known of the answer.
  public init(
    _ kind: Kind, _ description: String, status: Int? = nil, serverStatus: String? = nil,
    serverMessage: String? = nil, retryAfterSeconds: Int? = nil
  ) {
    self.kind = kind
    self.description = description
    self.status = status
    self.serverStatus = serverStatus
    self.serverMessage = serverMessage
    self.retryAfterSeconds = retryAfterSeconds
  }
}
