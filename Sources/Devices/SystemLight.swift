import EventLoop
import Glibc
public import HAL

/// A light that the kernel knows, in /sys/class/leds. The kernel blinks it: nothing wakes up for that.
public final class SystemLight: StatusLight {
  private let folder: String

  /// The light in this folder, such as `/sys/class/leds/ACT`.
  public init(folder: String) { self.folder = folder }

  /// Takes the light from what it showed before.
  public func show(_ state: LightState) throws(DeviceError) {
    switch state {
    case .off:
      try write("none", "trigger")
      try write("0", "brightness")
    case .blinking: try write("timer", "trigger")
    case .on:
      try write("none", "trigger")
      try write(SystemFile.text(folder + "/max_brightness") ?? "1", "brightness")
    }
  }

  private func write(_ text: String, _ file: String) throws(DeviceError) { try writeLight(text, "\(folder)/\(file)") }
}

/// A light on a pin of the header, as the kernel shows it in /sys/class/gpio. It does not blink.
public final class PinLight: StatusLight {
  private let file: String

  /// The light on the pin whose value is this file, such as `/sys/class/gpio/gpio17/value`.
  public init(file: String) { self.file = file }

  /// On for anything but off.
  public func show(_ state: LightState) throws(DeviceError) { try writeLight(state == .off ? "0" : "1", file) }
}

private func writeLight(_ text: String, _ file: String) throws(DeviceError) {
  guard !SystemFile.write(text, to: file) else { return }
  let code = errno
  if code == EACCES || code == EPERM {
    throw DeviceError(.permission, "\(file) may not be written by this user: give it a group by a udev rule")
  }
  throw DeviceError(.absent, "the light \(file) cannot be set: \(errnoText(code))")
}
