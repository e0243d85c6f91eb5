import EventLoop
import GNSS
import Glibc
import Sampling

/// The formats that a track is written in.
enum TrackFormat {
  /// GPX 1.1 (topografix.com/GPX/1/1): one track, one segment.
  case gpx
  /// GeoJSON (RFC 7946): one LineString, longitude first, with the first and last time as properties.
  case geoJSON
}

/// A track file that grows as points come; memory does not.
final class TrackFile {
  private let path: String
  private let format: TrackFormat
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var times: (first: UTCInstant, last: UTCInstant)?
  private var failure: Int32?

  /// Creates or empties the file.
  init(_ path: String, _ format: TrackFormat, name: String) throws(CommandFailure) {
    self.path = path
    self.format = format
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw CommandFailure(.failed, "cannot write \(path): \(errnoText(errno))") }
    switch format {
    case .gpx:
      append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="waymark \(version)" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>\(escaped(name))</name><trkseg>

        """)
    case .geoJSON:
      append(#"{"type":"Feature","geometry":{"type":"LineString","coordinates":["#)
    }
  }

  deinit { close(descriptor) }

  func add(_ sample: Sample) {
    let latitude = sample.coordinate.latitudeNanodegrees.decimalText(places: 9)
    let longitude = sample.coordinate.longitudeNanodegrees.decimalText(places: 9)
    switch format {
    case .gpx:
      let elevation = sample.fix.altitudeMSLMillimetres.map { "<ele>\(Int64($0).decimalText(places: 3))</ele>" } ?? ""
      append("<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(elevation)<time>\(sample.time)</time></trkpt>\n")
    case .geoJSON:
      append("\(times == nil ? "" : ",")\n[\(longitude),\(latitude)]")
    }
    times = (times?.first ?? sample.time, sample.time)
    if buffer.count > 1 << 16 { flush() }
  }

  /// Writes what belongs behind the last point.
  func finish() throws(CommandFailure) {
    switch format {
    case .gpx:
      append("</trkseg></trk>\n</gpx>\n")
    case .geoJSON:
      let properties = times.map { #""start":"\#($0.first)","end":"\#($0.last)""# } ?? ""
      append("\n]},\"properties\":{\(properties)}}\n")
    }
    flush()
    if let failure { throw CommandFailure(.failed, "cannot write \(path): \(errnoText(failure))") }
  }

  private func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

  private func flush() {
    if !writeAll(buffer, to: descriptor) { failure = errno }
    buffer.removeAll(keepingCapacity: true)
  }

  private func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default: out.append(character)
      }
    }
    return out
  }
}
