import Delivery
import GNSS
import JSON
import Testing

@testable import Sinks

@Suite("What a NextBillion server says of assets and trips")
struct NextBillionModelsTests {
  @Test("an asset with all its parts, times in either unit")
  func asset() throws {
    let asset = try #require(
      Asset(
        json(
          #"""
          {"id":"van","device_id":"d1","state":"active","name":"Zürich","description":"d","new":{"x":1},
           "attributes":{"a":"b","n":7,"gone":null,"o":{"x":[true]}},"meta_data":{"k":[1]},
           "created_at":1600000000,"updated_at":1600000001500,"tracked_at":0,
           "latest_location":{"location":{"lat":-33.5,"lon":151},"timestamp":1700000000123,"accuracy":3.5,
           "speed":0,"bearing":359.5,"altitude":-1,"battery_level":87,"tracking_mode":"ACTIVE","meta_data":{}}}
          """#)))
    var place = TrackLocation(latitude: -33.5, longitude: 151)
    place.time = UTCInstant(millisecondsSince1970: 1_700_000_000_123)
    place.accuracyMetres = 3.5
    place.speedMetresPerSecond = 0
    place.bearingDegrees = 359.5
    place.altitudeMetres = -1
    place.batteryPercent = 87
    place.trackingMode = "ACTIVE"
    place.metaData = "{}"
    var expected = Asset(id: "van")
    expected.deviceID = "d1"
    expected.state = "active"
    expected.name = "Zürich"
    expected.description = "d"
    expected.attributes = ["a": "b", "n": "7", "o": #"{"x":[true]}"#]
    expected.metaData = #"{"k":[1]}"#
    expected.createdAt = UTCInstant(millisecondsSince1970: 1_600_000_000_000)
    expected.updatedAt = UTCInstant(millisecondsSince1970: 1_600_000_001_500)
    expected.latestLocation = place
    #expect(asset == expected)
  }

  @Test(
    "an asset of which little is known, or in other shapes",
    arguments: [
      #"{"id":"7"}"#, #"{"id":7,"device_id":"","attributes":[],"created_at":"now","latest_location":{}}"#,
      #"{"id":"7","device_id":null,"name":1,"meta_data":"x","latest_location":{"location":{"lat":"1","lon":2}}}"#,
    ])
  func sparseAsset(text: String) throws {
    #expect(Asset(try json(text)) == Asset(id: "7"))
  }

  @Test("what has no id is no asset and no trip", arguments: ["{}", "[]", "null", #"{"id":""}"#, #"{"id":{}}"#])
  func nameless(text: String) throws {
    #expect(Asset(try json(text)) == nil)
    #expect(Trip(try json(text)) == nil)
  }

  @Test("a trip's summary, with the asset in place of its id")
  func summary() throws {
    let summary = try #require(
      TripSummary(
        json(
          #"""
          {"id":"t","asset":{"id":"van"},"state":"Ended","name":"tour","started_at":1600000000,"ended_at":1600000100,
           "stops":[{"name":"depot","geofence_id":"g"},7],"distance":1234.5,"duration":100,
           "route":[{"location":{"lat":1,"lon":2},"timestamp":5},{"timestamp":6}]}
          """#)))
    #expect(summary.distanceMetres == 1234.5)
    #expect(summary.durationSeconds == 100)
    #expect(summary.trip.assetID == "van")
    #expect(summary.trip.state == .ended)
    #expect(summary.trip.stops == [TripStop(name: "depot", geofenceID: "g"), TripStop()])
    #expect(summary.trip.startedAt == UTCInstant(millisecondsSince1970: 1_600_000_000_000))
    #expect(summary.trip.route.map(\.time) == [UTCInstant(millisecondsSince1970: 5)])
    #expect(TripSummary(try json(#"{"id":"t","state":"paused"}"#)) == TripSummary(trip: Trip(id: "t")))
  }

  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
}
