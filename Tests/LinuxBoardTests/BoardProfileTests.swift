import Devices
import FoundationEssentials
import TestSupport
import Testing

@testable import LinuxBoard

@Suite("A board's profile")
struct BoardProfileTests {
  private static let folder = TestFiles.package.appending(path: "boards").path
  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".toml") }.sorted()

  private func profile(_ text: String) throws -> BoardProfile {
    try BoardProfile(text, name: "b", file: "boards/b.toml")
  }

  private let least = """
    model = "B"
    compatible = []
    sources = ["https://example.org/b"]
    [serial]
    device = "/dev/ttyS1"
    pins = "1, 2"
    enable = []
    """

  @Test("of this project holds together, each with its sources", arguments: names)
  func eachFile(name: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)")), as: UTF8.self)
    let board = try BoardProfile(text, name: String(name.dropLast(5)), file: name)
    #expect(try SourceAddress(board.source) == .serial(device: board.serialDevice, baud: .automatic))
    #expect(!board.sources.isEmpty && board.sources.allSatisfy { $0.hasPrefix("https://") })
    #expect(board.compatible.allSatisfy { $0.contains(",") && !$0.contains(" ") })
    #expect(board.led.map { $0.hasPrefix("/sys/class/leds/") } ?? true)
    #expect(board.powerSupply.map { $0.hasPrefix("/sys/class/power_supply/") } ?? true)
    #expect((board.ppsDevice == nil) == board.ppsEnable.isEmpty)
    for hat in board.hats {
      #expect(SourceAddress.baudRates.contains(hat.baud))
    }
    #expect(text.hasPrefix("# "), "it begins with what is particular about the board")
  }

  @Test("is there for each board that is promised, and each is told by its device tree alone")
  func all() throws {
    let profiles = try BoardProfile.all(in: Self.folder)
    let promised = [
      "beaglebone-black", "orange-pi-zero-3", "raspberry-pi-3b-plus", "raspberry-pi-4b", "raspberry-pi-5",
      "raspberry-pi-zero-2-w", "rock-3a", "usb-receiver",
    ]
    #expect(profiles.map(\.name) == promised)
    let compatible = profiles.flatMap(\.compatible)
    #expect(Set(compatible).count == compatible.count)
    for profile in profiles where !profile.compatible.isEmpty {
      #expect(BoardProfile.detect(profile.compatible + ["brcm,bcm2837"], in: profiles) == profile)
    }
    #expect(BoardProfile.detect(["acme,board"], in: profiles) == nil)
    #expect(BoardProfile.detect([], in: profiles) == nil)
  }

  @Test("is read from the device tree's words, which end with zero bytes")
  func deviceTree() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("compatible", holding: "radxa,rock3a\0rockchip,rk3568\0")
    #expect(BoardProfile.deviceTree(path) == ["radxa,rock3a", "rockchip,rk3568"])
    #expect(BoardProfile.deviceTree("/nowhere").isEmpty)
  }

  @Test(
    "that is wrong is refused with its place",
    arguments: [
      ("colour = 1", "b.toml:8:", "unknown key serial.colour"), ("console = 3", "b.toml:8:", "a text in quotes"),
      ("[hat.x]\nmodel = \"X\"", "hat.x.source is missing", ""),
      (
        "[hat.x]\nsource = \"s\"\nmodel = \"X\"\nreceiver = \"mtk\"\nbaud = \"fast\"", "b.toml:12:", "a whole number"
      ),
      ("[hat.x]\nsource = \"s\"\nmodel = \"X\"\nreceiver = \"SiRF\"", "b.toml:11:", "one of \"ublox-7\""),
      ("[hat.x]\nsource = \"s\"\nmodel = \"X\"", "hat.x.receiver is missing", ""),
      ("[pps]\nenable = [1]", "b.toml:9:", "a list of texts"), ("=", "b.toml:8:", ""),
    ])
  func refusals(line: String, place: String, words: String) {
    do {
      Issue.record("taken: \(try profile(least + "\n" + line))")
    } catch {
      #expect("\(error)".contains(place) && (words.isEmpty || "\(error)".contains(words)), "\(error)")
    }
  }

  @Test("without its port is refused", arguments: ["model", "compatible", "sources", "device", "pins", "enable"])
  func missing(key: String) {
    let text = least.split(separator: "\n").filter { !$0.hasPrefix(key) }.joined(separator: "\n")
    do {
      Issue.record("taken: \(try profile(text))")
    } catch {
      #expect("\(error)".contains("\(key) is missing"), "\(error)")
    }
  }

  @Test("fills in its port and light where a configuration is printed for it")
  func configuration() throws {
    let board = try profile(least + "\n[led]\npath = \"/sys/class/leds/x\"")
    let configuration = try Configuration(Configuration.commented(for: board), file: "f")
    #expect(configuration.source == .serial(device: "/dev/ttyS1", baud: .automatic))
    #expect(configuration.led == "/sys/class/leds/x" && configuration.battery == nil)
    #expect(try Configuration(Configuration.commented(), file: "f").led == nil)
  }

  @Test(
    "fills in the receiver's commands where all receivers that are known for it share them",
    arguments: [([], nil), (["mtk"], "mtk"), (["mtk", "mtk"], "mtk"), (["ublox-8", "mtk"], nil)]
      as [([String], String?)])
  func family(receivers: [String], expected: String?) throws {
    let hats = receivers.enumerated().map { number, family in
      "\n[hat.h\(number)]\nsource = \"s\"\nmodel = \"X\"\nreceiver = \"\(family)\"\nbaud = 9600"
    }
    let board = try profile(least + hats.joined())
    #expect(board.family?.rawValue == expected)
    let text = Configuration.commented(for: board)
    #expect(text.contains("\n# family = ") == (expected == nil))
    #expect(text.contains("\nfamily = \"mtk\"") == (expected == "mtk"))
  }

  @Test(
    "the speed that worked is remembered for its port alone",
    arguments: [
      ("38400 /dev/gps0", 38400), ("38400 /dev/gps1", nil), ("/dev/gps0", nil), ("77 /dev/gps0", nil), ("", nil),
      ("9600 /dev/gps0 x", nil),
    ] as [(String, Int?)])
  func savedBaud(text: String, baud: Int?) {
    #expect(SavedBaud.baud(in: text, of: "/dev/gps0") == baud)
  }
}
