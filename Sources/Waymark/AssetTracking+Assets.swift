public import Delivery

extension AssetTracking {
  /// What a call that failed is told to.
  public typealias ErrorHandler = (AssetTrackingApiException) -> Void

  /// Makes an asset; it is not bound yet. `completionHandler` gets the answer, whose `data.id` is the asset's id.
  public func createAsset(
    assetProfile: AssetProfile, completionHandler: @escaping (AssetCreationResponse) -> Void,
    errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { AssetCreationResponse(id: try await $0.createAsset(assetProfile)) }
  }

  /// Makes an asset; it is not bound yet.
  ///
  /// - Throws: `AssetTrackingApiException`: `ASSET_NAME_EMPTY`, `TRACKING_IS_ON`, `SERVER_REFUSED` (a custom id that is
  ///   taken, for one) and those of any call to the server.
  public func createAsset(assetProfile: AssetProfile) async throws -> AssetCreationResponse {
    AssetCreationResponse(id: try await ask { try await $0.createAsset(assetProfile) })
  }

  /// Makes this board the one that reports for the asset. `completionHandler` gets the server's status, 200.
  public func bindAsset(
    assetId: String, completionHandler: @escaping (Int) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { control in
      _ = try await control.bindAsset(assetId, force: false)
      return 200
    }
  }

  /// Makes this board the one that reports for the asset.
  ///
  /// - Throws: `AssetTrackingApiException`: `UN_UPLOADED_LOCATION_DATA` when points of another asset wait,
  ///   `TRACKING_IS_ON` for another asset than the one tracked, `ASSET_ID_EMPTY`, `ASSET_CONFIGURED`, and those of any
  ///   call to the server.
  public func bindAsset(assetId: String) async throws {
    _ = try await ask { try await $0.bindAsset(assetId, force: false) }
  }

  /// The same, but points of another asset that wait are cleared once the server has said yes.
  public func forceBindAsset(
    assetId: String, completionHandler: @escaping (Int) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { control in
      _ = try await control.bindAsset(assetId, force: true)
      return 200
    }
  }

  /// The same, but points of another asset that wait are cleared once the server has said yes.
  public func forceBindAsset(assetId: String) async throws {
    _ = try await ask { try await $0.bindAsset(assetId, force: true) }
  }

  /// Changes the asset that is bound. `completionHandler` gets the server's status, 200.
  public func updateAsset(
    assetProfile: UpdateAssetProfile, completionHandler: @escaping (Int) -> Void,
    errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { control in
      try await control.updateAsset(assetProfile)
      return 200
    }
  }

  /// Changes the asset that is bound by what is given; the custom id is fixed and left out.
  public func updateAsset(
    assetProfile: AssetProfile, completionHandler: @escaping (Int) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    let change = UpdateAssetProfile(
      name: assetProfile.name, description: assetProfile.description, attributes: assetProfile.attributes)
    updateAsset(assetProfile: change, completionHandler: completionHandler, errorHandler: errorHandler)
  }

  /// Changes the asset that is bound.
  ///
  /// - Throws: `AssetTrackingApiException`: `ASSET_NAME_EMPTY`, `ASSET_NOT_BOUND` and those of any call to the server.
  public func updateAsset(assetProfile: UpdateAssetProfile) async throws {
    try await ask { try await $0.updateAsset(assetProfile) }
  }

  /// Asks the server for the asset that is bound.
  public func getAssetDetail(completionHandler: @escaping (Asset) -> Void, errorHandler: @escaping ErrorHandler) {
    perform(completionHandler, errorHandler) { try await $0.assetDetail() }
  }

  /// Asks the server for the asset that is bound.
  ///
  /// - Throws: `AssetTrackingApiException`: `ASSET_NOT_BOUND` and those of any call to the server.
  public func getAssetDetail() async throws -> Asset { try await ask { try await $0.assetDetail() } }

  /// The upload log, newest first: the batch that is sent next, and those that are done with.
  public func uploadLog(
    limit: Int, completionHandler: @escaping ([UploadLogRecord]) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.uploadLog(limit) }
  }

  /// The upload log, newest first: the batch that is sent next, and those that are done with.
  public func uploadLog(limit: Int) async throws -> [UploadLogRecord] {
    try await ask { try await $0.uploadLog(limit) }
  }
}
