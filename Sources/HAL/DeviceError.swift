/// Why a device cannot be used, in words that say what to do.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds a caller acts upon; all but `unusable` and `permission` may heal by themselves.
  public enum Kind: Sendable {
    /// No such device node, or nobody listens at the address.
    case absent
    /// The caller may not open it.
    case permission
    /// Another process holds it.
    case busy
    /// It was there and went away: unplugged, closed by the peer, or silent past its time.
    case gone
    /// It is there and will never do: not a terminal, a directory, an impossible baud rate.
    case unusable
  }

  /// The kind of failure.
  public let kind: Kind
  /// One sentence for the user: what failed, why, what to do.
  public let description: String

  /// An error of that kind with its sentence.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
