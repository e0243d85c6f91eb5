import Delivery
import HTTPClient
import JSON

/// What an answer of a NextBillion server means.
///
/// The rule behind the table: points are let go only when the server has confirmed them, or has refused these very
/// points; whatever else it says, a later try may be better.
struct NextBillionAnswer {
  /// What was asked.
  enum Call {
    case bind
    case track
  }

  private let response: HTTPResponse
  private let envelope: Envelope

  init(_ response: HTTPResponse) {
    self.response = response
    envelope = Envelope(response.body)
  }

  /// What became of the request.
  func outcome(of call: Call) -> Outcome {
    switch response.status {
    case 200...299:
      if let doubt { return .retry(reason: doubt, afterSeconds: retryAfterSeconds) }
      return .accepted(answer: "\(response.status)")
    // Points are there already: an earlier answer was lost on its way. Which of them, the answer does not say.
    case 409 where call == .track: return .duplicate(answer: words)
    case 460: return .assetTaken
    case 401, 403: return .denied(reason: words)
    // Nothing is wrong with the points: the address is, or the asset is gone.
    case 404 where call == .track, 405 where call == .track:
      let hint = "is the server's address right, and does the asset exist?"
      return .denied(reason: "\(words); \(hint)")
    case 413: return .tooLarge(reason: words)
    // 407 and 511 come from proxies and portals in between.
    case 407, 408, 425, 429, 511: return .retry(reason: words, afterSeconds: retryAfterSeconds)
    case 400...499: return .refused(reason: words)
    case 500...599: return .fault(reason: words, afterSeconds: retryAfterSeconds)
    // Redirects, which belong to portals and wrong addresses; and numbers that mean nothing.
    default: return .retry(reason: words, afterSeconds: retryAfterSeconds)
    }
  }

  /// What was asked for; nil when the server confirms and says no more.
  ///
  /// - Parameter act: what was to be done, such as `create the asset`, for the error's sentence.
  func data(_ act: String) throws(AssetServiceError) -> JSONValue? {
    guard (200...299).contains(response.status) else { throw error(kind, act, words) }
    if isWebPage { throw error(.unavailable, act, pageWords) }
    if let doubt { throw error(.refused, act, doubt) }
    return envelope.data
  }

  /// That the server confirmed, but its answer lacks what was asked for.
  func lacks(_ thing: String, _ act: String) -> AssetServiceError {
    error(.unreadable, act, "the server's answer holds no \(thing)")
  }

  private var kind: AssetServiceError.Kind {
    switch response.status {
    case 401, 403: .denied
    case 404: .notFound
    case 460: .assetTaken
    case 407, 408, 425, 429: .unavailable
    case 400...499: .refused
    default: .unavailable
    }
  }

  private func error(_ kind: AssetServiceError.Kind, _ act: String, _ reason: String) -> AssetServiceError {
    AssetServiceError(
      kind, "cannot \(act): \(reason)", status: response.status, serverStatus: envelope.status.map(printable),
      serverMessage: envelope.message.map(printable), retryAfterSeconds: retryAfterSeconds)
  }

  /// Why an answer with a good status does not confirm; nil when it does.
  ///
  /// An empty or unknown body confirms, for servers that answer with less than the API's envelope. A web page does not:
  /// it comes from the login portal of a hotspot. An envelope with an error word does not either.
  private var doubt: String? {
    if isWebPage { return pageWords }
    guard let status = envelope.status?.lowercased() else { return nil }
    if ["ok", "success", "duplicate"].contains(status) { return nil }
    if let number = Int(status), (200...299).contains(number) { return nil }
    return words
  }

  private var isWebPage: Bool {
    response.contentType?.lowercased().hasPrefix("text/html") == true && !response.body.isEmpty
  }

  private var pageWords: String { "\(response.status), but with a web page; is there a login portal in between?" }

  /// The status, and what the server says to it.
  private var words: String {
    let parts = [envelope.status, envelope.message].compactMap { $0 }.map(printable).filter { !$0.isEmpty }
    return printable(([String(response.status)] + parts).joined(separator: " "))
  }

  /// A day at most: a slip of the server must not silence a board for longer.
  private var retryAfterSeconds: Int? { response.retryAfterSeconds.map { min($0, 86_400) } }
}

/// `{"status": "Ok", "message": …, "data": …}`; some calls have a number and `msg` instead. Whatever does not fit is
/// nil.
private struct Envelope {
  let status: String?
  let message: String?
  let data: JSONValue?

  init(_ body: [UInt8]) {
    let fields = try? JSONValue(parsing: body)
    status = fields?["status"]?.text ?? fields?["status"]?.integer.map(String.init)
    message = fields?["message"]?.text ?? fields?["msg"]?.text
    data = fields?["data"]
  }
}

/// A text of others as it may stand in a log: one line, at most 200 characters, nothing that moves a terminal's cursor.
func printable(_ text: String) -> String {
  var line = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where line.count < 200 {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: continue
    default: line.append(scalar)
    }
  }
  return String(line)
}
