import FoundationEssentials

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
