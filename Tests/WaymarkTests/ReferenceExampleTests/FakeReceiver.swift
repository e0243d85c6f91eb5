import EventLoop
import GNSS
import HAL

/// A receiver that says what a test tells it to.
final class FakeReceiver: Sendable {
  private struct State: @unchecked Sendable {
    // Safety: the closure is made and called on the board's loop only.
    var receive: ((SourceEvent) -> Void)?
    var isUnplugged = false
    var fixes: Int64 = 0
  }

  private let state = Locked(State())

  /// What a board makes its source with.
  func source() -> any FixSource { Source(self) }

  /// A receiver that cannot be read.
  func unplug() { state.withLock { $0.isUnplugged = true } }

  /// Tells one more fix, 100 m and 10 s after the one before. Belongs to the board's loop.
  func tell() {
    let (receive, number) = state.withLock { state in
      state.fixes += 1
      return (state.receive, state.fixes)
    }
    receive?(.fix(FakeReceiver.fix(number)))
    receive?(.drained)
  }

  static func fix(_ number: Int64) -> Fix {
    var fix = Fix()
    // From the first of December 2026 on.
    fix.time = UTCInstant(millisecondsSince1970: 1_796_083_200_000 + number * 10_000)
    fix.mode = .threeD
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_000_000_000 + number * 900_000, longitudeNanodegrees: 8_500_000_000)
    fix.altitudeMSLMillimetres = 432_100
    fix.horizontalErrorMillimetres = 2_500
    fix.speedMillimetresPerSecond = 10_000
    fix.trackMillidegrees = 1_500
    (fix.quality, fix.status, fix.satellitesUsed) = (1, 1, 11)
    return fix
  }

  private func start(_ receive: @escaping (SourceEvent) -> Void) {
    let isUnplugged = state.withLock { state in
      state.receive = receive
      return state.isUnplugged
    }
    receive(isUnplugged ? .lost(DeviceError(.absent, "/dev/ttyACM0 is not there; plug the receiver in")) : .connected)
  }

  private func stop() { state.withLock { $0.receive = nil } }

  private final class Source: FixSource {
    private let receiver: FakeReceiver
    init(_ receiver: FakeReceiver) { self.receiver = receiver }
    func start(_ receive: @escaping (SourceEvent) -> Void) { receiver.start(receive) }
    func stop() { receiver.stop() }
  }
}
