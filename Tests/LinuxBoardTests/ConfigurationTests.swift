import Delivery
import Devices
import LinuxBoard
import Sampling
import Testing

private let least = """
  [server]
  key = "k"
  [asset]
  id = "van"

  """

@Suite("The configuration")
struct ConfigurationTests {
  @Test("needs a key; all else has the documented default")
  func defaults() throws {
    let configuration = try Configuration(least, file: "f")
    #expect(configuration.source == .gpsd(host: "localhost", port: 2947, device: nil))
    #expect(configuration.serverURL == "https://api.nextbillion.io")
    #expect(configuration.serverKey == "k")
    #expect(configuration.assetID == "van")
    #expect(configuration.locationConfig == LocationConfig(.active))
    #expect(configuration.dataTrackingConfig == DataTrackingConfig())
    #expect(configuration.storePath == "/var/lib/waymark/waymark.db")
  }

  @Test("that is printed can be read, and says what the defaults are")
  func commented() throws {
    #expect(try Configuration(Configuration.commented(), file: "f").assetID == nil)
    // With every comment sign taken away it must still hold: each default and example is a right value.
    let all = Configuration.commented().split(separator: "\n").map { line in
      line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst(2) : line
    }.joined(separator: "\n")
    let configuration = try Configuration(all, file: "f")
    #expect(configuration.locationConfig == LocationConfig(.active), "the examples are those of the active mode")
    #expect(configuration.dataTrackingConfig == DataTrackingConfig())
  }

  @Test("says how points are stored and sent")
  func storing() throws {
    let text =
      least + "[upload]\nbacklog_batch_size = 1000\nrequests_per_second = 100\ncurrent_first = true\n"
      + "[store]\ndurability = \"spill\"\n"
    var expected = DataTrackingConfig()
    (expected.backlogBatchSize, expected.requestsPerSecond) = (1000, 100)
    (expected.currentFirst, expected.durability) = (true, .spill)
    #expect(try Configuration(text, file: "f").dataTrackingConfig == expected)
  }

  @Test(
    "has a receiver on a port driven when it is told its commands, and leaves one behind gpsd alone",
    arguments: [
      ("serial:///dev/ttyS1", "family = \"mtk\"\ncontrol = true", "mtk"),
      ("serial:///dev/ttyS1", "family = \"ublox-10\"\ncontrol = false", nil),
      ("serial:///dev/ttyS1", "family = \"ublox-10\"", nil), ("serial:///dev/ttyS1", "control = false", nil),
      ("gpsd://localhost", "family = \"mtk\"\ncontrol = true", nil), ("gpsd://localhost", "control = true", nil),
    ] as [(String, String, String?)])
  func driven(source: String, receiver: String, family: String?) throws {
    let configuration = try Configuration("source = \"\(source)\"\n" + least + "[receiver]\n" + receiver, file: "f")
    #expect(configuration.drivenFamily?.rawValue == family)
  }

  @Test("a threshold of one's own makes the mode custom")
  func custom() throws {
    let text = least + "[tracking]\nmode = \"balanced\"\ndistance = \"0.5 km\"\nheartbeat = \"2 h\"\n"
    var expected = LocationConfig(.balanced)
    (expected.mode, expected.distanceMetres, expected.heartbeatSeconds) = (.custom, 500, 7200)
    #expect(try Configuration(text, file: "f").locationConfig == expected)
  }

  @Test("tells how closely the track is drawn, or that it goes by the rules")
  func shape() throws {
    func config(_ lines: String) throws -> LocationConfig {
      try Configuration(least + "[tracking]\n" + lines, file: "f").locationConfig
    }
    let timed = try config("mode = \"balanced\"\nshape = \"3 m\"\nshape_in_time = \"8 m\"\nshape_delay = \"2 min\"\n")
    #expect(timed.shape == ShapeTolerance(metres: 3, synchronisedMetres: 8, delaySeconds: 120))
    #expect(timed.mode == .custom)
    #expect(try config("mode = \"passive\"\nshape = \"0 m\"\n").shape == nil)
    #expect(try config("shape = \"5 m\"\n").shape == ShapeTolerance(metres: 5))
    #expect(try config("shape_delay = \"2 min\"\n").shape == nil)
    #expect(try config("speed_change = \"36 km/h\"\n").speedChangeMetresPerSecond == 10)
  }

  @Test(
    "names the place of a fault and what is right",
    arguments: [
      ("[server]\nkey = \n", "c.toml:2:", ""),
      (least + "[tracking]\nmode = \"fast\"\n", "c.toml:6:1:", #"tracking.mode takes one of "active""#),
      (least + "[tracking]\ndistance = 5\n", "c.toml:6:1:", "a length with its unit"),
      (least + "[tracking]\nleast_time = \"20\"\n", "c.toml:6:1:", "a time with its unit"),
      (least + "[tracking]\nturn = \"0 deg\"\n", "c.toml:6:1:", "from 1 to 180 deg"),
      (least + "[upload]\nbatch_size = 0\n", "c.toml:6:1:", "from 1 to 1000"),
      (least + "[upload]\nbatch_size = 1e30\n", "c.toml:6:1:", "a whole number"),
      (least + "[upload]\nbacklog_batch_size = 1001\n", "c.toml:6:1:", "from 1 to 1000"),
      (least + "[upload]\ncurrent_first = \"yes\"\n", "c.toml:6:1:", "true or false, without quotes"),
      (least + "[upload]\ncurrent_first = 1\n", "c.toml:6:1:", "true or false"),
      (least + "[store]\ndurability = \"never\"\n", "c.toml:6:1:", #"one of "each", "batch", "spill""#),
      (least + "[upload]\nbatchsize = 30\n", "c.toml:6:", "unknown key upload.batchsize"),
      (least + "[upload]\nbatch_window = 2026-11-30\n", "c.toml:6:1:", "a time with its unit"),
      ("source = \"usb://x\"\n" + least, "c.toml:1:1:", "source: unknown kind of source"),
      ("source = \"drive.nmea\"\n" + least, "c.toml:1:1:", "waymark replay"),
      ("[asset]\nid = \"van\"\n", "c.toml: server.key is missing", "a text in quotes"),
      (least + "[upload]\nclear_on_collision = \"true\"\n", "c.toml:6:1:", "without quotes"),
      (least + "[receiver]\nfamily = \"SiRF\"\n", "c.toml:6:1:", #"one of "ublox-7", "ublox-8", "ublox-10", "mtk""#),
      (
        "source = \"serial:///dev/ttyS1\"\n" + least + "[receiver]\ncontrol = true\n", "c.toml:7:1: receiver.control",
        #"needs receiver.family, which tells the receiver's commands: set it to one of "ublox-7""#
      ),
      ("[asset]\nid = \"\"\n", "c.toml:2:1:", "a text in quotes"),
      ("a = [1, [2]]\n", "c.toml:1:", "unknown key a"),
    ])
  func faults(text: String, place: String, words: String) {
    do throws(ConfigurationError) {
      _ = try Configuration(text, file: "c.toml")
      Issue.record("taken: \(text)")
    } catch {
      #expect(error.description.hasPrefix(place), "\(error)")
      #expect(error.description.contains(words), "\(error)")
    }
  }
}
