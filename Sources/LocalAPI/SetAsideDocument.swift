import Delivery
import GNSS
import Waymark

/// The points that the server refused for good, as GeoJSON (RFC 7946), newest first.
public struct SetAsideDocument: Codable, Hashable, Sendable {
  /// One point.
  public struct Feature: Codable, Hashable, Sendable {
    /// Always `Feature`.
    public var type = "Feature"
    /// Where it was.
    public var geometry: Geometry
    /// What is known besides.
    public var properties: Properties
  }

  /// A place.
  public struct Geometry: Codable, Hashable, Sendable {
    /// Always `Point`.
    public var type = "Point"
    /// Degrees, longitude first.
    public var coordinates: [Double]
  }

  /// What is known of a point besides its place, the receiver's part under gpsd's names. What is unknown is absent.
  public struct Properties: Codable, Hashable, Sendable {
    /// Its number, the same as in the upload log.
    public var name: String
    /// The asset it was sent for.
    public var asset: String?
    /// The server's answer.
    public var answer: String
    /// ISO 8601 UTC.
    public var time: String
    /// The tracking mode that kept it.
    public var trackingMode: String
    /// Metres above mean sea level.
    public var altMSL: Double?
    /// Metres above the WGS84 ellipsoid.
    public var altHAE: Double?
    /// Metres a second over ground.
    public var speed: Double?
    /// Degrees from true north.
    public var track: Double?
    /// Estimated horizontal error in metres.
    public var eph: Double?
    /// Satellites used.
    public var uSat: Int?
    /// The board's battery.
    public var batteryPercent: Int?

    enum CodingKeys: String, CodingKey {
      case name, asset, answer, time, altMSL, altHAE, speed, track, eph, uSat
      case trackingMode = "tracking_mode"
      case batteryPercent = "battery_percent"
    }
  }

  /// Always `FeatureCollection`.
  public var type = "FeatureCollection"
  /// The points.
  public var features: [Feature]

  init(_ samples: [SetAsideSample]) { features = samples.map(Feature.init) }
}

/// How many points a call was about.
public struct PointsDocument: Codable, Hashable, Sendable {
  /// How many.
  public var points: Int
}

extension Route {
  /// The calls about points that the server refused for good.
  static let setAside = [
    Route("GET", "/v1/set-aside") { call in
      SetAsideDocument(try await call.control.setAside(try call.limit(1000)))
    },
    Route("POST", "/v1/set-aside/send") { PointsDocument(points: try await $0.control.sendSetAside()) },
    Route("DELETE", "/v1/set-aside") { PointsDocument(points: try await $0.control.removeSetAside()) },
  ]
}

extension SetAsideDocument.Feature {
  fileprivate init(_ sample: SetAsideSample) {
    let (point, fix) = (sample.queued.sample, sample.queued.sample.fix)
    geometry = SetAsideDocument.Geometry(coordinates: [point.coordinate.longitude, point.coordinate.latitude])
    properties = SetAsideDocument.Properties(
      name: "\(sample.queued.sequence)", asset: sample.assetID, answer: sample.reason, time: point.time.description,
      trackingMode: point.mode.rawValue, altMSL: fix.altitudeMSLMillimetres.map(thousandths),
      altHAE: fix.altitudeHAEMillimetres.map(thousandths), speed: fix.speedMillimetresPerSecond.map(thousandths),
      track: fix.trackMillidegrees.map(thousandths), eph: fix.horizontalErrorMillimetres.map(thousandths),
      uSat: fix.satellitesUsed.map(Int.init), batteryPercent: point.batteryPercent.map(Int.init))
  }
}
