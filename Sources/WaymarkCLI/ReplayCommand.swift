import Delivery
import Devices
import EventLoop
import GNSS
import HTTPClient
import Sampling
import Sinks
import Store
import Tracking

extension Command {
  static let replay = Command(
    name: "replay",
    summary: "Runs captures through the whole pipeline on a virtual clock: decode, judge, sample, store, upload.",
    operands: "FILE…",
    options: [
      Option("mode", value: "MODE", "active (the default), balanced or passive"),
      Option(
        "shape", value: "METRES", "draw the track to within so much; 0 goes by distance, time and turn"),
      Option("server", value: "URL", "upload to that server; without it to a collector of this run's own"),
      Option("key", value: "KEY", "the server's API key"),
      Option("asset", value: "ID", "report for that asset; without it one is created"),
      Option("database", value: "FILE", "keep the queue in that file; without it the queue ends with the run"),
      Option("gpx", value: "FILE", "write what was kept as a GPX track"),
      Option("geojson", value: "FILE", "write what was kept as a GeoJSON line"),
      Option("json", "print the closing table as JSON"),
    ],
    examples: [
      "waymark replay fixtures/nmea/city-drive.nmea --gpx track.gpx",
      "waymark replay drive.nmea --server http://127.0.0.1:8080 --key demo --asset van-7",
    ],
    run: runReplay)
}

@Sendable private func runReplay(_ arguments: Arguments) throws {
  guard !arguments.operands.isEmpty else {
    throw CommandFailure(.usage, "give at least one capture: waymark replay FILE…")
  }
  let locationConfig = try locationConfig(arguments)
  // Opened before anything else is: a mistyped name must not cost a half-done run.
  let captures = try arguments.operands.map { (path: $0, reader: try CaptureReader(path: $0)) }
  let tracks = try trackFiles(arguments, name: baseName(arguments.operands[0]))
  let folder = try TemporaryFolder()

  let collector = arguments.has("server") ? nil : try EmbeddedCollector(database: folder.file("collector.db"))
  let server = try NextBillionServer(
    base: collector?.url ?? arguments.value("server") ?? "", key: arguments.value("key") ?? "")
  let client = try HTTPClient(userAgent: "waymark/\(version)")
  let sink = NextBillionSink(server, client: client)
  let asset =
    try arguments.value("asset")
    ?? NextBillionAPI(server, client: client).createAsset(
      NewAsset(name: "Replay of \(baseName(arguments.operands[0]))"))
  complain("asset \(asset) on \(server.base)")

  let settings = TrackerSettings(
    binding: Binding(assetID: asset, server: server.base), locationConfig: locationConfig,
    seed: UInt64.random(in: 0 ... .max))
  let store = try SQLiteStore(
    path: arguments.value("database") ?? folder.file("queue.db"), capacity: settings.dataTrackingConfig.capacity
  ) { complain($0.description) }
  var summary = try replay(captures, VirtualRun(settings: settings, store: store, sink: sink), into: tracks)
  summary.collectorHolds = try collector?.stop(countingPointsOf: asset)
  for track in tracks { try track.finish() }
  writeAll(Array((arguments.has("json") ? try summary.json() : summary.table).utf8), to: 1)

  let lost = summary.result.waiting + summary.result.refused
  guard lost == 0 else {
    let reason = summary.result.failure ?? "the server refused points"
    let rest = arguments.value("database").map { "; what waits stays in \($0)" } ?? ""
    throw CommandFailure(.failed, "\(lost) points are not acknowledged: \(reason)\(rest)")
  }
}

/// Feeds the captures to the run, draws the progress, and gives the table's figures.
private func replay(
  _ captures: [(path: String, reader: CaptureReader)], _ run: consuming VirtualRun, into tracks: [TrackFile]
) throws -> ReplaySummary {
  var summary = ReplaySummary()
  let started = bootNanoseconds()
  var bar = ProgressBar(total: captures.reduce(0) { $0 &+ ($1.reader.size ?? 0) })
  defer { bar.clear() }
  var read: Int64 = 0
  for (path, reader) in captures {
    var decoder = NMEADecoder()
    var fixes: [Fix] = []
    while try reader.next({ decoder.decode($0) { fixes.append($0) } }) {
      try run.receive(fixes, into: tracks)
      fixes.removeAll(keepingCapacity: true)
      bar.update(read &+ reader.position, "\(run.result.pipeline.keptInAll) kept")
    }
    decoder.finish { fixes.append($0) }
    try run.receive(fixes, into: tracks)
    for sample in try run.gap() {
      for track in tracks { track.add(sample) }
    }
    read &+= reader.position
    if let fault = fault(of: decoder.statistics, in: path) { throw CommandFailure(.failed, fault) }
    summary.add(decoder.statistics)
  }
  try run.finish()
  summary.result = run.result
  summary.recordedSeconds = run.recordedSeconds
  summary.elapsedSeconds = Double(bootNanoseconds() &- started) / 1e9
  return summary
}

extension VirtualRun {
  /// Takes fixes and writes what is kept of them to the tracks.
  fileprivate mutating func receive(_ fixes: [Fix], into tracks: [TrackFile]) throws {
    for fix in fixes {
      for sample in try receive(fix) {
        for track in tracks { track.add(sample) }
      }
    }
  }
}

private func trackFiles(_ arguments: Arguments, name: String) throws(CommandFailure) -> [TrackFile] {
  var tracks: [TrackFile] = []
  if let path = arguments.value("gpx") { tracks.append(try TrackFile(path, .gpx, name: name)) }
  if let path = arguments.value("geojson") { tracks.append(try TrackFile(path, .geoJSON, name: name)) }
  return tracks
}

private func locationConfig(_ arguments: Arguments) throws(CommandFailure) -> LocationConfig {
  var config = LocationConfig(try trackingMode(arguments.value("mode") ?? "active"))
  guard let word = arguments.value("shape") else { return config }
  guard let metres = Double(word), (0...10_000).contains(metres) else {
    throw CommandFailure(.usage, "--shape takes metres from 0 to 10000, not '\(word)'")
  }
  config.shape = metres > 0 ? ShapeTolerance(metres: metres, delaySeconds: config.shape?.delaySeconds ?? 60) : nil
  config.mode = .custom
  return config
}

private func trackingMode(_ word: String) throws(CommandFailure) -> TrackingMode {
  guard let mode = TrackingMode(rawValue: word), mode != .custom else {
    throw CommandFailure(.usage, "--mode takes active, balanced or passive, not '\(word)'")
  }
  return mode
}

private func baseName(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
