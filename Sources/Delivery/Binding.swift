/// Which asset this device reports for, and to which server it said so.
public struct Binding: Hashable, Sendable {
  /// The asset.
  public let assetID: String
  /// The server's address, without path and key.
  public let server: String

  /// A binding to an asset of a server.
  public init(assetID: String, server: String) {
    self.assetID = assetID
    self.server = server
  }

  /// The binding remembered as `text`; nil when it is none.
  public init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(assetID: String(parts[0]), server: String(parts[1]))
  }

  /// The form that is remembered.
  public var text: String { "\(assetID) \(server)" }
}

/// Why a binding was refused; the raw value is the rule's code, with the SDK's name where it has one.
public enum BindingRefusal: String, Error, Sendable, CustomStringConvertible {
  /// Points of another asset wait for upload and would be sent under the wrong name.
  case unUploadedLocationData = "UN_UPLOADED_LOCATION_DATA"

  /// The code and what to do.
  public var description: String {
    "\(rawValue): points of another asset still wait for upload; run with that asset until they are sent"
  }
}

extension Binding {
  /// Whether the device must bind before it may send, when `remembered` is the binding in force and so many points wait.
  ///
  /// - Throws: `unUploadedLocationData` when the points that wait belong to another asset.
  public func needsBind(remembered: Binding?, waiting: Int) throws(BindingRefusal) -> Bool {
    guard let remembered else { return true }
    if remembered.assetID != assetID, waiting > 0 { throw .unUploadedLocationData }
    return remembered != self
  }
}
