import Delivery
import Devices
import EventLoop
import Tracking

/// Remembers in the store at which speed a port's receiver was understood.
enum SavedBaud {
  /// What is remembered of this source's port, and how it is written; nothing for a port whose speed is given.
  static func memory(for source: SourceAddress, on disk: Worker<Tracker.Store>) throws -> BaudMemory {
    guard case .serial(let device, .automatic, _) = source else { return BaudMemory() }
    let text = try disk.call { try $0.text(.baudRate) }
    return BaudMemory(remembered: text.flatMap { baud(in: $0, of: device) }) { baud in
      // A speed that could not be written is found again by listening.
      disk.submit { store in try? store.set(.baudRate, to: "\(baud) \(device)") }
    }
  }

  /// The text is the speed and the device that it belongs to.
  static func baud(in text: String, of device: String) -> Int? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1] == device else { return nil }
    return Int(parts[0]).flatMap { SourceAddress.baudRates.contains($0) ? $0 : nil }
  }
}
