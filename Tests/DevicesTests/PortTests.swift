import FoundationEssentials
import Glibc
import HAL
import TestSupport
import Testing

@testable import Devices

@Suite("A USB receiver's name")
struct USBNameTests {
  /// A tree like sysfs's: ports, and the USB devices that they belong to.
  private func sysfs(_ ports: [(port: String, vendor: String, product: String, floors: Int)]) throws -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.file("class/tty/tty0"), withIntermediateDirectories: true)
    for port in ports {
      let device = folder.file("devices/\(port.port)")
      let interface = device + String(repeating: "/1-1:1.0", count: port.floors)
      try files.createDirectory(atPath: interface, withIntermediateDirectories: true)
      _ = try folder.file("devices/\(port.port)/idVendor", holding: port.vendor + "\n")
      _ = try folder.file("devices/\(port.port)/idProduct", holding: port.product + "\n")
      let entry = folder.file("class/tty/\(port.port)")
      try files.createDirectory(atPath: entry, withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: entry + "/device", withDestinationPath: interface)
    }
    return folder
  }

  @Test("finds the port under whatever number it was plugged in")
  func finds() throws {
    let folder = try sysfs([("ttyACM3", "1546", "01a7", 1), ("ttyUSB0", "067b", "2303", 2)])
    #expect(try USBName("usb:1546:01A7")?.node(sysfs: folder.path) == "/dev/ttyACM3")
    #expect(try USBName("usb:067b:2303")?.node(sysfs: folder.path) == "/dev/ttyUSB0")
  }

  @Test("says that it is not plugged in, or that there are several")
  func refuses() throws {
    let folder = try sysfs([("ttyUSB0", "2c7c", "0125", 2), ("ttyUSB1", "2c7c", "0125", 2)])
    let absent = failure { try USBName("usb:1546:01a7")?.node(sysfs: folder.path) }
    #expect(absent?.kind == .absent && absent?.description.contains("usb:1546:01a7 is plugged in") == true)
    let several = failure { try USBName("usb:2c7c:0125")?.node(sysfs: folder.path) }
    #expect(several?.kind == .unusable && several?.description.contains("/dev/ttyUSB0, /dev/ttyUSB1") == true)
    #expect(failure { try USBName("usb:1546:01a7")?.node(sysfs: "/nowhere") }?.kind == .absent)
  }

  @Test(
    "is four hexadecimal digits twice", arguments: ["usb:", "usb:1:2", "usb:1546:01a7:3", "usb:154g:01a7", "1546:01a7"])
  func malformed(words: String) { #expect(USBName(words) == nil) }
}

@Suite("Who holds a port")
struct PortHolderTests {
  @Test(
    "is named with the way to stop it",
    arguments: [
      ("gpsd", "gpsd://localhost"), ("ModemManager", "systemctl disable --now ModemManager"),
      ("agetty", "serial-getty@ttyAMA0.service"), ("minicom", "sudo kill 812"),
    ])
  func advice(name: String, words: String) throws {
    let folder = try TemporaryFolder()
    for file in ["self", "1", "812"] {
      try FileManager.default.createDirectory(atPath: folder.file("\(file)/fd"), withIntermediateDirectories: true)
    }
    _ = try folder.file("812/comm", holding: name + "\n")
    try FileManager.default.createSymbolicLink(atPath: folder.file("1/fd/0"), withDestinationPath: "/dev/null")
    try FileManager.default.createSymbolicLink(atPath: folder.file("812/fd/7"), withDestinationPath: "/dev/ttyAMA0")
    let holder = try #require(PortHolder.of("/dev/ttyAMA0", proc: folder.path))
    #expect(holder == PortHolder(process: 812, name: name))
    #expect(holder.advice(for: "/dev/ttyAMA0").contains(words))
    #expect(PortHolder.of("/dev/ttyAMA1", proc: folder.path) == nil)
  }

  @Test("is found among the processes of this machine")
  func realProcess() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("held", holding: "")
    let holder = try Program("/bin/sleep", ["60"], input: file)
    defer { holder.end(SIGKILL) }
    #expect(PortHolder.of(file)?.process == holder.process)
    let error = SerialDevice.openingError(file, EBUSY)
    #expect(error.description.contains("in use by sleep (process \(holder.process)): stop it"), "\(error)")
  }
}

@Suite("A packed capture", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip")))
struct GunzipTests {
  private let text = "# head\n" + (0..<20_000).map { "$GPRMC,\($0 &* 7919 % 100_003)\r\n" }.joined()

  private func read(_ path: String) throws -> String {
    let reader = try CaptureReader(path: path)
    var bytes: [UInt8] = []
    while try reader.next({ bytes += $0 }) {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private func pack(_ folder: TemporaryFolder) throws -> Data {
    let file = try folder.file("a.nmea", holding: text)
    let gzip = try Program("/usr/bin/gzip", [file])
    #expect(gzip.wait(seconds: 20) == 0)
    return try Data(contentsOf: URL(filePath: file + ".gz"))
  }

  @Test("is read like the capture itself, and two that follow each other like both")
  func unpacks() throws {
    let folder = try TemporaryFolder()
    let packed = try pack(folder)
    let expected = String(text.dropFirst("# head\n".count))
    #expect(try read(folder.file("a.nmea.gz")) == expected)
    try (packed + packed).write(to: URL(filePath: folder.file("twice")))
    #expect(try read(folder.file("twice")) == expected + text)
  }

  @Test("that is damaged or cut short is refused in words")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let packed = try pack(folder)
    try packed.prefix(packed.count / 2).write(to: URL(filePath: folder.file("cut.gz")))
    #expect(failure { try read(folder.file("cut.gz")) }?.description.contains("cut short") == true)
    var damaged = packed
    for index in 1000..<1100 { damaged[index] ^= 0x55 }
    try damaged.write(to: URL(filePath: folder.file("bad.gz")))
    #expect(failure { try read(folder.file("bad.gz")) }?.description.contains("damaged") == true)
  }
}
