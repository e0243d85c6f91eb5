import FoundationEssentials

/// Any JSON, for what others attach and want back as it was, and for answers of which little is certain.
public enum JSONValue: Codable, Hashable, Sendable {
  /// Nothing.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A number without a fraction that an integer holds.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object(JSONObject)

  /// The value that `bytes` are the text of.
  ///
  /// - Throws: `DecodingError` when they are not valid JSON, hold a number that no `Double` holds, or nest too deeply.
  public init(parsing bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

  /// The value as a decoder finds it.
  public init(from decoder: any Decoder) throws {
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
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Gives the value to an encoder.
  public func encode(to encoder: any Encoder) throws {
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
public typealias JSONObject = [String: JSONValue]

extension JSONValue {
  /// The member of that name; nil without one, and for what is no object.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The members; nil for what is no object.
  public var object: JSONObject? { if case .object(let members) = self { members } else { nil } }

  /// The elements; nil for what is no array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text; nil for what is none.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number; nil for what is none.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The number, when it is a whole one that an integer holds.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
}

/// Writes JSON in one form only, so that the same value always gives the same bytes.
public func jsonBytes(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}
