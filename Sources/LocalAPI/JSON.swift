import FoundationEssentials
import HTTPServer
import Waymark

/// Writes JSON in one form only.
func json(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .throw
  // What the API's documents hold always encodes; an empty body would still bear the status.
  return (try? encoder.encode(value)).map { Array($0) } ?? []
}

/// Reads JSON; what does not fit is refused with its place.
func decode<Document: Decodable>(_ type: Document.Type, _ bytes: [UInt8]) throws -> Document {
  do {
    return try JSONDecoder().decode(type, from: Data(bytes))
  } catch let DecodingError.keyNotFound(key, _) {
    throw AssetTrackingApiException(.invalidArgument, "the body has no '\(key.stringValue)'")
  } catch let DecodingError.typeMismatch(_, context) where !context.codingPath.isEmpty {
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    throw AssetTrackingApiException(.invalidArgument, "'\(place)' in the body is of another type than it takes")
  } catch {
    throw AssetTrackingApiException(.invalidArgument, "the body is no JSON object of the shape that the call takes")
  }
}

extension Response {
  /// A document.
  static func document(_ value: some Encodable, status: Int = 200) -> Response {
    Response(status: status, contentType: "application/json", body: json(value))
  }

  /// An error, with the status that fits its code.
  static func error(_ error: AssetTrackingApiException) -> Response {
    let status =
      switch error.type {
      case .invalidArgument, .assetIdEmpty, .assetNameEmpty, .tripNameEmpty: 400
      case .notFound: 404
      case .unUploadedLocationData, .trackingIsOn, .assetNotBound, .assetTaken, .assetConfigured, .tripInProgress,
        .noActiveTrip, .notInitialized, .noBoard:
        409
      case .keyRefused, .serverRefused: 502
      case .serverUnavailable: 503
      case .storeFailed: 500
      }
    return .document(
      ErrorDocument(code: error.type.rawValue, message: error.message, isRule: error.type.isRule), status: status)
  }

  /// A request that reaches no call.
  static func refusal(_ status: Int, _ reason: String, headers: [String: String] = [:]) -> Response {
    let document = ErrorDocument(code: "INVALID_ARGUMENT", message: reason, isRule: false)
    return Response(status: status, contentType: "application/json", headers: headers, body: json(document))
  }
}
