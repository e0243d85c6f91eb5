import JSON
import SQLite

extension CollectorStore {
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

  /// Changes the parts of an asset that the profile has; the others stay.
  func update(_ asset: Asset, _ profile: AssetProfile, now: Int64) throws {
    let update = try connection.prepare(
      """
      UPDATE asset SET name = coalesce(?1, name), description = coalesce(?2, description),
        attributes = coalesce(?3, attributes), meta_data = coalesce(?4, meta_data), updated_at = ?5
      WHERE number = ?6
      """)
    try update.bind(profile.name, at: 1)
    try update.bind(profile.description, at: 2)
    try update.bind(text(profile.attributes), at: 3)
    try update.bind(text(profile.metaData), at: 4)
    try update.bind(now, at: 5)
    try update.bind(asset.number, at: 6)
    try update.run()
  }

  /// The asset with its latest location; nil without one.
  func asset(_ id: String) throws -> Asset? {
    let select = try connection.prepare("SELECT \(columns) FROM asset WHERE id = ?")
    try select.bind(id, at: 1)
    guard var asset = try select.first(read) else { return nil }
    asset.latestLocation = try latestLocation(of: asset)
    return asset
  }

  /// One page of the assets with their latest locations, the youngest asset first.
  func assets(_ paging: Paging) throws -> [Asset] {
    let select = try connection.prepare("SELECT \(columns) FROM asset ORDER BY number DESC LIMIT ? OFFSET ?")
    try select.bind(paging.size, at: 1)
    try select.bind(paging.offset, at: 2)
    var assets = try select.all(read)
    for index in assets.indices { assets[index].latestLocation = try latestLocation(of: assets[index]) }
    return assets
  }

  /// How many assets there are.
  func assetCount() throws -> Int64 {
    try connection.prepare("SELECT count(*) FROM asset").first { $0.integer(0) } ?? 0
  }

  private var columns: String {
    "number, id, device_id, name, description, attributes, meta_data, created_at, updated_at, tracked_at"
  }

  private func read(_ row: Statement) -> Asset {
    Asset(
      number: row.integer(0) ?? 0, id: row.text(1) ?? "", deviceID: row.text(2), name: row.text(3),
      description: row.text(4), attributes: value(JSONObject.self, row.text(5)),
      metaData: value(JSONObject.self, row.text(6)), createdAt: row.integer(7) ?? 0,
      updatedAt: row.integer(8) ?? 0, trackedAt: row.integer(9))
  }

  /// Makes a device the one that reports for the asset.
  func bind(_ asset: Asset, to device: String, now: Int64) throws {
    let update = try connection.prepare("UPDATE asset SET device_id = ?, updated_at = ? WHERE number = ?")
    try update.bind(device, at: 1)
    try update.bind(now, at: 2)
    try update.bind(asset.number, at: 3)
    try update.run()
  }
}
