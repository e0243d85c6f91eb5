import GNSS

/// The epochs of all receivers of one gpsd: reports about two of them never become one fix.
struct GPSDEpochs {
  /// gpsd takes four to six receivers; names beyond this many are strange, and only the newest is kept.
  private static let mostDevices = 16

  private var epochs: [String: GPSDEpoch] = [:]
  private var forgotten = (undated: 0, repeated: 0)

  /// See `GPSDEpoch`.
  var undated: Int { epochs.values.reduce(forgotten.undated) { $0 &+ $1.undated } }
  /// See `GPSDEpoch`.
  var repeated: Int { epochs.values.reduce(forgotten.repeated) { $0 &+ $1.repeated } }
  /// Whether reports wait for the rest of their epoch.
  var isOpen: Bool { epochs.values.contains(where: \.isOpen) }

  /// Takes a position report of that receiver; calls `epoch` for what it completes.
  mutating func take(_ report: Fix, of device: String, _ epoch: (Fix) -> Void) {
    if epochs[device] == nil, epochs.count >= Self.mostDevices {
      finish(epoch)
      forgotten = (undated, repeated)
      epochs.removeAll()
    }
    epochs[device, default: GPSDEpoch()].take(report, epoch)
  }

  /// Takes a sky report of that receiver: it joins its next fix. One without a name belongs to the only receiver.
  mutating func take(_ report: GPSDSky, of name: String) {
    let device = name.isEmpty && epochs.count == 1 ? epochs.keys.first ?? name : name
    guard epochs[device] != nil || epochs.count < Self.mostDevices else { return }
    epochs[device, default: GPSDEpoch()].take(report)
  }

  /// gpsd fell quiet: nothing more comes about any epoch.
  mutating func quiet(_ epoch: (Fix) -> Void) {
    for device in epochs.keys.sorted() { epochs[device]?.quiet(epoch) }
  }

  /// The connection broke: what comes after it belongs to other epochs.
  mutating func finish(_ epoch: (Fix) -> Void) {
    for device in epochs.keys.sorted() { epochs[device]?.finish(epoch) }
  }
}
