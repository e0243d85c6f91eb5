import FoundationEssentials
import HAL
import TestSupport
import Testing

@testable import Devices

@Suite("The board's battery")
struct BatteryTests {
  private func sysfs(_ supplies: [String: [String: String]]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, files) in supplies {
      let path = folder.file("class/power_supply/\(name)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (file, text) in files { _ = try folder.file("class/power_supply/\(name)/\(file)", holding: text + "\n") }
    }
    return folder
  }

  @Test("is the first that powers the board: no mains, no mouse")
  func finds() throws {
    let folder = try sysfs([
      "AC": ["type": "Mains", "online": "1"], "hid-mouse": ["type": "Battery", "scope": "Device", "capacity": "12"],
      "max17040": ["type": "Battery", "capacity": "87"],
    ])
    #expect(SystemBattery.first(sysfs: folder.path)?.percent() == 87)
    #expect(SystemBattery.first(sysfs: "/nowhere") == nil)
  }

  @Test(
    "has no percentage when none can be read",
    arguments: [
      ("0", 0), ("100", 100), ("63.9", 63), ("101", nil), ("-1", nil), ("", nil), ("full", nil), ("nan", nil),
    ] as [(String, UInt8?)])
  func percent(text: String, percent: UInt8?) throws {
    let folder = try TemporaryFolder()
    let battery = FileBattery(path: try folder.file("percent", holding: text))
    #expect(battery.percent() == percent)
    #expect(FileBattery(path: "/nowhere").percent() == nil)
  }
}

@Suite("The board's light")
struct LightTests {
  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test("is set through the kernel, which blinks it")
  func system() throws {
    let folder = try TemporaryFolder()
    for (file, content) in [("trigger", "mmc0"), ("brightness", "0"), ("max_brightness", "255\n")] {
      _ = try folder.file(file, holding: content)
    }
    let light = SystemLight(folder: folder.path)
    try light.show(.blinking)
    #expect(try text(folder.file("trigger")).hasPrefix("timer"))
    try light.show(.on)
    #expect(try text(folder.file("trigger")).hasPrefix("none") && text(folder.file("brightness")).hasPrefix("255"))
    try light.show(.off)
    #expect(try text(folder.file("brightness")).hasPrefix("0"))
    let error = failure { try SystemLight(folder: "/nowhere").show(.on) }
    #expect(error?.kind == .absent && error?.description.contains("/nowhere/trigger") == true)
  }

  @Test("on a pin is on or off")
  func pin() throws {
    let folder = try TemporaryFolder()
    let light = PinLight(file: try folder.file("value", holding: "0"))
    for (state, value) in [(LightState.on, "1"), (.off, "0"), (.blinking, "1")] {
      try light.show(state)
      #expect(try text(folder.file("value")) == value)
    }
  }
}
