import Delivery
import FoundationEssentials
import HTTPClient

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
  private let envelope: Envelope?

  init(_ response: HTTPResponse) {
    self.response = response
    envelope = try? JSONDecoder().decode(Envelope.self, from: Data(response.body))
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

  /// The id of the asset that was created.
  func createdAsset() throws(NextBillionError) -> String {
    guard (200...299).contains(response.status) else {
      throw NextBillionError("the server did not create the asset: \(words)")
    }
    if let doubt { throw NextBillionError("the server did not create the asset: \(doubt)") }
    guard let id = envelope?.data?.id, !id.isEmpty else {
      throw NextBillionError("the server's answer names no asset id")
    }
    return id
  }

  /// Why an answer with a good status does not confirm; nil when it does.
  ///
  /// An empty or unknown body confirms, for servers that answer with less than the API's envelope. A web page does not:
  /// it comes from the login portal of a hotspot. An envelope with an error word does not either.
  private var doubt: String? {
    if response.contentType?.lowercased().hasPrefix("text/html") == true, !response.body.isEmpty {
      return "\(response.status), but with a web page; is there a login portal in between?"
    }
    guard let status = envelope?.status?.lowercased() else { return nil }
    if ["ok", "success", "duplicate"].contains(status) { return nil }
    if let number = Int(status), (200...299).contains(number) { return nil }
    return words
  }

  /// The status, and what the server says to it.
  private var words: String {
    let parts = [envelope?.status, envelope?.message].compactMap { $0 }.map(printable).filter { !$0.isEmpty }
    return printable(([String(response.status)] + parts).joined(separator: " "))
  }

  /// A day at most: a slip of the server must not silence a board for longer.
  private var retryAfterSeconds: Int? { response.retryAfterSeconds.map { min($0, 86_400) } }
}

/// `{"status": "Ok", "message": …, "data": …}`; some calls have a number and `msg` instead. Whatever does not fit is nil.
private struct Envelope: Decodable {
  struct Data: Decodable {
    let id: String
  }

  private enum Key: String, CodingKey {
    case status, message, msg, data
  }

  let status: String?
  let message: String?
  let data: Data?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    status =
      (try? fields.decode(String.self, forKey: .status))
      ?? (try? fields.decode(Int.self, forKey: .status)).map(String.init)
    message = (try? fields.decode(String.self, forKey: .message)) ?? (try? fields.decode(String.self, forKey: .msg))
    data = try? fields.decode(Data.self, forKey: .data)
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
