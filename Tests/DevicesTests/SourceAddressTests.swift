import Devices
import Testing

@Suite("A source's address")
struct SourceAddressTests {
  @Test(
    "is read from its words",
    arguments: [
      ("-", .standardInput),
      ("drive.nmea", .capture(path: "drive.nmea")),
      ("/var/log/drive?1.nmea", .capture(path: "/var/log/drive?1.nmea")),
      ("serial:///dev/ttyAMA0", .serial(device: "/dev/ttyAMA0", baud: 9600)),
      ("serial:///dev/ttyAMA0?baud=115200", .serial(device: "/dev/ttyAMA0", baud: 115_200)),
      (
        "serial:///dev/serial/by-id/usb-u-blox_GNSS:receiver-if00?baud=4800",
        .serial(device: "/dev/serial/by-id/usb-u-blox_GNSS:receiver-if00", baud: 4800)
      ),
      ("gpsd://", .gpsd(host: "localhost", port: 2947, device: nil)),
      ("gpsd://boat", .gpsd(host: "boat", port: 2947, device: nil)),
      ("gpsd://boat/", .gpsd(host: "boat", port: 2947, device: nil)),
      ("gpsd://boat:3000/dev/ttyACM0", .gpsd(host: "boat", port: 3000, device: "/dev/ttyACM0")),
      ("gpsd:///dev/ttyACM0", .gpsd(host: "localhost", port: 2947, device: "/dev/ttyACM0")),
      ("gpsd://:65535", .gpsd(host: "localhost", port: 65535, device: nil)),
      ("gpsd://[::1]", .gpsd(host: "::1", port: 2947, device: nil)),
      ("gpsd://[fe80::1%eth0]:2948/dev/gps0", .gpsd(host: "fe80::1%eth0", port: 2948, device: "/dev/gps0")),
    ] as [(String, SourceAddress)])
  func reads(words: String, address: SourceAddress) throws {
    #expect(try SourceAddress(words) == address)
    #expect(try SourceAddress(address.description) == address)
  }

  @Test(
    "names what is wrong and what is right",
    arguments: [
      ("", "the source is empty", "serial:///dev/ttyAMA0"),
      ("tcp://host:1", "unknown kind of source 'tcp://'", "gpsd://"),
      ("replay:///x?speed=10", "not supported yet", "path alone"),
      ("serial:/dev/ttyAMA0", "lacks the //", "serial:///dev/ttyAMA0"),
      ("serial://", "needs a device", "serial:///dev/ttyAMA0?baud=9600"),
      ("serial://?baud=9600", "needs a device", "serial:///dev/ttyAMA0?baud=9600"),
      ("serial://ttyAMA0", "must be absolute", "serial:///dev/ttyAMA0"),
      ("serial:///dev/ttyAMA0?baud=fast", "'fast' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=", "'' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=9601", "'9601' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=99999999999999999999", "is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=auto", "baud=auto is not supported yet", "9600"),
      ("serial:///dev/ttyAMA0?parity=even", "no setting 'parity'", "baud"),
      ("gpsd://host:0", "'0' is not a port", "2947"),
      ("gpsd://host:65536", "'65536' is not a port", "1 to 65535"),
      ("gpsd://host:", "'' is not a port", "2947"),
      ("gpsd://::1", "brackets", "gpsd://[::1]:2947"),
      ("gpsd://[::1", "closing bracket", "gpsd://[::1]:2947"),
      ("gpsd://[::1]2947", "only a port", "gpsd://[::1]:2947"),
      ("gpsd://me@host", "not a host name", "gpsd://host:2947"),
      ("gpsd://host?watch=1", "no settings", "?watch=1"),
      ("gpsd://host/dev/\"x", "character", "path"),
    ])
  func refuses(words: String, wrong: String, right: String) {
    do {
      Issue.record("taken as \(try SourceAddress(words))")
    } catch {
      #expect(error.description.contains(wrong) && error.description.contains(right), "\(error)")
    }
  }
}
