/// The tables, as the steps that make them.
enum Schema {
  /// Marks the file as a collector's ("WMco"), so that another program's is left alone.
  static let application: Int64 = 0x574d_636f

  /// Each brings the tables to the version of its place, counted from 1. A step that has been released never changes.
  static let steps = [
    // A location is known by who saw the asset where and when, so one that is sent again finds itself there. In that
    // order the key is also the index for an asset's locations by time.
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
    PRAGMA application_id = \(application)
    """,
    // A trip has no locations of its own: they are its asset's, between its two times.
    """
    CREATE TABLE trip (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      asset INTEGER NOT NULL REFERENCES asset (number) ON DELETE CASCADE,
      name TEXT, description TEXT, attributes TEXT, meta_data TEXT, stops TEXT,
      started_at INTEGER NOT NULL, ended_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT
    """,
  ]
}
