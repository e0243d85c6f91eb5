import HTTPServer
import JSON

/// The statuses that are answered, with the word that stands in the envelope.
enum Status: Int {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case notFound = 404
  case methodNotAllowed = 405
  case tooLarge = 413
  case unprocessable = 422
  case tooManyRequests = 429
  /// The device is not the one that the asset is bound to.
  case otherDevice = 460
  case serverFault = 500

  var word: String {
    switch self {
    case .ok: "Ok"
    case .badRequest: "BadRequest"
    case .unauthorized: "Unauthorized"
    case .notFound: "NotFound"
    case .methodNotAllowed: "MethodNotAllowed"
    case .tooLarge: "TooLarge"
    case .unprocessable: "Unprocessable"
    case .tooManyRequests: "TooManyRequests"
    case .otherDevice: "DeviceNotBound"
    case .serverFault: "ServerFault"
    }
  }
}

/// Why a call is not done, in words for the client.
struct Refusal: Error, Hashable {
  let status: Status
  let message: String
  /// Further headers of the answer.
  let headers: [String: String]

  init(_ status: Status, _ message: String, headers: [String: String] = [:]) {
    self.status = status
    self.message = message
    self.headers = headers
  }
}

extension Response {
  private struct Envelope<Data: Encodable>: Encodable {
    var status: String
    var message: String?
    var data: Data?
  }

  /// The envelope of a call that was done, around what it gives.
  static func ok(_ data: some Encodable) throws -> Response {
    Response(contentType: "application/json", body: try jsonBytes(Envelope(status: Status.ok.word, data: data)))
  }

  /// The envelope of a call that was done and gives nothing.
  static func ok() throws -> Response {
    let envelope = Envelope<String>(status: Status.ok.word)
    return Response(contentType: "application/json", body: try jsonBytes(envelope))
  }

  /// The envelope of a call that was not done.
  init(_ refusal: Refusal) {
    self.init(status: refusal.status.rawValue, word: refusal.status.word, refusal.message, headers: refusal.headers)
  }

  /// An envelope without data.
  init(status: Int, word: String, _ message: String, headers: [String: String]) {
    let envelope = Envelope<String>(status: word, message: message)
    // Texts alone always encode; an empty body would still bear the status.
    let body = (try? jsonBytes(envelope)) ?? []
    self.init(status: status, contentType: "application/json", headers: headers, body: body)
  }
}
