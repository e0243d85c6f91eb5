import Delivery
import GNSS
import SQLite
import Sampling

/// A sample as a row of the table `queue`. What is read equals what was written, to the last bit.
enum SampleRow {
  /// All but the number.
  static let columns = """
    time_ms, latitude_nd, longitude_nd, tracking_mode, reason, battery_percent, time_of_day_ms, fix_mode,
    altitude_msl_mm, altitude_hae_mm, geoid_separation_mm, speed_mm_s, track_mdeg, eph_mm, epv_mm,
    hdop_thousandths, vdop_thousandths, pdop_thousandths, satellites_used, quality, status, flags, current_first
    """

  /// A place for the number and each of the columns.
  static let places = Array(repeating: "?", count: 24).joined(separator: ", ")

  static let insert = "INSERT INTO queue (sequence, \(columns)) VALUES (\(places))"

  static let insertIfMissing = "INSERT OR IGNORE INTO queue (sequence, \(columns)) VALUES (\(places))"

  /// Binds the number to begin behind. Rows are taken until there are enough, for some may have to be passed over.
  static let selectBehind = "SELECT sequence, \(columns) FROM queue WHERE sequence > ? ORDER BY sequence"

  static let selectNewest = "SELECT sequence, \(columns) FROM queue ORDER BY sequence DESC"

  /// Binds all values of `insert`.
  static func bind(_ queued: QueuedSample, to statement: Statement) throws(SQLiteError) {
    let (sample, fix) = (queued.sample, queued.sample.fix)
    try statement.bind(queued.sequence, at: 1)
    try statement.bind(sample.time.millisecondsSince1970, at: 2)
    try statement.bind(sample.coordinate.latitudeNanodegrees, at: 3)
    try statement.bind(sample.coordinate.longitudeNanodegrees, at: 4)
    try statement.bind(sample.mode.rawValue, at: 5)
    try statement.bind(sample.reason.rawValue, at: 6)
    let rest: [Int64?] = [
      sample.batteryPercent.map(Int64.init), fix.timeOfDayMilliseconds.map(Int64.init), Int64(fix.mode.rawValue),
      fix.altitudeMSLMillimetres.map(Int64.init), fix.altitudeHAEMillimetres.map(Int64.init),
      fix.geoidSeparationMillimetres.map(Int64.init), fix.speedMillimetresPerSecond.map(Int64.init),
      fix.trackMillidegrees.map(Int64.init), fix.horizontalErrorMillimetres.map(Int64.init),
      fix.verticalErrorMillimetres.map(Int64.init), fix.hdopThousandths.map(Int64.init),
      fix.vdopThousandths.map(Int64.init), fix.pdopThousandths.map(Int64.init), fix.satellitesUsed.map(Int64.init),
      fix.quality.map(Int64.init), fix.status.map(Int64.init), Int64(fix.flags.rawValue),
      queued.isCurrentFirst ? 1 : 0,
    ]
    for (position, value) in zip(Int32(7)..., rest) { try statement.bind(value, at: position) }
  }

  /// The row that the statement stands on; nil when it holds what this program never writes.
  static func read(_ statement: Statement) -> QueuedSample? {
    var row = RowReader(statement)
    return read(&row)
  }

  /// The same, up to the last of the columns.
  static func read(_ row: inout RowReader) -> QueuedSample? {
    guard
      let sequence = row.next(Int64.self), let time = row.next(Int64.self), let latitude = row.next(Int64.self),
      let longitude = row.next(Int64.self), let mode = row.text().flatMap(TrackingMode.init),
      let reason = row.text().flatMap(KeepReason.init)
    else { return nil }
    let battery = row.next(UInt8.self)
    let fix = read(
      &row, time: UTCInstant(millisecondsSince1970: time),
      coordinate: Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude))
    guard let fix, let mark = row.next(UInt8.self), !row.isDamaged else { return nil }
    return Sample(fix, mode: mode, reason: reason, batteryPercent: battery).map {
      QueuedSample(sequence: sequence, sample: $0, isCurrentFirst: mark != 0)
    }
  }

  private static func read(_ row: inout RowReader, time: UTCInstant, coordinate: Coordinate) -> Fix? {
    var fix = Fix()
    fix.time = time
    fix.coordinate = coordinate
    fix.timeOfDayMilliseconds = row.next()
    guard let mode = row.next(UInt8.self).flatMap(FixMode.init) else { return nil }
    fix.mode = mode
    fix.altitudeMSLMillimetres = row.next()
    fix.altitudeHAEMillimetres = row.next()
    fix.geoidSeparationMillimetres = row.next()
    fix.speedMillimetresPerSecond = row.next()
    fix.trackMillidegrees = row.next()
    fix.horizontalErrorMillimetres = row.next()
    fix.verticalErrorMillimetres = row.next()
    fix.hdopThousandths = row.next()
    fix.vdopThousandths = row.next()
    fix.pdopThousandths = row.next()
    fix.satellitesUsed = row.next()
    fix.quality = row.next()
    fix.status = row.next()
    guard let flags = row.next(UInt8.self) else { return nil }
    fix.flags = FixFlags(rawValue: flags)
    return fix
  }
}

/// Reads the columns of one row from left to right.
struct RowReader {
  /// Whether a number did not fit its type.
  private(set) var isDamaged = false
  private let statement: Statement
  private var column: Int32 = 0

  init(_ statement: Statement) { self.statement = statement }

  /// The next column as a number; nil for NULL, or when it does not fit.
  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    defer { column += 1 }
    guard let value = statement.integer(column) else { return nil }
    let number = Number(exactly: value)
    if number == nil { isDamaged = true }
    return number
  }

  /// The next column as a text; nil for NULL.
  mutating func text() -> String? {
    defer { column += 1 }
    return statement.text(column)
  }
}
