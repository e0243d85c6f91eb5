import CGPSD
import GNSS

/// What one line of gpsd says that a tracker wants to know.
enum GPSDReport: Equatable {
  /// A TPV: what is known of an epoch of that receiver so far. Its mode is `none` without a usable position.
  case position(Fix, device: String)
  /// A SKY: how good the sky is above that receiver.
  case sky(GPSDSky, device: String)
  /// gpsd does not do what it was asked, in its words.
  case refused(String)
}

/// The part of a SKY report that belongs to a fix.
struct GPSDSky: Equatable {
  var hdopThousandths: Int32?
  var vdopThousandths: Int32?
  var pdopThousandths: Int32?
  var satellitesUsed: UInt8?
}

/// Reads gpsd's lines with libgps.
final class GPSDParser {
  // Safety: allocated and zeroed in init, as libgps expects, and freed in deinit; passed to libgps on one thread. It is
  // plain C data of 24 to 29 kB, too large to be made as a value and moved here.
  private let data: UnsafeMutablePointer<gps_data_t>

  init() {
    let size = MemoryLayout<gps_data_t>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<gps_data_t>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    data = memory.bindMemory(to: gps_data_t.self, capacity: 1)
  }

  deinit { UnsafeMutableRawPointer(data).deallocate() }

  /// What the line says; nil for a line of another kind, or none that libgps can read.
  ///
  /// - Parameter line: a line with a zero byte in place of its end; libgps may scribble in it.
  func read(_ line: UnsafeMutablePointer<CChar>) -> GPSDReport? {
    let report = waymark_gpsd_unpack(data, line)
    let device = String(cString: waymark_gpsd_device(data))
    switch Int(report.kind) {
    case WAYMARK_GPSD_TPV: return .position(Fix(report), device: device)
    case WAYMARK_GPSD_SKY: return .sky(GPSDSky(report), device: device)
    case WAYMARK_GPSD_ERROR: return .refused(String(cString: waymark_gpsd_error(data)))
    default: return nil
    }
  }
}

extension GPSDSky {
  fileprivate init(_ report: waymark_gpsd_report) {
    hdopThousandths = thousandths(report.hdop)
    vdopThousandths = thousandths(report.vdop)
    pdopThousandths = thousandths(report.pdop)
    satellitesUsed = report.satellites_used > 0 ? UInt8(exactly: report.satellites_used) : nil
  }
}

extension Fix {
  fileprivate init(_ report: waymark_gpsd_report) {
    self.init()
    if report.time_milliseconds > 0 {
      time = UTCInstant(millisecondsSince1970: report.time_milliseconds)
      timeOfDayMilliseconds = Int32(exactly: report.time_milliseconds % 86_400_000)
    }
    status = report.status > 0 ? UInt8(exactly: report.status) : nil
    coordinate = place(report)
    mode = coordinate == nil ? .none : report.mode == 3 ? .threeD : .twoD
    if status == 5 { flags.insert(.estimated) }
    speedMillimetresPerSecond = thousandths(report.speed).flatMap { $0 < 0 ? nil : $0 }
    trackMillidegrees = thousandths(report.track).flatMap { 0...360_000 ~= $0 ? $0 % 360_000 : nil }
    horizontalErrorMillimetres = thousandths(report.eph)
    // A two-dimensional fix has no height, whatever stands in the report.
    guard mode == .threeD else { return }
    altitudeMSLMillimetres = thousandths(report.altitude_msl)
    altitudeHAEMillimetres = thousandths(report.altitude_hae)
    geoidSeparationMillimetres = thousandths(report.geoid_separation)
    verticalErrorMillimetres = thousandths(report.epv)
  }
}

/// The position, when the report has one that was measured: gpsd hands on exact 0/0, surveyed (7) and simulated (8)
/// positions as fixes.
private func place(_ report: waymark_gpsd_report) -> Coordinate? {
  guard report.mode >= 2, report.status != 7, report.status != 8,
    (-90.0...90).contains(report.latitude), (-180.0...180).contains(report.longitude),
    report.latitude != 0 || report.longitude != 0
  else { return nil }
  return Coordinate(
    latitudeNanodegrees: Int64((report.latitude * 1e9).rounded()),
    longitudeNanodegrees: Int64((report.longitude * 1e9).rounded()))
}

/// A number in thousandths; nil for NaN, infinities and what no receiver means.
private func thousandths(_ value: Double) -> Int32? { Int32(exactly: (value * 1000).rounded()) }
