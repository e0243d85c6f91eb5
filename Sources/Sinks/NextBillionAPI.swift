public import Delivery
public import HTTPClient
import JSON

/// Asks a server with NextBillion's Live Tracking API about assets and trips. Calls block, and belong to the client's
/// thread.
public final class NextBillionAPI: AssetService {
  private let server: NextBillionServer
  private let client: HTTPClient

  /// An API client that asks `server` through `client`.
  public init(_ server: NextBillionServer, client: HTTPClient) {
    self.server = server
    self.client = client
  }

  /// Makes an asset; it is not bound to this device yet.
  public func createAsset(_ asset: NewAsset) throws(AssetServiceError) -> String {
    try ask("create the asset", server.createAsset(asset), for: "id") { $0?.name("id") }
  }

  /// The asset as it is.
  public func asset(_ id: String) throws(AssetServiceError) -> Asset {
    try ask("read asset '\(printable(id))'", server.asset(id), for: "asset") { Asset($0?["asset"]) }
  }

  /// Changes the parts of an asset that are given.
  public func updateAsset(_ id: String, _ change: AssetChange) throws(AssetServiceError) {
    try ask("update asset '\(printable(id))'", server.updateAsset(id, change))
  }

  /// Adds attributes, or changes those that are there; others stay.
  public func mergeAttributes(_ id: String, _ attributes: [String: String]) throws(AssetServiceError) {
    try ask("change attributes of asset '\(printable(id))'", server.mergeAttributes(id, attributes))
  }

  /// Makes a device the one that reports for the asset.
  public func bindAsset(_ id: String, deviceID: String) throws(AssetServiceError) {
    try ask("bind asset '\(printable(id))'", server.bind(assetID: id, deviceID: deviceID))
  }

  /// Where the asset was last; nil before its first location.
  public func lastLocation(_ id: String) throws(AssetServiceError) -> TrackLocation? {
    let data = try ask("read where asset '\(printable(id))' is", server.lastLocation(id))
    return TrackLocation(data?["location"])
  }

  /// Starts a trip of an asset.
  public func startTrip(_ trip: NewTrip, assetID: String) throws(AssetServiceError) -> String {
    try ask("start the trip", server.startTrip(trip, assetID: assetID), for: "id") { $0?.name("id") }
  }

  /// Changes the parts of a running trip that are given.
  public func updateTrip(_ id: String, _ change: TripChange, assetID: String) throws(AssetServiceError) {
    try ask("update trip '\(printable(id))'", server.updateTrip(id, change, assetID: assetID))
  }

  /// Ends a running trip.
  public func endTrip(_ id: String) throws(AssetServiceError) {
    try ask("end trip '\(printable(id))'", server.endTrip(id))
  }

  /// The trip as it is.
  public func trip(_ id: String) throws(AssetServiceError) -> Trip {
    try ask("read trip '\(printable(id))'", server.trip(id), for: "trip") { Trip($0?["trip"]) }
  }

  /// What came of a trip that is over.
  public func tripSummary(_ id: String) throws(AssetServiceError) -> TripSummary {
    try ask("read the summary of trip '\(printable(id))'", server.tripSummary(id), for: "trip") {
      TripSummary($0?["trip"])
    }
  }

  /// Removes a trip.
  public func deleteTrip(_ id: String) throws(AssetServiceError) {
    try ask("delete trip '\(printable(id))'", server.deleteTrip(id))
  }

  @discardableResult
  private func ask(_ act: String, _ request: HTTPRequest) throws(AssetServiceError) -> JSONValue? {
    try answer(act, request).data(act)
  }

  private func ask<Thing>(
    _ act: String, _ request: HTTPRequest, for name: String, read: (JSONValue?) -> Thing?
  ) throws(AssetServiceError) -> Thing {
    let answer = try answer(act, request)
    guard let thing = read(try answer.data(act)) else { throw answer.lacks(name, act) }
    return thing
  }

  private func answer(_ act: String, _ request: HTTPRequest) throws(AssetServiceError) -> NextBillionAnswer {
    do throws(HTTPClientError) {
      return NextBillionAnswer(try client.perform(request))
    } catch {
      throw AssetServiceError(.noAnswer, "cannot \(act): \(error)")
    }
  }
}

extension NextBillionServer {
  /// The name that servers see: the program and, where one is set, the user's id, as the SDK sends it.
  ///
  /// - Parameter userID: any text; what a header field cannot hold is percent-encoded.
  public static func userAgent(_ program: String, userID: String?) -> String {
    guard let userID, !userID.isEmpty else { return program }
    return "\(program) (user \(percentEncoded(userID)))"
  }
}
