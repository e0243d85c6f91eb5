public import Delivery
public import GNSS
public import HAL
public import Sampling

/// What a tracker is told at its start.
public struct TrackerSettings: Sendable {
  /// The asset and the server it belongs to.
  public var binding: Binding
  /// Which fixes are kept.
  public var locationConfig: LocationConfig
  /// How they are sent.
  public var dataTrackingConfig: DataTrackingConfig
  /// The earliest date to believe; nil believes every date a receiver sends.
  public var notBefore: UTCInstant?
  /// Makes this board's waiting times and its device id differ from others'.
  public var seed: UInt64

  /// The battery whose percentage goes with each point; nil where there is none.
  public var battery: (any Battery)?

  /// Settings of all parts.
  public init(
    binding: Binding, locationConfig: LocationConfig, dataTrackingConfig: DataTrackingConfig = DataTrackingConfig(),
    notBefore: UTCInstant? = nil, seed: UInt64
  ) {
    self.binding = binding
    self.locationConfig = locationConfig
    self.dataTrackingConfig = dataTrackingConfig
    self.notBefore = notBefore
    self.seed = seed
  }
}

/// What the store remembers at the start of a run.
public struct Remembered: Sendable {
  /// The random name of this board.
  public let deviceID: String
  /// The asset that is bound; nil before the first bind.
  public let binding: Binding?
  /// How full the queue is.
  public let queue: QueueState
  /// Where the sampler was.
  public let sampler: SamplerMemory?

  /// Reads what is remembered; makes and remembers the device's random name when there is none yet.
  public init(from store: any LocationQueue & StateStore, seed: UInt64) throws {
    if let known = try store.text(.deviceID) {
      deviceID = known
    } else {
      deviceID = Self.randomName(seed)
      try store.set(.deviceID, to: deviceID)
    }
    binding = try store.text(.boundAsset).flatMap(Binding.init(text:))
    queue = store.state
    sampler = try store.text(.sampler).flatMap(SamplerMemory.init(text:))
  }

  /// A random UUID (version 4), as the SDK names devices.
  private static func randomName(_ seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    let high = random.next() & ~0xF000 | 0x4000
    let low = random.next() & ~(3 << 62) | (2 << 62)
    let digits = [high, low].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var name = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { name.append("-") }
      name.append(digit)
    }
    return name
  }
}
