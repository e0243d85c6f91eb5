import SQLite

/// The tables, and how files of older versions come to have them.
enum Schema {
  /// Marks a file as ours in its header (`PRAGMA application_id`): "WYMK".
  static let applicationID: Int64 = 0x5759_4D4B

  /// The version of the tables that this program reads and writes; the file names its own in `PRAGMA user_version`.
  static var version: Int64 { Int64(migrations.count) }

  /// Each makes the next version out of the one before. A released one is never changed.
  static let migrations = [
    // AUTOINCREMENT remembers the highest number even when the table is empty: a sequence number is a point's name.
    """
    PRAGMA application_id = \(applicationID);
    CREATE TABLE queue (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      time_ms INTEGER NOT NULL,
      latitude_nd INTEGER NOT NULL,
      longitude_nd INTEGER NOT NULL,
      tracking_mode TEXT NOT NULL,
      reason TEXT NOT NULL,
      battery_percent INTEGER,
      time_of_day_ms INTEGER,
      fix_mode INTEGER NOT NULL,
      altitude_msl_mm INTEGER,
      altitude_hae_mm INTEGER,
      geoid_separation_mm INTEGER,
      speed_mm_s INTEGER,
      track_mdeg INTEGER,
      eph_mm INTEGER,
      epv_mm INTEGER,
      hdop_thousandths INTEGER,
      vdop_thousandths INTEGER,
      pdop_thousandths INTEGER,
      satellites_used INTEGER,
      quality INTEGER,
      status INTEGER,
      flags INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE upload_log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      asset_id TEXT NOT NULL,
      first_sequence INTEGER NOT NULL,
      last_sequence INTEGER NOT NULL,
      points INTEGER NOT NULL,
      first_time_ms INTEGER NOT NULL,
      last_time_ms INTEGER NOT NULL,
      state TEXT NOT NULL,
      tries INTEGER NOT NULL,
      answer TEXT NOT NULL
    ) STRICT;
    CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    // What a server refused for good is set aside with its answer; a point that went ahead of older ones is marked.
    """
    ALTER TABLE queue ADD COLUMN current_first INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE set_aside (
      sequence INTEGER PRIMARY KEY,
      time_ms INTEGER NOT NULL,
      latitude_nd INTEGER NOT NULL,
      longitude_nd INTEGER NOT NULL,
      tracking_mode TEXT NOT NULL,
      reason TEXT NOT NULL,
      battery_percent INTEGER,
      time_of_day_ms INTEGER,
      fix_mode INTEGER NOT NULL,
      altitude_msl_mm INTEGER,
      altitude_hae_mm INTEGER,
      geoid_separation_mm INTEGER,
      speed_mm_s INTEGER,
      track_mdeg INTEGER,
      eph_mm INTEGER,
      epv_mm INTEGER,
      hdop_thousandths INTEGER,
      vdop_thousandths INTEGER,
      pdop_thousandths INTEGER,
      satellites_used INTEGER,
      quality INTEGER,
      status INTEGER,
      flags INTEGER NOT NULL,
      current_first INTEGER NOT NULL,
      answer TEXT NOT NULL
    ) STRICT;
    """,
    // What was refused for one asset must not be sent again for another.
    """
    ALTER TABLE set_aside ADD COLUMN asset_id TEXT;
    UPDATE set_aside SET asset_id = (
      SELECT asset_id FROM upload_log
      WHERE state = 'refused' AND set_aside.sequence BETWEEN first_sequence AND last_sequence);
    """,
  ]

  /// Makes sure, without writing, that the file is new or ours.
  static func check(_ connection: Connection) throws {
    let version = try connection.userVersion()
    let id = try connection.prepare("PRAGMA application_id").first { $0.integer(0) }
    let objects = try connection.prepare("SELECT count(*) FROM sqlite_schema").first { $0.integer(0) }
    let isNew = objects == 0 && version == 0 && id == 0
    guard isNew || id == applicationID else { throw StoreError.foreign(path: connection.path) }
    guard version <= Schema.version else { throw StoreError.newer(path: connection.path, version: version) }
    guard version >= 0 else { throw StoreError.damaged(path: connection.path, detail: "version \(version)") }
  }

  /// Brings a checked file to this program's version, one transaction a step.
  static func migrate(_ connection: Connection) throws {
    let version = try connection.userVersion()
    for (number, migration) in migrations.enumerated().dropFirst(Int(clamping: version)) {
      try connection.transaction {
        try connection.execute(migration)
        try connection.setUserVersion(Int32(clamping: number + 1))
      }
    }
  }
}
