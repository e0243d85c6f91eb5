import CCurl
import Glibc

/// Why there is no answer. The description is one sentence without the whole address, which may hold a key.
public enum HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing listens there, or a firewall says no.
  case refused
  /// There is no way to the server from here.
  case unreachable
  /// The server's name, which is given, or a proxy's, has no address, or no name server answered.
  case unresolvable(host: String?)
  /// It took longer than the request's limits allow, before the whole request was sent.
  case timeout
  /// The whole request was sent, and the answer took longer than its limits allow.
  case unanswered
  /// The connection ended before the answer was complete.
  case reset
  /// No trusted connection came about; the text says what is wrong with the certificate, as far as curl tells.
  case tls(String)
  /// The answer is longer than `HTTPResponse.maximumBodyBytes`.
  case tooLarge
  /// The request itself cannot be sent: its address or a header field is malformed.
  case invalidRequest(String)
  /// Anything else, in curl's words.
  case other(String)

  /// One sentence in plain words.
  public var description: String {
    switch self {
    case .refused: "the server refused the connection; is it running, and is the port right?"
    case .unreachable: "there is no route to the server; is the network up?"
    case .unresolvable(let host?):
      "the server's name \(host) cannot be resolved; is it spelt right, and does the network have a name server?"
    case .unresolvable(nil): "the proxy's name cannot be resolved; is it spelt right, and is the network up?"
    case .timeout: "the server could not be reached in time"
    case .unanswered: "the server did not answer in time"
    case .reset: "the connection broke before the answer was complete"
    case .tls(let reason): reason
    case .tooLarge: "the server's answer is longer than 1 MiB"
    case .invalidRequest(let reason): reason
    case .other(let reason): "the request failed: \(reason)"
    }
  }

  /// The error for curl's code.
  ///
  /// - Parameters:
  ///   - systemError: the `errno` of the last failed connection, 0 without one.
  ///   - verifyResult: OpenSSL's number for what is wrong with the certificate, 0 when nothing is.
  ///   - host: the server's name.
  ///   - isSent: whether the whole request was on its way.
  ///   - text: curl's longer words, where it has any.
  init(_ code: CURLcode, systemError: Int, verifyResult: Int, host: String, isSent: Bool, text: String) {
    switch code {
    case CURLE_COULDNT_CONNECT:
      self = [Int(ENETUNREACH), Int(EHOSTUNREACH), Int(ENETDOWN)].contains(systemError) ? .unreachable : .refused
    case CURLE_COULDNT_RESOLVE_HOST: self = .unresolvable(host: host)
    case CURLE_COULDNT_RESOLVE_PROXY: self = .unresolvable(host: nil)
    // No name server has answered within the limit for the connection: only the text tells.
    case CURLE_OPERATION_TIMEDOUT where text.hasPrefix("Resolving timed out"): self = .unresolvable(host: host)
    case CURLE_OPERATION_TIMEDOUT: self = isSent ? .unanswered : .timeout
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: self = .reset
    case CURLE_PEER_FAILED_VERIFICATION: self = .tls(certificateFault(verifyResult: verifyResult, text: text))
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER:
      self = .tls("no TLS connection came about: \(text)")
    case CURLE_URL_MALFORMAT: self = .invalidRequest("the server's address is malformed")
    // curl takes whatever does not begin like HTTP for an answer of its first version.
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"):
      self = .other("what answers there does not speak HTTP; is the port right?")
    case CURLE_UNSUPPORTED_PROTOCOL: self = .invalidRequest("the server's address must begin with http:// or https://")
    default: self = .other(text)
    }
  }
}

/// What is wrong with a server's certificate.
///
/// The numbers are OpenSSL's X509_V_ERR_…, which have kept their meaning since its first release. A name that does not
/// match is found by curl itself, and only its text tells.
func certificateFault(verifyResult: Int, text: String) -> String {
  switch verifyResult {
  case 9: "the server's certificate is not valid yet; is the board's clock right?"
  case 10: "the server's certificate has expired, or the board's clock is wrong"
  case 2, 18, 19, 20, 21: "the server's certificate is not signed by an authority that this board trusts"
  case 23: "the server's certificate has been revoked"
  // libcurl 7.88 leaves 1 ("unspecified") there after its own look at the name.
  case 0...1 where text.contains("subject name"): "the server's certificate is for another name"
  default: "the server's certificate was not accepted: \(text)"
  }
}

/// The host of an address, without user, port and path.
func hostName(_ url: String) -> String {
  let behindScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
  let authority = behindScheme.prefix { !"/?#".contains($0) }
  let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
  return String(host.prefix { $0 != ":" })
}
