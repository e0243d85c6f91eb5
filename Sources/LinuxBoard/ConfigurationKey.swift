import Delivery
import Devices

/// What a key's value must be.
enum ValueKind {
  case text
  case flag
  case date
  case count(ClosedRange<Int>)
  case seconds(ClosedRange<Double>)
  case metres(ClosedRange<Double>)
  case degrees(ClosedRange<Double>)
  case speed(ClosedRange<Double>)
  case choice([String])
}

/// What holds when a key is not in the file.
enum Absent {
  /// This value, without the quotes that its kind may need.
  case value(String)
  /// Nothing: the owner must give one, such as this.
  case required(example: String)
  /// Nothing, and that is fine; a value may look like this.
  case optional(example: String)
  /// The tracking mode's own threshold, such as this.
  case ofMode(example: String)
}

/// The day this version was released: nothing can have been measured before it.
let releaseDate = "2026-11-30"

/// One key of the configuration file: reading, checking and the commented default all come from this table.
struct ConfigurationKey {
  let path: String
  let kind: ValueKind
  let absent: Absent
  /// Lines of comment above it.
  let help: [String]

  init(_ path: String, _ kind: ValueKind, _ absent: Absent, _ help: String...) {
    self.path = path
    self.kind = kind
    self.absent = absent
    self.help = help
  }

  static let all: [ConfigurationKey] = [
    ConfigurationKey(
      "source", .text, .value("gpsd://localhost"),
      "Where fixes come from: gpsd://HOST:PORT[/DEVICE], or serial:///dev/NAME?baud=auto"),
    ConfigurationKey(
      "not_before", .date, .value(releaseDate),
      "The earliest date to believe. Old receivers are early by 1,024 weeks, which is repaired; the default is the day",
      "this version was released. To track a simulated receiver that plays an old capture, give an earlier date."),
    ConfigurationKey(
      "receiver.family", .choice(ReceiverFamily.allCases.map(\.rawValue)), .optional(example: "ublox-8"),
      "The commands that the receiver understands: ublox-7 (u-blox 6 and 7), ublox-8 (M8), ublox-10 (u-blox 9 and 10) or",
      "mtk (MediaTek MT33xx: L76, L80, PA6H and others). `waymark boards NAME` tells those of known receivers."),
    ConfigurationKey(
      "receiver.control", .flag, .value("false"),
      "Whether the tracker tells a receiver on a serial port how much to work: balanced slows it down, passive has it sleep",
      "between samples, and it is restored in the end. Needs receiver.family. One behind gpsd is left to gpsd."),
    ConfigurationKey(
      "server.url", .text, .value("https://api.nextbillion.io"),
      "A NextBillion-compatible server; `waymark collector` is one."),
    ConfigurationKey(
      "server.key", .text, .required(example: "0123456789abcdef0123456789abcdef"), "Its API key."),
    ConfigurationKey(
      "asset.id", .text, .optional(example: "van-7"),
      "The asset that this board reports for: it binds itself before the first upload, and tracks at once. Without it,",
      "`waymark asset bind ID` and `waymark start` decide, and the board remembers."),
    ConfigurationKey(
      "tracking.mode", .choice(["active", "balanced", "passive"]), .value("active"),
      "How closely: active (a point each 5 m), balanced (the track to within 10 m) or passive (to within 50 m).",
      "`waymark mode` changes it for good: what it has set holds until it sets something else."),
    ConfigurationKey(
      "tracking.distance", .metres(0...100_000), .ofMode(example: "5 m"),
      "Any of the next keys changes one threshold of the mode, and makes the mode `custom`.",
      "Keep a point this far from the last one."),
    ConfigurationKey(
      "tracking.least_time", .seconds(0...86_400), .ofMode(example: "1 s"), "The least time between two points."),
    ConfigurationKey(
      "tracking.turn", .degrees(1...180), .ofMode(example: "15 deg"), "Keep a point when the course changed so much."),
    ConfigurationKey(
      "tracking.speed_change", .speed(0...300), .ofMode(example: "0 km/h"),
      "Keep a point when the speed changed so much; \"0 km/h\" does not ask, as no mode does by itself."),
    ConfigurationKey(
      "tracking.shape", .metres(0...10_000), .ofMode(example: "0 m"),
      "Keep the points that draw the track to within so much, instead of by distance, time, turn and speed. Balanced",
      "does so with 10 m, passive with 50 m; \"0 m\" goes back to the rules."),
    ConfigurationKey(
      "tracking.shape_in_time", .metres(0...100_000), .ofMode(example: "0 m"),
      "With shape: the drawn line also has the vehicle within so much of its place at every second. \"0 m\" does without."
    ),
    ConfigurationKey(
      "tracking.shape_delay", .seconds(5...3600), .ofMode(example: "60 s"),
      "With shape: no fix of a moving vehicle waits longer to be decided about."),
    ConfigurationKey(
      "tracking.heartbeat", .seconds(1...604_800), .ofMode(example: "5 min"), "Keep a point after so long without one."),
    ConfigurationKey(
      "tracking.accuracy", .metres(1...100_000), .ofMode(example: "25 m"), "Ignore fixes with a larger estimated error."
    ),
    ConfigurationKey("upload.batch_size", .count(1...1000), .value("30"), "The most points in one request."),
    ConfigurationKey(
      "upload.batch_window", .seconds(0...86_400), .value("20 s"),
      "The least time between two requests that are not full."),
    ConfigurationKey(
      "upload.storage_size", .count(1...1_000_000), .value("5000"),
      "How many full batches the queue holds before the oldest points go."),
    ConfigurationKey(
      "upload.clear_on_collision", .flag, .value("true"),
      "Whether points that wait are dropped when another device takes the asset; false keeps them for when it is back."),
    ConfigurationKey(
      "upload.backlog_batch_size", .count(1...1000), .value("200"),
      "The most points in one request while more wait than one batch holds. A server that finds it too much gets less."),
    ConfigurationKey(
      "upload.requests_per_second", .count(1...100), .value("50"),
      "The most requests a second while a backlog drains. NextBillion takes 100 from all devices of a key together."),
    ConfigurationKey(
      "upload.current_first", .flag, .value("false"),
      "While a backlog drains, send the newest point ahead of it once a window, marked as such in its meta_data."),
    ConfigurationKey(
      "store.path", .text, .value(Configuration.defaultStorePath),
      "The file that keeps points, binding and upload log through a power cut."),
    ConfigurationKey(
      "store.durability", .choice(Durability.allCases.map(\.rawValue)), .value("batch"),
      "When points go to the disk. each: every one at once. batch: when more than 30 wait in memory, or one for 30 s;",
      "what the server confirms sooner is never written, which spares a memory card. spill: only when the server cannot",
      "be reached or more than 1,000 wait. A power cut costs what is in memory and not yet confirmed, never more."),
    ConfigurationKey(
      "api.socket", .text, .optional(example: "/run/waymark/waymark.sock"),
      "The Unix socket of the local API, which `waymark status` and the like speak to. Without it: the example for root with",
      "the default store, else waymark.sock beside the store's file. The socket's group may use it."),
    ConfigurationKey(
      "board.led", .text, .optional(example: "/sys/class/leds/ACT"),
      "A light that is off without a receiver, blinks without a point and is on with one: a folder of /sys/class/leds,",
      "or a pin's file such as /sys/class/gpio/gpio17/value."),
    ConfigurationKey(
      "board.battery", .text, .optional(example: "/run/ups/percent"),
      "A file with the battery's percentage, which goes with each point. Without it, it is that of the battery which the",
      "kernel knows, if there is one."),
  ]

  /// The key of that path; nil when there is none.
  static func named(_ path: String) -> ConfigurationKey? { all.first { $0.path == path } }

  /// The value as it is written in the file, default or example.
  var written: String {
    let value =
      switch absent {
      case .value(let value): value
      case .required(let example), .optional(let example), .ofMode(let example): example
      }
    switch kind {
    case .count, .flag: return value
    default: return "\"\(value)\""
    }
  }
}
