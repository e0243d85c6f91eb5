// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A target of ours; the folder bears its name.
func room(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

/// The tests of one target; those that run the built command depend on it, so that it is built.
func tests(_ name: String, _ dependencies: [String]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

// Floors from the ground up: a target imports only what stands above it in this list.
let package = Package(
  name: "waymark",
  products: [
    .executable(name: "waymark", targets: ["WaymarkCLI"]),
    // The SDK, and the board that stands behind it.
    .library(name: "Waymark", targets: ["Waymark", "LinuxBoard"]),
  ],
  targets: [
    // C libraries, each behind a header of static inline wrappers.
    .target(name: "CLinux"),
    library("CGPSD", pkgConfig: "libgps", apt: "libgps-dev"),
    library("CSerialPort", pkgConfig: "libserialport", apt: "libserialport-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    .target(name: "CToml"),

    // Bytes to fixes; nothing but the standard library (and Glibc's trigonometry in Geodesy.swift).
    room("GNSS"),
    // Which fixes are kept, by tracking mode.
    room("Sampling", ["GNSS"]),
    // When kept samples are stored, sent, retried and let go; the ports to queue and server.
    room("Delivery", ["GNSS", "Sampling"]),
    // What a board offers, as protocols.
    room("HAL", ["GNSS"]),
    // One thread that waits for everything, and worker threads for what blocks.
    room("EventLoop", ["CLinux"]),
    // Receivers: serial ports, pseudo-terminals, gpsd, captures; and the simulator that stands in for one.
    room("Devices", ["GNSS", "HAL", "EventLoop", "CLinux", "CSerialPort", "CGPSD", "CZlib"]),
    // A thin front to SQLite, for Store and Collector.
    room("SQLite", ["CSQLite"]),
    // The queue, the binding and the upload log in one SQLite file.
    room("Store", ["GNSS", "Sampling", "Delivery", "SQLite"]),
    // JSON of which only the shape at hand is known, for what others attach and answer.
    room("JSON"),
    // A small front to libcurl.
    room("HTTPClient", ["CCurl"]),
    // Servers that points are sent to.
    room("Sinks", ["GNSS", "Sampling", "Delivery", "JSON", "HTTPClient"]),
    // The pipeline from fix to acknowledged upload, and the actor that runs it live.
    room("Tracking", ["GNSS", "Sampling", "Delivery", "HAL", "EventLoop"]),
    // The SDK: AssetTracking, its rules, and what stands behind it.
    room("Waymark", ["GNSS", "Sampling", "Delivery", "HAL", "EventLoop", "Tracking"]),
    // A small front to libmicrohttpd on our loop.
    room("HTTPServer", ["EventLoop", "CMicrohttpd"]),
    // HTTP with JSON on a Unix socket, for the command and others on the board.
    room("LocalAPI", ["GNSS", "Sampling", "Delivery", "EventLoop", "Waymark", "HTTPServer"]),
    // Configuration, and the one place that names every adapter.
    room(
      "LinuxBoard",
      [
        "GNSS", "Sampling", "Delivery", "HAL", "EventLoop", "Devices", "Store", "HTTPClient", "Sinks", "Tracking",
        "Waymark", "CToml",
      ]),
    // The embedded server.
    room("Collector", ["GNSS", "EventLoop", "JSON", "HTTPServer", "SQLite"]),
    // The command: one file a subcommand.
    .executableTarget(
      name: "WaymarkCLI",
      dependencies: [
        "GNSS", "Sampling", "Delivery", "HAL", "EventLoop", "Devices", "Store", "HTTPClient", "Sinks", "Tracking",
        "LinuxBoard", "Waymark", "LocalAPI", "HTTPServer", "Collector", "CLinux",
      ],
      swiftSettings: settings),

    // Runs the sampler beside its peers, for scripts/bench sampler.
    .executableTarget(
      name: "SamplerBenchmark", dependencies: ["GNSS", "Sampling", "Tracking", "TestSupport"],
      path: "Benchmarks/sampler", exclude: ["run"], swiftSettings: settings),
    // Decodes a generated stream, for scripts/bench decode.
    .executableTarget(
      name: "DecodeBenchmark", dependencies: ["GNSS"], path: "Benchmarks/decode", exclude: ["run", "peers"],
      swiftSettings: settings),

    // A phone's example on a board's terminal, built on the SDK as others see it.
    .executableTarget(
      name: "AssetProfile", dependencies: ["Waymark", "LinuxBoard"], path: "Examples/AssetProfile",
      swiftSettings: settings),
    // Fills and drains the queue, for scripts/bench queue.
    .executableTarget(
      name: "QueueBenchmark",
      dependencies: ["GNSS", "Sampling", "Delivery", "EventLoop", "Store", "HTTPClient", "Sinks", "Tracking"],
      path: "Benchmarks/QueueBenchmark", swiftSettings: settings),

    // A disk beneath SQLite that tears, loses and refuses writes.
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
    .target(
      name: "TestSupport", dependencies: ["GNSS", "Delivery", "EventLoop", "CFaultyDisk"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("GNSSTests", ["GNSS", "TestSupport"]),
    tests("SamplingTests", ["Sampling", "GNSS", "TestSupport"]),
    tests("DeliveryTests", ["Delivery", "Sampling", "GNSS"]),
    tests("EventLoopTests", ["EventLoop"]),
    tests("DevicesTests", ["Devices", "HAL", "EventLoop", "GNSS", "TestSupport"]),
    tests("SQLiteTests", ["SQLite"]),
    tests("StoreTests", ["Store", "SQLite", "Delivery", "Sampling", "GNSS", "TestSupport"]),
    tests("HTTPClientTests", ["HTTPClient", "EventLoop", "CCurl"]),
    tests(
      "SinksTests",
      [
        "Sinks", "Delivery", "Sampling", "GNSS", "JSON", "HTTPClient", "Collector", "EventLoop", "HTTPServer",
        "TestSupport",
      ]),
    tests("HTTPServerTests", ["HTTPServer", "HTTPClient", "EventLoop", "TestSupport"]),
    tests("CollectorTests", ["Collector", "JSON", "HTTPServer", "SQLite", "EventLoop", "TestSupport"]),
    tests("TrackingTests", ["Tracking", "Store", "Delivery", "Sampling", "GNSS", "HAL", "EventLoop", "TestSupport"]),
    tests(
      "WaymarkTests",
      [
        "Waymark", "LinuxBoard", "Collector", "Store", "Tracking", "Delivery", "Sampling", "GNSS", "HAL", "EventLoop",
        "HTTPServer", "HTTPClient", "Sinks", "AssetProfile", "TestSupport",
      ]),
    tests("LocalAPITests", ["LocalAPI", "Sampling", "TestSupport"]),
    tests(
      "CrashTests",
      [
        "WaymarkCLI", "Tracking", "Store", "Sinks", "Delivery", "Sampling", "GNSS", "HTTPClient", "Collector", "SQLite",
        "EventLoop", "TestSupport",
      ]),
    tests("LinuxBoardTests", ["LinuxBoard", "Devices", "Delivery", "Sampling", "TestSupport"]),
    tests("WaymarkCLITests", ["WaymarkCLI", "EventLoop", "GNSS", "HAL", "Tracking", "Waymark"]),
    tests("FixtureTests", ["WaymarkCLI", "GNSS", "TestSupport"]),
    tests("EndToEndTests", ["WaymarkCLI", "HTTPClient", "SQLite", "TestSupport"]),
    tests("HardwareInLoopTests", ["WaymarkCLI", "EventLoop", "TestSupport"]),
  ],
  cxxLanguageStandard: .cxx17
)
