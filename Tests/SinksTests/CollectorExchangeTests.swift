import Collector
import Delivery
import GNSS
import HTTPClient
import Sampling
import Testing

@testable import Sinks

@Suite("Sinks and the collector, over a socket")
struct CollectorExchangeTests {
  @Test("an asset comes back as it was made and changed, whatever its letters")
  func asset() throws {
    let server = try CollectorServer()
    let name = "Zürich \"7\" 🚚\\ 東京 \u{1}"
    let id = try server.api.createAsset(
      NewAsset(
        customID: "van", name: name, description: "d", attributes: ["ключ": "значение", "a": ""],
        metaData: #"{"x":[1,null,"ü"]}"#))
    #expect(id == "van")
    var asset = try server.api.asset("van")
    #expect(asset.name == name)
    #expect(asset.attributes == ["ключ": "значение", "a": ""])
    #expect(asset.metaData == #"{"x":[1,null,"ü"]}"#)
    #expect(asset.deviceID == nil)
    #expect(asset.latestLocation == nil)
    #expect(asset.createdAt.map { $0.millisecondsSince1970 > 1_600_000_000_000 } == true)

    try server.api.updateAsset("van", AssetChange(name: "new", attributes: ["b": "1", "c": "2"]))
    try server.api.mergeAttributes("van", ["c": "3"])
    try server.api.bindAsset("van", deviceID: "gerät-1")
    asset = try server.api.asset("van")
    #expect(asset.name == "new")
    #expect(asset.description == "d")
    #expect(asset.attributes == ["b": "1", "c": "3"])
    #expect(asset.deviceID == "gerät-1")
  }

  @Test("an id of the server's own choice can be used, one that is taken is refused")
  func ids() throws {
    let server = try CollectorServer()
    let id = try server.api.createAsset(NewAsset(name: nil))
    #expect(try server.api.asset(id).id == id)
    let error = failure(of: { try server.api.createAsset(NewAsset(customID: id, name: nil)) })
    #expect(error?.kind == .refused)
    #expect(error?.status == 422)
    #expect(error?.serverMessage?.contains(id) == true)
  }

  @Test("points arrive in the right units, and a repeat of the batch adds none")
  func points() throws {
    let server = try CollectorServer()
    try server.prepareAsset()
    #expect(try server.api.lastLocation("van") == nil)
    let batch = try batch(points: 3)
    for _ in 0..<2 { #expect(server.sink.deliver(batch) == .accepted(answer: "200")) }
    #expect(try server.points(of: "van") == 3)
    var expected = TrackLocation(latitude: 48.208146014, longitude: -16.000000007)
    expected.time = UTCInstant(millisecondsSince1970: 1_796_043_600_125)
    expected.accuracyMetres = 2.5
    expected.speedMetresPerSecond = 13.89
    expected.bearingDegrees = 359.999
    expected.batteryPercent = 87
    expected.trackingMode = "ACTIVE"
    #expect(try server.api.lastLocation("van") == expected)
    #expect(try server.api.asset("van").latestLocation == expected)
  }

  @Test("a second device that binds takes the asset from the first, which hears so at its next upload")
  func assetTaken() throws {
    let server = try CollectorServer()
    try server.prepareAsset()
    #expect(server.sink.bind(assetID: "van", deviceID: "other") == .accepted(answer: "200"))
    #expect(server.sink.deliver(try batch(points: 1)) == .assetTaken)
    #expect(try server.points(of: "van") == 0)
    #expect(server.sink.bind(assetID: "van", deviceID: "board") == .accepted(answer: "200"))
    #expect(server.sink.deliver(try batch(points: 1)) == .accepted(answer: "200"))
  }

  @Test("a batch whose answer was lost is stored once when it is sent again")
  func lostAnswer() throws {
    let server = try CollectorServer(failing: "track:1=lost,track:2=reset,track:3=503:7s")
    try server.prepareAsset()
    let batch = try batch(points: 30)
    // curl sends a request anew by itself when a connection it had used before was closed: this is two of them.
    guard case .fault(_, nil) = server.sink.deliver(batch) else {
      Issue.record("the lost answer was taken for one")
      return
    }
    #expect(try server.points(of: "van") == 30)
    guard case .fault(_, 7) = server.sink.deliver(batch) else {
      Issue.record("the busy server's answer did not come")
      return
    }
    #expect(server.sink.deliver(batch) == .accepted(answer: "200"))
    #expect(try server.points(of: "van") == 30)
  }

  @Test("a server whose name cannot be resolved is named, and asked again later")
  func lostName() throws {
    var limits = HTTPLimits()
    // Where no name server answers, this is how long it is waited for.
    limits.connectMilliseconds = 1_000
    let server = try NextBillionServer(base: "http://waymark.invalid", key: "k", limits: limits)
    let sink = NextBillionSink(server, client: try HTTPClient(userAgent: "test"))
    for outcome in [sink.bind(assetID: "van", deviceID: "board"), sink.deliver(try batch(points: 1))] {
      guard case .retry(let reason, nil) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(reason.contains("waymark.invalid"))
    }
  }

  @Test("a trip comes back as it was started and changed, and ends with a summary")
  func trip() throws {
    let server = try CollectorServer()
    try server.prepareAsset()
    let stops = [TripStop(name: "Dépôt", metaData: #"{"gate":2}"#, geofenceID: "g"), TripStop()]
    let id = try server.api.startTrip(
      NewTrip(
        customID: "t", name: "Tour 1 – Süd", description: "d", attributes: ["a": "b"], metaData: "{}", stops: stops),
      assetID: "van")
    #expect(id == "t")
    try server.api.updateTrip("t", TripChange(name: "Tour 2"), assetID: "van")
    let trip = try server.api.trip("t")
    #expect(trip.name == "Tour 2")
    #expect(trip.description == "d")
    #expect(trip.state == .active)
    #expect(trip.assetID == "van")
    #expect(trip.attributes == ["a": "b"])
    #expect(trip.metaData == "{}")
    #expect(trip.stops == stops)
    #expect(trip.startedAt != nil && trip.endedAt == nil)
    #expect(failure(of: { try server.api.tripSummary("t") })?.kind == .refused)

    let start = try #require(trip.startedAt)
    #expect(server.sink.deliver(try batch(points: 3, from: start.millisecondsSince1970)) == .accepted(answer: "200"))
    try server.api.endTrip("t")
    let summary = try server.api.tripSummary("t")
    #expect(summary.trip.state == .ended)
    #expect(summary.trip.assetID == "van")
    #expect(summary.trip.route.count == 3)
    #expect(summary.durationSeconds == 0.002)
    #expect(summary.distanceMetres == 0)
    #expect(failure(of: { try server.api.updateTrip("t", TripChange(), assetID: "van") })?.kind == .refused)
    #expect(failure(of: { try server.api.endTrip("t") })?.kind == .refused)

    try server.api.deleteTrip("t")
    let calls: [() throws -> Void] = [
      { _ = try server.api.trip("t") }, { _ = try server.api.tripSummary("t") },
      { try server.api.updateTrip("t", TripChange(), assetID: "van") }, { try server.api.endTrip("t") },
      { try server.api.deleteTrip("t") },
    ]
    for call in calls { #expect(failure(of: call)?.kind == .notFound) }
  }

  @Test("what is not there is not found, in a sentence that names it")
  func notFound() throws {
    let server = try CollectorServer()
    let error = failure(of: { try server.api.asset("no/body ü") })
    #expect(error?.kind == .notFound)
    #expect(error?.serverStatus == "NotFound")
    #expect(error?.description.hasPrefix("cannot read asset 'no/body ü': 404") == true)
    #expect(failure(of: { try server.api.bindAsset("nobody", deviceID: "d") })?.kind == .notFound)
    #expect(failure(of: { try server.api.startTrip(NewTrip(name: nil), assetID: "nobody") })?.kind == .notFound)
  }

  @Test("the key opens the server from the query or from its header field, and stands in no error")
  func key() throws {
    var settings = Collector.Settings()
    settings.key = "top secret/1"
    settings.keyHeader = "X-Token"
    for header in [nil, "x-token"] {
      let server = try CollectorServer(settings, key: "top secret/1", keyHeader: header)
      #expect(try server.api.createAsset(NewAsset(customID: "van", name: nil)) == "van")
      let stranger = try CollectorServer(settings, key: "not-this-one", keyHeader: header)
      let error = failure(of: { try stranger.api.createAsset(NewAsset(name: nil)) })
      #expect(error?.kind == .denied)
      #expect(error?.description.contains("not-this-one") == false)
      guard case .denied = stranger.sink.bind(assetID: "van", deviceID: "d") else {
        Issue.record("a wrong key was let in")
        return
      }
    }
  }

  @Test("a limit that is reached says when to come again")
  func rateLimit() throws {
    var settings = Collector.Settings()
    settings.requestsPerMinute = 1
    let server = try CollectorServer(settings)
    _ = try server.api.createAsset(NewAsset(name: nil))
    let error = failure(of: { try server.api.createAsset(NewAsset(name: nil)) })
    #expect(error?.kind == .unavailable)
    #expect(error?.status == 429)
    #expect(error.map { (1...60).contains($0.retryAfterSeconds ?? 0) } == true)
  }

  @Test("a connection that breaks is no answer")
  func noAnswer() throws {
    let server = try CollectorServer(failing: "*:1-=reset")
    #expect(failure(of: { try server.api.createAsset(NewAsset(name: nil)) })?.kind == .noAnswer)
  }

  /// Points of the board `board` for the asset `van`, a millisecond and two nanodegrees apart.
  private func batch(points: Int64, from start: Int64 = 1_796_043_600_123) throws -> Batch {
    let samples = try (0..<points).map { number in
      var fix = Fix()
      fix.coordinate = Coordinate(
        latitudeNanodegrees: 48_208_146_012 + number, longitudeNanodegrees: -16_000_000_007)
      fix.time = UTCInstant(millisecondsSince1970: start + number)
      fix.horizontalErrorMillimetres = 2_500
      fix.speedMillimetresPerSecond = 13_890
      fix.trackMillidegrees = 359_999
      let sample = try #require(Sample(fix, mode: .active, reason: .distance, batteryPercent: 87))
      return QueuedSample(sequence: number + 1, sample: sample)
    }
    return Batch(assetID: "van", deviceID: "board", samples: samples)
  }
}

extension CollectorServer {
  /// Makes the asset `van` and binds it to `board`.
  fileprivate func prepareAsset() throws {
    _ = try api.createAsset(NewAsset(customID: "van", name: nil))
    try api.bindAsset("van", deviceID: "board")
  }
}
