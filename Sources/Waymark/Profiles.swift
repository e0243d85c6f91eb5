public import Delivery

/// An asset as the server has it.
public typealias Asset = Delivery.Asset
/// A trip as the server has it.
public typealias Trip = Delivery.Trip
/// A trip that is over, and what came of it.
public typealias TripSummary = Delivery.TripSummary
/// A place where a trip is to stop.
public typealias TripStop = Delivery.TripStop

/// What an asset is to be called.
public struct AssetProfile: Hashable, Sendable {
  /// The id it is to have for good, of letters, digits, `-` and `_`; nil or empty lets the server choose.
  public var customId: String?
  /// For people; must not be empty.
  public var name: String
  /// For people.
  public var description: String?
  /// At most 100 pairs.
  public var attributes: [String: String]?

  /// A profile of that name.
  public init(
    name: String, customId: String? = nil, description: String? = nil, attributes: [String: String]? = nil
  ) {
    self.customId = customId
    self.name = name
    self.description = description
    self.attributes = attributes
  }

  /// The same, in the order and with the labels that older programs use.
  public init(customId: String?, assetDescription: String?, name: String, attributes: [String: String]) {
    self.init(name: name, customId: customId, description: assetDescription, attributes: attributes)
  }

  /// The description, under its older name.
  public var assetDescription: String? {
    get { description }
    set { description = newValue }
  }
}

/// What is to be different about the asset that is bound.
public struct UpdateAssetProfile: Hashable, Sendable {
  /// For people; must not be empty.
  public var name: String
  /// For people; nil leaves it as it is.
  public var description: String?
  /// Replaces all attributes there were; nil leaves them.
  public var attributes: [String: String]?

  /// A change.
  public init(name: String, description: String? = nil, attributes: [String: String]? = nil) {
    self.name = name
    self.description = description
    self.attributes = attributes
  }
}

/// The answer to a creation.
public struct AssetCreationResponse: Hashable, Sendable {
  /// What it holds.
  public struct Created: Hashable, Sendable {
    /// The new asset's id.
    public let id: String
  }

  /// `Ok`.
  public let status: String
  /// The new asset.
  public let data: Created

  init(id: String) {
    status = "Ok"
    data = Created(id: id)
  }
}

/// What a trip is to be called.
public struct TripProfile: Hashable, Sendable {
  /// The id it is to have for good, of letters, digits, `-` and `_`; nil lets the server choose.
  public var customId: String?
  /// For people; must not be empty.
  public var name: String
  /// For people.
  public var description: String?
  /// At most 100 pairs.
  public var attributes: [String: String]?
  /// A JSON object as text.
  public var metaData: String?
  /// Where it is to stop, in order.
  public var stops: [TripStop]?

  /// A profile of that name.
  public init(
    name: String, customId: String? = nil, description: String? = nil, attributes: [String: String]? = nil,
    metaData: String? = nil, stops: [TripStop]? = nil
  ) {
    self.customId = customId
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
    self.stops = stops
  }
}

/// What is to be different about a running trip.
public struct TripUpdateProfile: Hashable, Sendable {
  /// For people; must not be empty.
  public var name: String
  /// For people; nil leaves it as it is.
  public var description: String?
  /// Replaces all attributes there were; nil leaves them.
  public var attributes: [String: String]?
  /// A JSON object as text; nil leaves it as it is.
  public var metaData: String?
  /// Replaces all stops there were; nil leaves them.
  public var stops: [TripStop]?

  /// A change.
  public init(
    name: String, description: String? = nil, attributes: [String: String]? = nil, metaData: String? = nil,
    stops: [TripStop]? = nil
  ) {
    self.name = name
    self.description = description
    self.attributes = attributes
    self.metaData = metaData
    self.stops = stops
  }
}

/// The same under its other name.
public typealias UpdateTripProfile = TripUpdateProfile

extension AssetProfile {
  var forServer: NewAsset {
    let id = customId.flatMap { $0.isEmpty ? nil : $0 }
    return NewAsset(customID: id, name: name, description: description, attributes: attributes)
  }
}

extension UpdateAssetProfile {
  var forServer: AssetChange { AssetChange(name: name, description: description, attributes: attributes) }
}

extension TripProfile {
  var forServer: NewTrip {
    NewTrip(
      customID: customId.flatMap { $0.isEmpty ? nil : $0 }, name: name, description: description,
      attributes: attributes, metaData: metaData, stops: stops)
  }
}

extension TripUpdateProfile {
  var forServer: TripChange {
    TripChange(name: name, description: description, attributes: attributes, metaData: metaData, stops: stops)
  }
}
