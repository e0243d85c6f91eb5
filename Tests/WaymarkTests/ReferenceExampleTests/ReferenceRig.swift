import Collector
import EventLoop
import FoundationEssentials
import GNSS
import HTTPClient
import HTTPServer
import LinuxBoard
import Sinks
import TestSupport
import Waymark

@testable import AssetProfile

/// The example's program on a board of its own, with a receiver that a test plays and a collector on loopback.
@MainActor
final class ReferenceRig {
  let terminal = FakeTerminal()
  let receiver = FakeReceiver()
  let app: App
  let preferences: Preferences
  let tracking = AssetTracking()
  let folder: TemporaryFolder
  private let board: Board
  private let server: LoopThread
  private let collector = Confined<Collector>()
  private var port: UInt16 = 0

  /// Runs a test on a rig of its own, and ends that whatever comes.
  static func run(clearsOnCollision: Bool, _ test: (ReferenceRig) async throws -> Void) async throws {
    let rig = try ReferenceRig(clearsOnCollision: clearsOnCollision)
    do {
      try await rig.createAssets()
      try await test(rig)
    } catch {
      try await rig.end()
      throw error
    }
    try await rig.end()
  }

  /// A board that nobody has used, and a collector with the assets `van` and `bus`.
  private init(clearsOnCollision: Bool) throws {
    folder = try TemporaryFolder()
    server = try LoopThread()
    preferences = Preferences(path: folder.file("preferences.json"))
    let (loop, database, collector) = (server.loop, folder.file("collector.db"), collector)
    let port = try server.perform {
      let made = try Collector(loop: loop, database: database)
      collector.value = made
      return try made.start()
    }
    self.port = port
    let configuration = """
      [server]
      url = "http://127.0.0.1:\(port)"
      key = "0123456789abcdef0123456789abcdef"
      [upload]
      clear_on_collision = \(clearsOnCollision)
      [store]
      path = "\(folder.file("queue.db"))"
      """
    let receiver = receiver
    board = try Board(
      Configuration(configuration, file: "test"), userAgent: "test", tracking: tracking,
      source: { _ in receiver.source() })
    try board.start()
    app = App(
      terminal, preferences: preferences, apiKey: "0123456789abcdef0123456789abcdef", assetTracking: tracking)
  }

  private func createAssets() async throws {
    for id in ["van", "bus"] {
      _ = try await tracking.createAsset(assetProfile: AssetProfile(name: id, customId: id))
    }
  }

  private func end() async throws {
    await board.stop()
    try stopServer()
    try server.stop()
  }

  // MARK: The server

  /// The server does not answer any more.
  func stopServer() throws {
    let collector = collector
    try server.perform {
      collector.value?.stop()
      collector.value = nil
    }
  }

  /// The server answers again, at the same port, with what it had.
  func restartServer() throws {
    let (loop, database, collector, port) = (server.loop, folder.file("collector.db"), collector, port)
    try server.perform {
      let made = try Collector(loop: loop, database: database, address: .loopback(port: port))
      collector.value = made
      _ = try made.start()
    }
  }

  /// How many locations the server has of an asset.
  func stored(_ asset: String) throws -> Int {
    let collector = collector
    return try server.perform { try collector.value?.pointCount(assetID: asset) ?? 0 }
  }

  /// Another device binds itself to an asset.
  func takeAway(_ asset: String) throws {
    let api = NextBillionAPI(
      try NextBillionServer(base: "http://127.0.0.1:\(port)", key: ""), client: try HTTPClient(userAgent: "other"))
    try api.bindAsset(asset, deviceID: "another device")
  }

  // MARK: The board

  /// The receiver tells one more fix; the board has dealt with it when this returns.
  func tellFix() async throws {
    await withCheckedContinuation { continuation in
      board.loop.execute { [receiver] in
        receiver.tell()
        continuation.resume()
      }
    }
  }

  /// How many points wait on the board.
  func waiting() async throws -> Int {
    try await board.control.status(host: UTCInstant(millisecondsSince1970: 0)).waiting
  }

  /// All that was asked of the board before has been done, and all its callbacks have run.
  func settle() async throws {
    _ = try await tracking.uploadLog(limit: 1)
    await Task { @MainActor in }.value
  }

  /// Tracks the van and lets it have points that could not be sent; tracking is off again.
  func leavePointsWaiting() async throws {
    try await tracking.bindAsset(assetId: "van")
    try await tracking.startTracking()
    try stopServer()
    try await tellFix()
    try await tracking.stopTracking()
    try restartServer()
  }

  // MARK: The screens

  /// The profile screen as the only one, or on top of the home screen.
  func profileScreen(isLauncher: Bool = true) -> SetProfileScreen {
    let screen = SetProfileScreen(app)
    if !isLauncher { app.navigator.setRoot(ExtendedTrackingScreen(app)) }
    if isLauncher { app.navigator.setRoot(screen) } else { app.navigator.push(screen) }
    return screen
  }

  /// The home screen, with the van bound and its message read when so wished.
  func homeScreen(bound: Bool = true) async -> ExtendedTrackingScreen {
    if bound { preferences.set("van", forKey: Constants.LAST_BIND_ASSET_ID_KEY) }
    let screen = ExtendedTrackingScreen(app)
    app.navigator.setRoot(screen)
    if bound { _ = await terminal.nextToast() }
    return screen
  }
}
