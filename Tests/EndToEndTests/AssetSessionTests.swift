import FoundationEssentials
import Glibc
import HTTPClient
import TestSupport
import Testing

/// A tracker that its owner tells what to do over its socket, with a server and a simulated receiver.
private final class Session {
  let folder: TemporaryFolder
  let collector: CollectorProgram
  private let receiver: Program
  private(set) var tracker: Program?
  private var socket: String { folder.file("run/waymark.sock") }

  init(clearsOnCollision: Bool = true, failing: String? = nil) throws {
    folder = try TemporaryFolder()
    collector = try CollectorProgram(database: folder.file("collector.db"), failing: failing)
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    receiver = try Program.waymark(["simulate", capture, "--link", folder.file("gps0"), "--rate", "50", "--loop"])
    _ = try #require(receiver.awaitErrorLine("simulating", seconds: 20), "\(receiver.errors)")
    let configuration = """
      source = "serial://\(folder.file("gps0"))?baud=9600"
      not_before = "2026-01-01"
      [server]
      url = "\(collector.url)"
      key = "\(Session.key)"
      [tracking]
      least_time = "0 s"
      [upload]
      batch_window = "1 s"
      clear_on_collision = \(clearsOnCollision)
      [store]
      path = "\(folder.file("queue.db"))"
      durability = "each"
      [api]
      socket = "\(socket)"
      """
    try Data(configuration.utf8).write(to: URL(filePath: folder.file("waymark.toml")))
  }

  static let key = "0123456789abcdef0123456789abcdef"

  /// Starts the tracker; the first that runs has to be killed before.
  func run() throws {
    let tracker = try Program.waymark(["run", "-c", folder.file("waymark.toml")])
    self.tracker = tracker
    _ = try #require(tracker.awaitErrorLine("local API on", seconds: 20), "\(tracker.errors)")
  }

  /// Runs a command against the tracker; its output, when it ends as expected.
  @discardableResult
  func waymark(_ words: String..., status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let program = try Program.waymark(words + ["--socket", socket])
    let ended = program.wait(seconds: 30)
    #expect(ended == status, "\(words): \(program.errors)", sourceLocation: sourceLocation)
    #expect(!program.errors.contains(Session.key), sourceLocation: sourceLocation)
    return status == 0 ? program.output : program.errors
  }

  /// A value of the status, by its path.
  func status(_ path: String...) throws -> String {
    let text = try waymark("status", "--json")
    var value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    for name in path { value = value[name] }
    return value.text
  }

  /// Waits until a number of the status is at least so large.
  func await(_ path: String..., atLeast least: Int) throws -> Bool {
    try poll(60) {
      var value = try JSONDecoder().decode(Value.self, from: Data(try waymark("status", "--json").utf8))
      for name in path { value = value[name] }
      return (Int(value.text) ?? -1) >= least
    }
  }

  /// Makes another device the one that reports for an asset.
  func takeAway(_ asset: String) throws {
    let request = HTTPRequest(
      .post, collector.url + "/skynet/asset/\(asset)/bind?key=k", headers: ["Content-Type": "application/json"],
      body: Array(#"{"device_id":"another"}"#.utf8))
    #expect(try HTTPClient(userAgent: "test").perform(request).status == 200)
  }

  func end() throws {
    let tracker = try #require(tracker)
    tracker.signal(SIGTERM)
    #expect(tracker.wait(seconds: 5.5) == 0, "\(tracker.errors)")
    #expect(!tracker.errors.contains(Session.key))
    receiver.end(SIGTERM)
  }
}

/// Any JSON, to look something up in.
private enum Value: Decodable {
  case object([String: Value])
  case leaf(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let object = try? container.decode([String: Value].self) {
      self = .object(object)
    } else if let flag = try? container.decode(Bool.self) {
      self = .leaf("\(flag)")
    } else if let whole = try? container.decode(Int.self) {
      self = .leaf("\(whole)")
    } else if let number = try? container.decode(Double.self) {
      self = .leaf("\(number)")
    } else {
      self = .leaf(try container.decode(String.self))
    }
  }

  subscript(name: String) -> Value {
    if case .object(let members) = self { return members[name] ?? .leaf("") }
    return .leaf("")
  }

  var text: String {
    if case .leaf(let text) = self { return text }
    return ""
  }
}

@Suite("A session over the local API", .serialized)
struct AssetSessionTests {
  @Test("create, bind, start, mode, kill, restart, another asset: refused, forced, and only a yes clears the points")
  func session() throws {
    let session = try Session()
    try session.waymark("status", status: 3)
    try session.run()
    #expect(try session.waymark("start", status: 4).contains("ASSET_NOT_BOUND"))
    #expect(try session.waymark("asset", "create", "--name", "", status: 4).contains("ASSET_NAME_EMPTY"))
    #expect(
      try session.waymark("asset", "create", "--name", "my van", "--custom-id", "van").contains("created asset van"))
    try session.waymark("asset", "create", "--name", "my bus", "--custom-id", "bus")
    #expect(try session.waymark("asset", "bind", " ", status: 4).contains("ASSET_ID_EMPTY"))
    try session.waymark("asset", "bind", "van")
    try session.waymark("start")
    #expect(try session.waymark("asset", "create", "--name", "x", status: 4).contains("TRACKING_IS_ON"))
    #expect(try session.waymark("asset", "bind", "bus", status: 4).contains("TRACKING_IS_ON"))
    #expect(try session.waymark("asset", "show").contains("my van"))
    #expect(try session.await("counters", "uploaded", atLeast: 1))
    #expect(try session.waymark("mode", "passive").hasPrefix("passive (the track to within 50 m"))

    session.tracker?.end(SIGKILL)
    try session.waymark("status", status: 3)
    try session.run()
    #expect(try session.status("tracking") == "true")
    #expect(try session.status("asset") == "van")
    #expect(try session.status("mode", "mode") == "passive")

    session.collector.stop()
    try session.waymark("mode", "active")
    #expect(try session.await("queue", "waiting", atLeast: 3))
    try session.waymark("stop")
    let waiting = try session.status("queue", "waiting")
    #expect(try session.waymark("log").contains("waiting"))
    #expect(try session.waymark("asset", "bind", "bus", "--no-input", status: 4).contains("UN_UPLOADED_LOCATION_DATA"))
    // Nobody sits at a terminal here: what would be asked is refused.
    #expect(try session.waymark("asset", "bind", "bus", status: 4).contains("UN_UPLOADED_LOCATION_DATA"))
    #expect(try session.waymark("asset", "bind", "bus", "--force", status: 1).contains("SERVER_UNAVAILABLE"))
    #expect(try session.status("queue", "waiting") == waiting, "no answer is no yes")

    try session.collector.restart()
    #expect(try session.waymark("asset", "bind", "nobody", "--force", status: 1).contains("NOT_FOUND"))
    #expect(try session.status("queue", "waiting") == waiting, "a no is no yes")
    #expect(try session.status("asset") == "van")
    try session.waymark("asset", "bind", "bus", "--force")
    #expect(try session.status("queue", "waiting") == "0")
    #expect(try session.status("asset") == "bus")
    try session.end()
  }

  @Test(
    "another device takes the asset: tracking stops, and points are kept or cleared by the flag",
    arguments: [true, false])
  func taken(clears: Bool) throws {
    let session = try Session(clearsOnCollision: clears)
    try session.run()
    try session.waymark("asset", "create", "--name", "van", "--custom-id", "van")
    try session.waymark("asset", "bind", "van")
    try session.waymark("start")
    #expect(try session.await("counters", "uploaded", atLeast: 1))
    try session.takeAway("van")
    #expect(try poll(30) { try session.status("stop_reason") == "ASSET_TAKEN" })
    #expect(try session.status("tracking") == "false")
    #expect((try session.status("queue", "waiting") == "0") == clears)
    #expect(try session.waymark("start", status: 4).contains("ASSET_TAKEN"))
    try session.waymark("asset", "bind", "van")
    try session.waymark("start")
    #expect(try session.status("tracking") == "true")
    try session.end()
  }

  @Test("a trip starts tracking, is changed, ends, is summed up and removed")
  func trip() throws {
    let session = try Session()
    try session.run()
    #expect(try session.waymark("trip", "end", status: 4).contains("NO_ACTIVE_TRIP"))
    try session.waymark("asset", "create", "--name", "van", "--custom-id", "van")
    try session.waymark("asset", "bind", "van")
    #expect(try session.waymark("trip", "start", "--name", "round 1", "--custom-id", "r1").contains("started trip r1"))
    #expect(try session.waymark("trip", "start", "--name", "round 2", status: 4).contains("TRIP_IN_PROGRESS"))
    #expect(try session.status("tracking") == "true")
    #expect(try session.status("trip") == "r1")
    #expect(try session.await("counters", "uploaded", atLeast: 3))
    try session.waymark("trip", "update", "--name", "round one")
    #expect(try session.waymark("trip", "show").contains("round one"))
    try session.waymark("trip", "end")
    #expect(try session.waymark("trip", "summary", "r1").contains("ended"))
    try session.waymark("trip", "delete", "r1")
    #expect(try session.waymark("trip", "show", "r1", status: 1).contains("NOT_FOUND"))
    try session.end()
  }

  @Test("points that the server refused are counted and shown with its answer, and sent again or dropped")
  func setAside() throws {
    let session = try Session(failing: "track:1-6=422")
    try session.run()
    try session.waymark("asset", "create", "--name", "van", "--custom-id", "van")
    try session.waymark("asset", "bind", "van")
    #expect(try session.waymark("set-aside") == "no point is set aside\n")
    try session.waymark("start")
    #expect(try session.await("counters", "uploaded", atLeast: 1))
    let count = try #require(Int(try session.status("queue", "set_aside")))
    #expect(count >= 1)
    #expect(try session.waymark("status").contains("refused for good"))
    let shown = try session.waymark("set-aside")
    #expect(shown.split(separator: "\n").count == count && shown.contains("  van  ") && shown.contains("422"))
    #expect(try session.waymark("set-aside", "--json", "--limit", "1").contains(#""type":"FeatureCollection""#))
    #expect(try session.waymark("set-aside", "send", status: 4).contains("TRACKING_IS_ON"))
    try session.waymark("set-aside", "keep", status: 2)

    try session.waymark("stop")
    let stored = try session.collector.storedPoints()
    #expect(try session.status("queue", "waiting") == "0")
    #expect(try session.waymark("set-aside", "send").hasPrefix(count == 1 ? "1 point " : "\(count) points "))
    #expect(try session.status("queue", "waiting") == "\(count)")
    #expect(try session.waymark("set-aside", "drop") == "dropped 0 points\n")
    try session.waymark("start")
    #expect(try session.await("counters", "uploaded", atLeast: count))
    try session.waymark("stop")
    let sent = try #require(Int(try session.status("counters", "uploaded")))
    #expect(try session.collector.storedPoints() == stored + sent)
    #expect(try session.status("queue", "set_aside") == "0")
    try session.end()
  }

  @Test("log --follow goes on with each batch until the tracker ends")
  func follow() throws {
    let session = try Session()
    try session.run()
    try session.waymark("asset", "create", "--name", "van", "--custom-id", "van")
    try session.waymark("asset", "bind", "van")
    let log = try Program.waymark(["log", "--follow", "--json", "--socket", session.folder.file("run/waymark.sock")])
    try session.waymark("start")
    #expect(
      poll(60) { log.output.split(separator: "\n").count { $0.contains(#""state":"sent""#) } >= 2 }, "\(log.errors)")
    try session.end()
    #expect(log.wait(seconds: 20) == 0, "\(log.errors)")
  }
}
