import JSON
import SQLite

extension CollectorStore {
  /// Starts a trip; false when there is one of that id.
  func start(_ profile: TripProfile, id: String, of asset: Asset, now: Int64) throws -> Bool {
    let insert = try connection.prepare(
      """
      INSERT INTO trip (id, asset, name, description, attributes, meta_data, stops, started_at, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8) ON CONFLICT (id) DO NOTHING
      """)
    try insert.bind(id, at: 1)
    try insert.bind(asset.number, at: 2)
    try insert.bind(profile.name, at: 3)
    try insert.bind(profile.description, at: 4)
    try insert.bind(text(profile.attributes), at: 5)
    try insert.bind(text(profile.metaData), at: 6)
    try insert.bind(text(profile.stops), at: 7)
    try insert.bind(now, at: 8)
    try insert.run()
    return connection.changes == 1
  }

  /// Changes the parts of a trip that the profile has, and its asset; the others stay.
  func update(_ trip: Trip, _ profile: TripProfile, of asset: Asset, now: Int64) throws {
    let update = try connection.prepare(
      """
      UPDATE trip SET asset = ?1, name = coalesce(?2, name), description = coalesce(?3, description),
        attributes = coalesce(?4, attributes), meta_data = coalesce(?5, meta_data), stops = coalesce(?6, stops),
        updated_at = ?7
      WHERE number = ?8
      """)
    try update.bind(asset.number, at: 1)
    try update.bind(profile.name, at: 2)
    try update.bind(profile.description, at: 3)
    try update.bind(text(profile.attributes), at: 4)
    try update.bind(text(profile.metaData), at: 5)
    try update.bind(text(profile.stops), at: 6)
    try update.bind(now, at: 7)
    try update.bind(trip.number, at: 8)
    try update.run()
  }

  /// Ends a trip.
  func end(_ trip: Trip, now: Int64) throws {
    let update = try connection.prepare("UPDATE trip SET ended_at = ?1, updated_at = ?1 WHERE number = ?2")
    try update.bind(now, at: 1)
    try update.bind(trip.number, at: 2)
    try update.run()
  }

  /// Removes a trip; the asset's locations stay.
  func delete(_ trip: Trip) throws {
    let delete = try connection.prepare("DELETE FROM trip WHERE number = ?")
    try delete.bind(trip.number, at: 1)
    try delete.run()
  }

  /// The trip, without its route; nil without one.
  func trip(_ id: String) throws -> Trip? {
    let select = try connection.prepare(
      """
      SELECT trip.number, trip.id, asset.id, trip.name, trip.description, trip.attributes, trip.meta_data, stops,
        started_at, ended_at, trip.created_at, trip.updated_at
      FROM trip JOIN asset ON asset.number = trip.asset WHERE trip.id = ?
      """)
    try select.bind(id, at: 1)
    return try select.first { row in
      Trip(
        number: row.integer(0) ?? 0, id: row.text(1) ?? "", assetID: row.text(2) ?? "",
        state: row.integer(9) == nil ? "active" : "ended", name: row.text(3), description: row.text(4),
        attributes: value(JSONObject.self, row.text(5)),
        metaData: value(JSONObject.self, row.text(6)), stops: value([TripStop].self, row.text(7)),
        startedAt: row.integer(8) ?? 0, endedAt: row.integer(9), createdAt: row.integer(10) ?? 0,
        updatedAt: row.integer(11) ?? 0)
    }
  }
}
