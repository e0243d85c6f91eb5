import FoundationEssentials
import Glibc
import HTTPClient
import LinuxBoard
import LocalAPI

/// Asks the tracker that runs on this board, over its socket.
struct BoardClient {
  private let socket: String
  private let client: HTTPClient

  /// The options of every command that asks the tracker.
  static let options = [
    Option("socket", value: "PATH", "the tracker's socket (\(Configuration.systemSocketPath))"),
    Option("config", letter: "c", value: "FILE", "the tracker's configuration, which names the socket"),
    Option("json", "the API's JSON instead of text for people"),
  ]

  init(_ arguments: Arguments) throws {
    if let path = arguments.value("socket") {
      socket = path
    } else if let file = arguments.value("config") {
      socket = try readConfiguration(file).socketPath
    } else {
      socket = Configuration.systemSocketPath
    }
    client = try HTTPClient(userAgent: "waymark/\(version)")
  }

  /// An answer of the API.
  struct Answer<Document: Decodable> {
    let document: Document
    /// The document as it came.
    let json: String
  }

  /// Calls the API.
  ///
  /// - Throws: `CommandFailure` for whatever is not the document: no tracker (3), a rule's refusal (4), wrong usage (2).
  func call<Document: Decodable>(
    _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable)? = nil, as type: Document.Type
  ) throws(CommandFailure) -> Answer<Document> {
    let response: HTTPResponse
    do throws(HTTPClientError) {
      response = try client.perform(try request(method, path, body))
    } catch {
      throw unreachable(error)
    }
    guard response.status == 200 else { throw refused(response) }
    guard let document = try? JSONDecoder().decode(type, from: Data(response.body)) else {
      throw CommandFailure(
        .failed, "the tracker at \(socket) answers with what is no \(type); is it of another version?")
    }
    return Answer(document: document, json: String(decoding: response.body, as: UTF8.self))
  }

  /// Listens to the events until the tracker ends.
  ///
  /// - Parameter receive: gets each event's name and its JSON.
  func events(_ receive: @escaping (_ name: String, _ json: String) -> Void) throws(CommandFailure) {
    var lines = EventLines()
    do throws(HTTPClientError) {
      var request = try request(.get, "/v1/events", nil)
      request.limits.totalMilliseconds = 0
      request.limits.lowSpeedSeconds = 0
      let response = try client.stream(request) { piece in
        lines.take(piece, receive)
        return true
      }
      guard response.status == 200 else { throw .other("status \(response.status)") }
    } catch {
      // So ends the stream of a tracker that ends.
      if case .reset = error { return }
      throw unreachable(error)
    }
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable)?
  ) throws(HTTPClientError) -> HTTPRequest {
    var bytes: [UInt8]?
    if let body {
      guard let data = try? JSONEncoder().encode(body) else { throw .invalidRequest("what was given is no JSON") }
      bytes = Array(data)
    }
    // Methods that change something bear a body, be it an empty object; curl would wait for one.
    if method != .get, bytes == nil { bytes = Array("{}".utf8) }
    var request = HTTPRequest(
      method, "http://localhost" + path, headers: ["Content-Type": "application/json"], body: bytes)
    request.unixSocket = socket
    // Longer than the tracker itself waits for its server.
    request.limits.totalMilliseconds = 90_000
    request.limits.lowSpeedSeconds = 90
    return request
  }

  private func unreachable(_ error: HTTPClientError) -> CommandFailure {
    guard case .refused = error else { return CommandFailure(.failed, "the tracker at \(socket): \(error)") }
    if access(socket, F_OK) == 0, access(socket, R_OK | W_OK) != 0 {
      return CommandFailure(.failed, "\(socket) may not be used: become a member of its group, or root")
    }
    return CommandFailure(
      .notRunning,
      "no tracker runs at \(socket); start one with `waymark run -c FILE`, or name its socket with --socket")
  }

  private func refused(_ response: HTTPResponse) -> CommandFailure {
    guard let error = try? JSONDecoder().decode(ErrorDocument.self, from: Data(response.body)) else {
      return CommandFailure(.failed, "the tracker answers with status \(response.status)")
    }
    let status: CommandFailure.Status =
      error.isRule ? .refused : error.code == "INVALID_ARGUMENT" ? .usage : .failed
    return CommandFailure(status, "\(error.code): \(error.message)", code: error.code)
  }
}

/// Takes server-sent events apart; a line that is too long is dropped.
struct EventLines {
  private var line: [UInt8] = []
  private var event = ""
  private var isTooLong = false
  private let mostBytes = 1 << 16

  mutating func take(_ piece: UnsafeRawBufferPointer, _ receive: (_ name: String, _ json: String) -> Void) {
    for byte in piece {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < mostBytes { line.append(byte) } else { isTooLong = true }
        continue
      }
      if !isTooLong { take(String(decoding: line, as: UTF8.self), receive) }
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
  }

  private mutating func take(_ line: String, _ receive: (_ name: String, _ json: String) -> Void) {
    if line.hasPrefix("event: ") {
      event = String(line.dropFirst("event: ".count))
    } else if line.hasPrefix("data: ") {
      receive(event, String(line.dropFirst("data: ".count)))
    }
  }
}

extension Arguments {
  /// Attributes given as `--attributes name=text,name=text`.
  func attributes() throws(CommandFailure) -> [String: String]? {
    guard let text = value("attributes") else { return nil }
    var attributes: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--attributes takes name=text,name=text, not '\(text)'")
      }
      attributes[String(parts[0])] = String(parts[1])
    }
    return attributes
  }

  /// Refuses more operands than a command has.
  func atMost(_ count: Int) throws(CommandFailure) {
    guard operands.count > count else { return }
    throw CommandFailure(.usage, "'\(operands[count])' is one word too many")
  }
}

/// A result on standard output: the API's JSON, or text for people.
func show(_ json: String, or text: String, _ arguments: Arguments) {
  writeAll(Array(((arguments.has("json") ? json : text) + "\n").utf8), to: 1)
}
