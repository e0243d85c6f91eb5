import Devices
import EventLoop
import HAL
import Tracking

/// Shows on a light of the board how the tracker stands: off without a receiver, blinking without a point, on with one.
final class StatusDisplay: Sendable {
  private struct State: Sendable {
    var shown: LightState?
    /// A light that cannot be set is not tried again: its fault has been told.
    var isBroken = false
  }

  private let light: (any StatusLight)?
  private let complain: @Sendable (String) -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - path: a folder of /sys/class/leds, a file of /sys/class/gpio, or nil for none.
  ///   - complain: told once when the light cannot be set.
  init(path: String?, complain: @escaping @Sendable (String) -> Void) {
    light = path.map { path -> any StatusLight in
      if path.hasSuffix("/value") { return PinLight(file: path) }
      return SystemLight(folder: path)
    }
    self.complain = complain
  }

  /// Shows what the event means.
  func take(_ event: TrackerEvent) {
    switch event {
    case .sourceConnected: show(.blinking)
    case .kept: show(.on)
    case .sourceLost, .stopped: show(.off)
    default: break
    }
  }

  private func show(_ new: LightState) {
    guard let light else { return }
    let isNews = state.withLock { state in
      guard !state.isBroken, state.shown != new else { return false }
      state.shown = new
      return true
    }
    guard isNews else { return }
    do throws(DeviceError) {
      try light.show(new)
    } catch {
      state.withLock { $0.isBroken = true }
      complain(error.description)
    }
  }
}
