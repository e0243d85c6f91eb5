import Delivery
import Devices
import GNSS
import HAL
import HTTPClient
import Sampling
import Sinks
import Store
import Tracking

let replayCommand = Command(
  name: "replay",
  summary: "Runs captures through the whole pipeline on a virtual clock: decode, judge, sample, store, upload.",
  operands: "FILE…",
  options: [
    Option("mode", value: "MODE", "active (default), balanced or passive"),
    Option("server", value: "URL", "upload to that server instead of a collector of our own"),
    Option("key", value: "KEY", "the server's API key"),
    Option("asset", value: "ID", "report for that asset instead of creating one"),
    Option("database", value: "FILE", "keep the queue in that file instead of a temporary one"),
    Option("gpx", value: "FILE", "write what was kept as a GPX track"),
    Option("geojson", value: "FILE", "write what was kept as a GeoJSON line"),
    Option("json", "print the closing table as JSON"),
  ],
  examples: [
    "waymark replay fixtures/nmea/city-drive.nmea --gpx track.gpx",
    "waymark replay drive.nmea --server http://127.0.0.1:8080 --key demo --asset van-7",
  ]
) { arguments throws(CommandFailure) in
  guard !arguments.operands.isEmpty else {
    throw CommandFailure(.usage, "give at least one capture: waymark replay FILE…")
  }
  var replay = try Replay(arguments)
  try replay.run()
}

/// One run of the command: what it opened, and how the pieces hang together.
private struct Replay {
  private let paths: [String]
  private let sizes: Int64
  private let wantsJSON: Bool
  private let tracks: [TrackFile]
  private let workplace: Workplace
  private let summary: ReplaySummary
}
