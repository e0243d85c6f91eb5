import Delivery

/// The error that a call about assets or trips ends with; nil when it succeeds.
func failure<Value>(of call: () throws -> Value) -> AssetServiceError? {
  do {
    _ = try call()
    return nil
  } catch {
    return error as? AssetServiceError
  }
}
