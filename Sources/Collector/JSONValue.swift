import FoundationEssentials

/// Any JSON, for what clients attach and want back as it was.
enum JSONValue: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// A JSON object of any members.
typealias JSONObject = [String: JSONValue]

/// Writes JSON in one form only, so that the same value always gives the same bytes.
func jsonBytes(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}

/// Reads JSON; a `DecodingError` comes out as a refusal that names the place.
func decodeJSON<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(Refusal) -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(bytes))
  } catch let error as DecodingError {
    throw Refusal(.badRequest, error.sentence)
  } catch {
    throw Refusal(.badRequest, "the body cannot be read")
  }
}

extension DecodingError {
  /// What is wrong and where, in words for the client.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(DecodingError.place(context.codingPath + [key])) is missing"
    case .valueNotFound(let type, let context):
      "\(DecodingError.place(context.codingPath)) must be \(DecodingError.name(of: type)), not null"
    case .typeMismatch(let type, let context):
      "\(DecodingError.place(context.codingPath)) must be \(DecodingError.name(of: type))"
    default:
      // The decoder reports a number no `Double` holds, and nesting past its bound, as this too.
      "the body is not valid JSON"
    }
  }

  /// A path as one would write it in a program: `locations[3].location.lat`.
  private static func place(_ path: [any CodingKey]) -> String {
    var place = ""
    for key in path {
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return place.isEmpty ? "the body" : place
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }
}
