import Delivery

/// What the rules of asset tracking look at.
struct AssetRules: Hashable {
  /// The server that bindings are for.
  var server: String
  /// Whether there is an API key.
  var hasKey = false
  /// The asset that the board's configuration names; nil leaves the choice to the calls.
  var configuredAsset: String?
  /// The asset that is bound.
  var binding: Binding?
  /// Whether another device took it.
  var isTaken = false
  /// Whether tracking is on.
  var isRunning = false
  /// The trip that is running.
  var activeTrip: String?

  /// What a bind that the rules allow consists of.
  struct Bind: Hashable {
    /// The asset's id without the spaces around it.
    let assetID: String
    /// Whether the points that wait are to be cleared once the server has accepted the bind.
    let clearsWaiting: Bool
  }

  /// May an asset of that name be created?
  func create(name: String) throws(AssetTrackingApiException) {
    if trimmed(name).isEmpty { throw AssetTrackingApiException(.assetNameEmpty) }
    if isRunning { throw AssetTrackingApiException(.trackingIsOn, "tracking is on; stop it before creating an asset") }
    try needKey()
  }

  /// May this asset be bound, and at what cost?
  ///
  /// - Parameter waiting: how many points wait for upload.
  func bind(_ id: String, force: Bool, waiting: Int) throws(AssetTrackingApiException) -> Bind {
    let id = trimmed(id)
    if id.isEmpty { throw AssetTrackingApiException(.assetIdEmpty) }
    // A space would end the id where the binding is remembered; no server's id has one.
    if id.contains(where: \.isWhitespace) {
      throw AssetTrackingApiException(.invalidArgument, "an asset's id has no spaces: '\(id)'")
    }
    if let configuredAsset, configuredAsset != id { throw AssetTrackingApiException(.assetConfigured) }
    try needKey()
    // The same asset is always fine: programs bind it at every start.
    if binding?.assetID == id { return Bind(assetID: id, clearsWaiting: false) }
    if isRunning {
      throw AssetTrackingApiException(.trackingIsOn, "tracking is on; stop it before binding another asset")
    }
    guard waiting > 0 else { return Bind(assetID: id, clearsWaiting: false) }
    guard force else {
      let owner = binding.map { "asset \($0.assetID)" } ?? "another asset"
      throw AssetTrackingApiException(
        .unUploadedLocationData, "\(waiting) \(waiting == 1 ? "point" : "points") of \(owner) wait for upload")
    }
    return Bind(assetID: id, clearsWaiting: true)
  }

  /// May tracking start?
  ///
  /// - Returns: the binding to track for.
  func start() throws(AssetTrackingApiException) -> Binding {
    let binding = try bound()
    if isTaken { throw AssetTrackingApiException(.assetTaken) }
    try needKey()
    return binding
  }

  /// The asset that a call is about that needs one.
  func bound() throws(AssetTrackingApiException) -> Binding {
    guard let binding else { throw AssetTrackingApiException(.assetNotBound) }
    return binding
  }

  /// May the asset be changed to that name?
  func update(name: String) throws(AssetTrackingApiException) -> String {
    if trimmed(name).isEmpty { throw AssetTrackingApiException(.assetNameEmpty) }
    let assetID = try bound().assetID
    try needKey()
    return assetID
  }

  /// May a trip of that name start?
  ///
  /// - Returns: the asset that makes it.
  func startTrip(name: String) throws(AssetTrackingApiException) -> String {
    if trimmed(name).isEmpty { throw AssetTrackingApiException(.tripNameEmpty) }
    if activeTrip != nil { throw AssetTrackingApiException(.tripInProgress) }
    return try start().assetID
  }

  /// The trip that a call is about: the one it names, else the running one.
  func trip(_ id: String?) throws(AssetTrackingApiException) -> String {
    try needKey()
    if let id = id.map(trimmed), !id.isEmpty { return id }
    guard let activeTrip else { throw AssetTrackingApiException(.noActiveTrip) }
    return activeTrip
  }

  /// There must be a key to ask the server with.
  func needKey() throws(AssetTrackingApiException) {
    if !hasKey { throw AssetTrackingApiException(.notInitialized) }
  }
}

/// The text without white space and line ends around it.
func trimmed(_ text: String) -> String {
  let rest = text.drop(while: \.isWhitespace)
  let end = rest.lastIndex { !$0.isWhitespace }
  return end.map { String(rest[...$0]) } ?? ""
}
