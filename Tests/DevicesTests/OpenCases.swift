import FoundationEssentials
import GNSS
import TestSupport
import Testing

/// The cases from public bug reports, where they lie beside the checkout.
enum OpenCases {
  static let file = TestFiles.sharedGround?.appending(path: "cases/cases.jsonl")
  static var areThere: Bool { file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }
  static let absent: Comment = "the open cases lie beside the project's own checkout only"

  struct Case: Decodable {
    let id: String
    let input: String?
    let expect: Expectation
    let given: Given?
  }

  struct Given: Decodable {
    let readSplitsAt: [[Int]]?
    enum CodingKeys: String, CodingKey { case readSplitsAt = "read_splits_at" }
  }

  struct Expectation: Decodable { let fixes: [ExpectedFix] }

  /// Keys that are absent are not judged, those that are null must be unknown.
  struct ExpectedFix: Decodable {
    let time: String
    let values: [String: Double?]

    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      time = try container.decode(String.self, forKey: Key(stringValue: "time"))
      var values: [String: Double?] = [:]
      for key in container.allKeys where key.stringValue != "time" && key.stringValue != "mode" {
        values[key.stringValue] = .some(try container.decodeIfPresent(Double.self, forKey: key))
      }
      self.values = values
    }
  }

  static func load(_ id: String) throws -> Case {
    let file = try #require(file)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"id\": \"\(id)\"") })
    return try JSONDecoder().decode(Case.self, from: Data(line.utf8))
  }

  /// Compares what came out with what the case expects.
  static func check(_ fixes: [Fix], against expected: [ExpectedFix], _ comment: Comment? = nil) throws {
    #expect(fixes.count == expected.count, comment)
    for (fix, expected) in zip(fixes, expected) {
      #expect(fix.time != nil && fix.time == UTCInstant(iso8601: expected.time), comment)
      for (key, value) in expected.values {
        let actual = fix.value(key)
        guard let value else {
          #expect(actual == nil, "\(key) at \(expected.time)")
          continue
        }
        let tolerance = key == "lat" || key == "lon" ? 1e-7 : 0.01
        #expect(actual.map { abs($0 - value) <= tolerance } == true, "\(key) at \(expected.time): \(actual ?? .nan)")
      }
    }
  }
}

extension Fix {
  fileprivate func value(_ key: String) -> Double? {
    switch key {
    case "lat": coordinate?.latitude
    case "lon": coordinate?.longitude
    case "speed_ms": speedMillimetresPerSecond.map { Double($0) / 1000 }
    case "course_deg": trackMillidegrees.map { Double($0) / 1000 }
    case "alt_msl_m": altitudeMSLMillimetres.map { Double($0) / 1000 }
    case "alt_hae_m": altitudeHAEMillimetres.map { Double($0) / 1000 }
    case "geoid_sep_m": geoidSeparationMillimetres.map { Double($0) / 1000 }
    default: nil
    }
  }
}
