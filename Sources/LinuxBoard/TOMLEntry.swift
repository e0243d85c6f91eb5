import CToml
import FoundationEssentials
import Glibc

/// A value of a TOML text, as toml++ read it.
enum TOMLValue: Decodable, Equatable {
  case text(String)
  case flag(Bool)
  case whole(Int64)
  case fraction(Double)
  case list([TOMLValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? container.decode(Int64.self) {
      self = .whole(whole)
    } else if let fraction = try? container.decode(Double.self) {
      self = .fraction(fraction)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([TOMLValue].self))
    }
  }
}

/// One value with its dotted path and where it stands.
struct TOMLEntry: Decodable {
  let path: String
  let value: TOMLValue
  let line: Int
  let column: Int

  /// All values of a text, in the text's order of tables.
  static func all(in text: String, of file: String) throws(ConfigurationError) -> [TOMLEntry] {
    struct Failure: Decodable {
      let error: String
      let line: Int
      let column: Int
    }
    let json = try json(text, of: file)
    if let failure = try? JSONDecoder().decode(Failure.self, from: json) {
      throw ConfigurationError(file, failure.line, failure.column, failure.error)
    }
    do {
      return try JSONDecoder().decode([TOMLEntry].self, from: json)
    } catch {
      throw ConfigurationError("\(file): cannot be read: \(error)")
    }
  }

  private static func json(_ text: String, of file: String) throws(ConfigurationError) -> Data {
    var text = text
    let result = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { waymark_toml_to_json($0.baseAddress, UInt($0.count)) }
    }
    guard let result else { throw ConfigurationError("\(file): not enough memory to read it") }
    defer { free(result) }
    // Safety: the text that waymark_toml_to_json gives ends with a zero byte and is freed after this copy.
    return Data(bytes: result, count: strlen(result))
  }
}
