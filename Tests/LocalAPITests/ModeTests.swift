import FoundationEssentials
import Sampling
import Testing

@testable import LocalAPI

@Suite("The mode over the API")
struct ModeTests {
  static let cases: [(json: String, expected: LocationConfig?)] = [
    (#"{"mode":"passive"}"#, LocationConfig(.passive)),
    (#"{"mode":"BALANCED"}"#, LocationConfig(.balanced)),
    (#"{"mode":"custom"}"#, LocationConfig(.custom)),
    (#"{"mode":"active","distance_m":5}"#, LocationConfig(.active)),
    (#"{"mode":"active","distance_m":50}"#, custom(.active) { $0.distanceMetres = 50 }),
    (#"{"mode":"passive","distance_m":50}"#, custom(.passive) { ($0.distanceMetres, $0.shape) = (50, nil) }),
    (#"{"mode":"passive","heartbeat_s":60}"#, custom(.passive) { $0.heartbeatSeconds = 60 }),
    (#"{"mode":"active","shape_m":7}"#, custom(.active) { $0.shape = ShapeTolerance(metres: 7) }),
    (#"{"mode":"sonic"}"#, nil), (#"{"mode":"active","distance_m":-1}"#, nil),
    (#"{"mode":"active","distance_m":1e300}"#, nil), (#"{"mode":"active","turn_deg":0}"#, nil),
    (#"{"mode":1}"#, nil), ("{}", nil), ("", nil), ("[]", nil),
  ]

  private static func custom(_ mode: TrackingMode, _ change: (inout LocationConfig) -> Void) -> LocationConfig {
    var config = LocationConfig(mode)
    change(&config)
    config.mode = .custom
    return config
  }

  @Test("is a mode's thresholds, or custom ones within their ranges", arguments: cases)
  func take(json: String, expected: LocationConfig?) {
    #expect((try? decode(LocationConfigDocument.self, Array(json.utf8)).config()) == expected)
  }

  @Test("that was asked for can be given back", arguments: TrackingMode.allCases)
  func roundTrip(mode: TrackingMode) throws {
    let document = LocationConfigDocument(LocationConfig(mode))
    #expect(try decode(LocationConfigDocument.self, json(document)).config() == LocationConfig(mode))
  }

  @Test("says where a body is wrong")
  func faults() {
    for (body, says) in [("{}", "no 'mode'"), (#"{"mode":1}"#, "'mode'"), ("nonsense", "no JSON object")] {
      do {
        _ = try decode(LocationConfigDocument.self, Array(body.utf8))
        Issue.record("taken: \(body)")
      } catch {
        #expect("\(error)".contains(says), "\(error)")
      }
    }
  }
}
