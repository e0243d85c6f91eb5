public import Delivery

extension AssetTracking {
  /// Starts a trip of the asset that is bound, and tracking with it unless told otherwise. `completionHandler` gets the
  /// trip's id.
  public func startTrip(
    tripProfile: TripProfile, turnOnTracking: Bool = true, completionHandler: @escaping (String) -> Void,
    errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.startTrip(tripProfile, turnOnTracking: turnOnTracking) }
  }

  /// Starts a trip of the asset that is bound, and tracking with it unless told otherwise; gives the trip's id.
  ///
  /// - Throws: `AssetTrackingApiException`: `TRIP_NAME_EMPTY`, `TRIP_IN_PROGRESS`, `ASSET_NOT_BOUND`, `ASSET_TAKEN` and
  ///   those of any call to the server.
  public func startTrip(tripProfile: TripProfile, turnOnTracking: Bool = true) async throws -> String {
    try await ask { try await $0.startTrip(tripProfile, turnOnTracking: turnOnTracking) }
  }

  /// Changes a running trip: the one named, else the active one.
  public func updateTrip(
    tripId: String? = nil, tripProfile: TripUpdateProfile, completionHandler: @escaping (String) -> Void,
    errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.updateTrip(tripId, tripProfile) }
  }

  /// Changes a running trip: the one named, else the active one; gives its id.
  ///
  /// - Throws: `AssetTrackingApiException`: `TRIP_NAME_EMPTY`, `NO_ACTIVE_TRIP`, `ASSET_NOT_BOUND` and those of any call
  ///   to the server.
  public func updateTrip(tripId: String? = nil, tripProfile: TripUpdateProfile) async throws -> String {
    try await ask { try await $0.updateTrip(tripId, tripProfile) }
  }

  /// Ends the active trip.
  public func endTrip(completionHandler: @escaping (String) -> Void, errorHandler: @escaping ErrorHandler) {
    perform(completionHandler, errorHandler) { try await $0.endTrip() }
  }

  /// Ends the active trip; gives its id.
  ///
  /// - Throws: `AssetTrackingApiException`: `NO_ACTIVE_TRIP` and those of any call to the server.
  public func endTrip() async throws -> String { try await ask { try await $0.endTrip() } }

  /// Asks the server for a trip: the one named, else the active one.
  public func getTrip(
    tripId: String? = nil, completionHandler: @escaping (Trip) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.trip(tripId) }
  }

  /// Asks the server for a trip: the one named, else the active one.
  public func getTrip(tripId: String? = nil) async throws -> Trip { try await ask { try await $0.trip(tripId) } }

  /// Asks the server what came of a trip that is over.
  public func tripSummary(
    tripId: String, completionHandler: @escaping (TripSummary) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.tripSummary(tripId) }
  }

  /// Asks the server what came of a trip that is over.
  public func tripSummary(tripId: String) async throws -> TripSummary {
    try await ask { try await $0.tripSummary(tripId) }
  }

  /// The same, in the SDK's spelling.
  public func tripSummaray(
    tripId: String, completionHandler: @escaping (TripSummary) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    tripSummary(tripId: tripId, completionHandler: completionHandler, errorHandler: errorHandler)
  }

  /// Removes a trip; every later call about it fails.
  public func deleteTrip(
    tripId: String, completionHandler: @escaping (String) -> Void, errorHandler: @escaping ErrorHandler
  ) {
    perform(completionHandler, errorHandler) { try await $0.deleteTrip(tripId) }
  }

  /// Removes a trip; gives its id.
  public func deleteTrip(tripId: String) async throws -> String { try await ask { try await $0.deleteTrip(tripId) } }
}
