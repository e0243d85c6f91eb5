import JSON
import SQLite

extension CollectorStore {
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

  /// The location of the latest time, whenever it came in.
  func latestLocation(of asset: Asset) throws -> TrackLocation? {
    let select = try connection.prepare(
      "SELECT \(columns) FROM location WHERE asset = ? ORDER BY timestamp DESC LIMIT 1")
    try select.bind(asset.number, at: 1)
    return try select.first(read)
  }

  /// One page of an asset's locations, oldest first.
  func locations(of asset: Asset, _ query: LocationQuery) throws -> [TrackLocation] {
    let select = try connection.prepare(
      """
      SELECT \(columns) FROM location WHERE asset = ? AND timestamp BETWEEN ? AND ?
      ORDER BY timestamp, device_id, lat, lon LIMIT ? OFFSET ?
      """)
    try select.bind(asset.number, at: 1)
    try select.bind(query.times.lowerBound, at: 2)
    try select.bind(query.times.upperBound, at: 3)
    try select.bind(query.paging.size, at: 4)
    try select.bind(query.paging.offset, at: 5)
    return try select.all(read)
  }

  /// Hands an asset's locations between two times to `visit`, oldest first, one at a time: there may be a great many.
  func visitLocations(of asset: Asset, in times: ClosedRange<Int64>, _ visit: (TrackLocation) -> Void) throws {
    let select = try connection.prepare(
      """
      SELECT \(columns) FROM location WHERE asset = ? AND timestamp BETWEEN ? AND ?
      ORDER BY timestamp, device_id, lat, lon
      """)
    try select.bind(asset.number, at: 1)
    try select.bind(times.lowerBound, at: 2)
    try select.bind(times.upperBound, at: 3)
    while try select.step() { visit(read(select)) }
  }

  /// How many locations an asset has between two times.
  func locationCount(of asset: Asset, in times: ClosedRange<Int64>) throws -> Int64 {
    let select = try connection.prepare(
      "SELECT count(*) FROM location WHERE asset = ? AND timestamp BETWEEN ? AND ?")
    try select.bind(asset.number, at: 1)
    try select.bind(times.lowerBound, at: 2)
    try select.bind(times.upperBound, at: 3)
    return try select.first { $0.integer(0) } ?? 0
  }

  /// How many locations an asset has; 0 without such an asset.
  func locationCount(of id: String) throws -> Int {
    let select = try connection.prepare(
      "SELECT count(*) FROM location WHERE asset = (SELECT number FROM asset WHERE id = ?)")
    try select.bind(id, at: 1)
    return Int(try select.first { $0.integer(0) } ?? 0)
  }

  private var columns: String {
    "timestamp, lat, lon, accuracy, altitude, speed, bearing, battery_level, tracking_mode, meta_data"
  }

  private func read(_ row: Statement) -> TrackLocation {
    TrackLocation(
      location: Position(lat: row.real(1) ?? 0, lon: row.real(2) ?? 0), timestamp: row.integer(0) ?? 0,
      accuracy: row.real(3), altitude: row.real(4), speed: row.real(5), bearing: row.real(6),
      batteryLevel: row.integer(7), trackingMode: row.text(8), metaData: value(JSONObject.self, row.text(9)))
  }
}
