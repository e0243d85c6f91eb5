public import Delivery

extension TrackingControl {
  /// Makes an asset, and remembers how it was asked for; it is not bound yet.
  ///
  /// - Returns: its id.
  public func createAsset(_ profile: AssetProfile) async throws -> String {
    try rules.create(name: profile.name)
    let id = try await onServer { try $0.createAsset(profile.forServer) }
    let created = CreatedAsset(id: id, profile: profile)
    try await onDisk { try created.remember(in: $0) }
    memory.createdAsset = created
    return id
  }

  /// Makes this board the one that reports for an asset. Points of another asset that wait are a reason to refuse;
  /// forced, they are cleared once the server has said yes.
  ///
  /// - Returns: the asset's id, without spaces around it.
  public func bindAsset(_ id: String, force: Bool) async throws -> String {
    try await inTurn { control in
      let waiting = try await control.onDisk { $0.state.waiting }
      let plan = try control.rules.bind(id, force: force, waiting: waiting)
      let deviceID = control.memory.deviceID
      try await control.onServer { try $0.bindAsset(plan.assetID, deviceID: deviceID) }
      let binding = Binding(assetID: plan.assetID, server: control.rules.server)
      try await control.onDisk { store in
        // In this order: a power cut in between must not leave the old points under the new name.
        if plan.clearsWaiting { _ = try store.removeAll() }
        try store.set(.boundAsset, to: binding.text)
        if try store.text(.stopReason) == TrackingDisableType.assetTaken.rawValue {
          try store.set(.stopReason, to: nil)
        }
      }
      control.bound(binding)
      return plan.assetID
    }
  }

  private func bound(_ binding: Binding) {
    memory.binding = binding
    rules.binding = binding
    rules.isTaken = false
    if memory.stopReason == .assetTaken { memory.stopReason = nil }
    changed()
  }

  /// Changes the asset that is bound.
  public func updateAsset(_ profile: UpdateAssetProfile) async throws {
    let id = try rules.update(name: profile.name)
    try await onServer { try $0.updateAsset(id, profile.forServer) }
  }

  /// The asset that is bound, as the server has it.
  public func assetDetail() async throws -> Asset {
    let id = try rules.bound().assetID
    return try await onServer { try $0.asset(id) }
  }
}

extension TrackingControl {
  /// Starts a trip of the asset that is bound, and tracking with it unless told otherwise.
  ///
  /// - Returns: its id.
  public func startTrip(_ profile: TripProfile, turnOnTracking: Bool) async throws -> String {
    let id = try await inTurn { control in
      let assetID = try control.rules.startTrip(name: profile.name)
      let id = try await control.onServer { try $0.startTrip(profile.forServer, assetID: assetID) }
      try await control.remember(trip: id)
      return id
    }
    changed(.trip(id, .started))
    if turnOnTracking { try await startTracking() }
    return id
  }

  /// Changes a running trip: the one named, else the active one.
  ///
  /// - Returns: its id.
  public func updateTrip(_ id: String?, _ profile: TripUpdateProfile) async throws -> String {
    if trimmed(profile.name).isEmpty { throw AssetTrackingApiException(.tripNameEmpty) }
    let assetID = try rules.bound().assetID
    let id = try rules.trip(id)
    try await onServer { try $0.updateTrip(id, profile.forServer, assetID: assetID) }
    changed(.trip(id, .updated))
    return id
  }

  /// Ends the active trip.
  ///
  /// - Returns: its id.
  public func endTrip() async throws -> String {
    let id = try rules.trip(nil)
    do {
      try await onServer { try $0.endTrip(id) }
    } catch let error as AssetTrackingApiException where error.type == .notFound {
      // Removed elsewhere: there is nothing left to end, and no use in remembering it.
      try await remember(trip: nil)
      throw error
    }
    try await remember(trip: nil)
    changed(.trip(id, .ended))
    return id
  }

  /// A trip as the server has it: the one named, else the active one.
  public func trip(_ id: String?) async throws -> Trip {
    let id = try rules.trip(id)
    return try await onServer { try $0.trip(id) }
  }

  /// What came of a trip that is over.
  public func tripSummary(_ id: String) async throws -> TripSummary {
    let id = try rules.trip(id)
    return try await onServer { try $0.tripSummary(id) }
  }

  /// Removes a trip; every later call about it fails.
  ///
  /// - Returns: its id.
  public func deleteTrip(_ id: String) async throws -> String {
    let id = try rules.trip(id)
    try await onServer { try $0.deleteTrip(id) }
    if rules.activeTrip == id { try await remember(trip: nil) }
    changed(.trip(id, .deleted))
    return id
  }

  private func remember(trip id: String?) async throws {
    try await onDisk { try $0.set(.activeTrip, to: id) }
    memory.activeTrip = id
    rules.activeTrip = id
    changed()
  }
}
