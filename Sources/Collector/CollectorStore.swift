import FoundationEssentials
import JSON
import SQLite

/// Assets and their locations in one SQLite database; all SQL of the collector is here.
///
/// Every call that changes something is on disk when it returns, so a location that was confirmed to its sender
/// survives a power cut.
final class CollectorStore {
  /// Marks the file as a collector's ("WMco"), so that another program's is left alone.
  private static let application: Int64 = 0x574d_636f
  private static let version: Int32 = 1

  private let connection: Connection

  /// Opens the database, or makes it.
  ///
  /// - Throws: `SQLiteError`, or `ForeignDatabase` for a file that is not a collector's.
  init(path: String) throws {
    connection = try Connection(path: path)
    try connection.transaction {
      if try isEmpty() { return try makeTables() }
      let application = try connection.prepare("PRAGMA application_id").first { $0.integer(0) }
      guard application == CollectorStore.application, try connection.userVersion() == CollectorStore.version else {
        throw ForeignDatabase(path: path)
      }
    }
    // Not before: the journal's mode is written into the file, which may have turned out to be another's.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  }

  private func isEmpty() throws -> Bool {
    try connection.prepare("SELECT count(*) FROM sqlite_schema").first { $0.integer(0) } == 0
  }

  private func makeTables() throws {
    // A location is known by who saw the asset where and when, so one that is sent again finds itself there. In that
    // order the key is also the index for an asset's locations by time.
    try connection.execute(
      """
      CREATE TABLE asset (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, device_id TEXT, name TEXT, description TEXT,
        attributes TEXT, meta_data TEXT,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, tracked_at INTEGER
      ) STRICT;
      CREATE TABLE location (
        asset INTEGER NOT NULL REFERENCES asset (number) ON DELETE CASCADE, timestamp INTEGER NOT NULL,
        device_id TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL,
        accuracy REAL, altitude REAL, speed REAL, bearing REAL, battery_level INTEGER, tracking_mode TEXT,
        meta_data TEXT,
        PRIMARY KEY (asset, timestamp, device_id, lat, lon)
      ) STRICT, WITHOUT ROWID;
      PRAGMA application_id = \(CollectorStore.application)
      """)
    try connection.setUserVersion(CollectorStore.version)
  }

  // MARK: Assets

  /// Makes an asset; false when there is one of that id.
  func create(_ profile: AssetProfile, id: String, now: Int64) throws -> Bool {
    let insert = try connection.prepare(
      """
      INSERT INTO asset (id, name, description, attributes, meta_data, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ON CONFLICT (id) DO NOTHING
      """)
    try insert.bind(id, at: 1)
    try insert.bind(profile.name, at: 2)
    try insert.bind(profile.description, at: 3)
    try insert.bind(text(profile.attributes), at: 4)
    try insert.bind(text(profile.metaData), at: 5)
    try insert.bind(now, at: 6)
    try insert.run()
    return connection.changes == 1
  }

  /// The asset with its latest location; nil without one.
  func asset(_ id: String) throws -> Asset? {
    let select = try connection.prepare(
      """
      SELECT number, id, device_id, name, description, attributes, meta_data, created_at, updated_at, tracked_at
      FROM asset WHERE id = ?
      """)
    try select.bind(id, at: 1)
    let found = try select.first { row in
      Asset(
        number: row.integer(0) ?? 0, id: row.text(1) ?? "", deviceID: row.text(2), name: row.text(3),
        description: row.text(4), attributes: object(row.text(5)), metaData: object(row.text(6)),
        createdAt: row.integer(7) ?? 0, updatedAt: row.integer(8) ?? 0, trackedAt: row.integer(9))
    }
    guard var asset = found else { return nil }
    asset.latestLocation = try latestLocation(of: asset)
    return asset
  }

  /// Makes a device the one that reports for the asset.
  func bind(_ asset: Asset, to device: String, now: Int64) throws {
    let update = try connection.prepare("UPDATE asset SET device_id = ?, updated_at = ? WHERE number = ?")
    try update.bind(device, at: 1)
    try update.bind(now, at: 2)
    try update.bind(asset.number, at: 3)
    try update.run()
  }

  // MARK: Locations

  /// Stores all the locations or, when it throws, none; those that are there already stay as they are.
  func add(_ locations: [TrackLocation], to asset: Asset, from device: String, now: Int64) throws {
    try connection.transaction {
      for location in locations { try insert(location, asset, device) }
      let update = try connection.prepare("UPDATE asset SET tracked_at = ? WHERE number = ?")
      try update.bind(now, at: 1)
      try update.bind(asset.number, at: 2)
      try update.run()
    }
  }

  private func insert(_ location: TrackLocation, _ asset: Asset, _ device: String) throws {
    let insert = try connection.prepare(
      """
      INSERT INTO location (asset, timestamp, device_id, lat, lon, accuracy, altitude, speed, bearing, battery_level,
        tracking_mode, meta_data)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """)
    try insert.bind(asset.number, at: 1)
    try insert.bind(location.timestamp, at: 2)
    try insert.bind(device, at: 3)
    try insert.bind(location.location.lat, at: 4)
    try insert.bind(location.location.lon, at: 5)
    try insert.bind(location.accuracy, at: 6)
    try insert.bind(location.altitude, at: 7)
    try insert.bind(location.speed, at: 8)
    try insert.bind(location.bearing, at: 9)
    try insert.bind(location.batteryLevel, at: 10)
    try insert.bind(location.trackingMode, at: 11)
    try insert.bind(text(location.metaData), at: 12)
    try insert.run()
  }

  private func latestLocation(of asset: Asset) throws -> TrackLocation? {
    let select = try connection.prepare(
      """
      SELECT timestamp, lat, lon, accuracy, altitude, speed, bearing, battery_level, tracking_mode, meta_data
      FROM location WHERE asset = ? ORDER BY timestamp DESC LIMIT 1
      """)
    try select.bind(asset.number, at: 1)
    return try select.first { row in
      TrackLocation(
        location: Position(lat: row.real(1) ?? 0, lon: row.real(2) ?? 0), timestamp: row.integer(0) ?? 0,
        accuracy: row.real(3), altitude: row.real(4), speed: row.real(5), bearing: row.real(6),
        batteryLevel: row.integer(7), trackingMode: row.text(8), metaData: object(row.text(9)))
    }
  }

  /// How many locations an asset has; 0 without such an asset.
  func locationCount(of id: String) throws -> Int {
    let select = try connection.prepare(
      "SELECT count(*) FROM location WHERE asset = (SELECT number FROM asset WHERE id = ?)")
    try select.bind(id, at: 1)
    return Int(try select.first { $0.integer(0) } ?? 0)
  }

  // MARK: Attached objects

  private func text(_ object: JSONObject?) throws -> String? {
    try object.map { String(decoding: try jsonBytes($0), as: UTF8.self) }
  }

  private func object(_ text: String?) -> JSONObject? {
    text.flatMap { try? JSONDecoder().decode(JSONObject.self, from: Data($0.utf8)) }
  }
}

/// The file is a database, but not one that this collector can use.
struct ForeignDatabase: Error, CustomStringConvertible {
  let path: String
  var description: String {
    "database \(path): it was made by another program or a newer collector; choose another file"
  }
}
