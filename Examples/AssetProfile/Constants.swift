/// The keys under which the program remembers what was entered.
enum Constants {
  static let CUSTOM_ID_KEY = "CUSTOM_ID_KEY"
  static let ASSET_NAME_KEY = "ASSET_NAME_KEY"
  static let ASSET_DESCRIPTION_KEY = "ASSET_DESCRIPTION_KEY"
  static let ASSET_ATTRIBUTES_KEY = "ASSET_ATTRIBUTES_KEY"
  static let ASSET_ID_KEY = "ASSET_ID_KEY"
  static let LAST_BIND_ASSET_ID_KEY = "LAST_BIND_ASSET_ID_KEY"
  static let IS_NOT_FIRST_INSTALLATION_KEY = "IS_NOT_FIRST_INSTALLATION_KEY"
}
