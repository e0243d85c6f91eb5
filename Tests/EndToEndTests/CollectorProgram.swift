import FoundationEssentials
import Glibc
import HTTPClient
import SQLite
import TestSupport
import Testing

/// The command `waymark collector`, run by a test on a port that stays the same over restarts.
final class CollectorProgram {
  let url: String
  private let database: String
  private var program: Program

  /// - Parameter failing: a fault plan, until the restart.
  init(database: String, failing: String? = nil) throws {
    self.database = database
    let plan = failing.map { ["--fail", $0] } ?? []
    program = try Program.waymark(["collector", "--listen", "127.0.0.1:0", "--database", database] + plan)
    let line = try #require(program.awaitErrorLine("listening on http://", seconds: 20), "\(program.errors)")
    let words = line.split(separator: " ").first { $0.hasPrefix("http://") }
    url = String(try #require(words).prefix { $0 != "," })
  }

  func stop() { program.end(SIGTERM) }

  func restart() throws {
    program = try Program.waymark([
      "collector", "--listen", String(url.dropFirst("http://".count)), "--database", database,
    ])
    _ = try #require(program.awaitErrorLine("listening on http://", seconds: 20), "\(program.errors)")
  }

  func createAsset(_ id: String) throws {
    let body = Array(#"{"name":"\#(id)","custom_id":"\#(id)"}"#.utf8)
    let request = HTTPRequest(
      .post, url + "/skynet/asset?key=k", headers: ["Content-Type": "application/json"], body: body)
    #expect(try HTTPClient(userAgent: "test").perform(request).status == 200)
  }

  /// How many points lie in its database.
  func storedPoints() throws -> Int {
    let connection = try Connection(path: database, mode: .existing, busyTimeoutMilliseconds: 2000)
    return Int(try connection.prepare("SELECT count(*) FROM location").first { $0.integer(0) } ?? 0)
  }
}
