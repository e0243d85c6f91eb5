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
      ("serial:///dev/ttyAMA0", .serial(device: "/dev/ttyAMA0", baud: .fixed(9600))),
      ("serial:///dev/ttyAMA0?baud=115200", .serial(device: "/dev/ttyAMA0", baud: .fixed(115_200))),
      (
        "serial:///dev/serial/by-id/usb-u-blox_GNSS:receiver-if00?baud=4800",
        .serial(device: "/dev/serial/by-id/usb-u-blox_GNSS:receiver-if00", baud: .fixed(4800))
      ),
      ("serial://usb:1546:01a7?baud=auto", .serial(device: "usb:1546:01a7", baud: .automatic)),
      (
        "serial:///dev/gps0?silence=5&baud=auto",
        .serial(device: "/dev/gps0", baud: .automatic, silence: 5)
      ),
      ("gpsd://boat?silence=10", .gpsd(host: "boat", port: 2947, device: nil, silence: 10)),
      ("replay:///srv/a.nmea.gz?speed=10&loop", .replay(.init(path: "/srv/a.nmea.gz", speed: 10, isLooping: true))),
      ("replay:///srv/a.nmea", .replay(.init(path: "/srv/a.nmea"))),
      ("replay://-?speed=0.5", .replay(.init(path: nil, speed: 0.5))),
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
      ("replay://x", "must be absolute", "replay:///srv/x"),
      ("replay://", "needs a capture", "replay://-"),
      ("replay:///x?speed=0", "not '0'", "speed=10"),
      ("replay:///x?loop=3", "no setting 'loop'", "?speed=10&loop"),
      ("replay://-?loop", "cannot start anew", "leave out loop"),
      ("serial:/dev/ttyAMA0", "lacks the //", "serial:///dev/ttyAMA0"),
      ("serial://", "needs a device", "serial:///dev/ttyAMA0?baud=9600"),
      ("serial://?baud=9600", "needs a device", "serial:///dev/ttyAMA0?baud=9600"),
      ("serial://ttyAMA0", "must be absolute", "serial:///dev/ttyAMA0"),
      ("serial:///dev/ttyAMA0?baud=fast", "'fast' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=", "'' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=9601", "'9601' is not a serial speed", "9600"),
      ("serial:///dev/ttyAMA0?baud=99999999999999999999", "is not a serial speed", "9600"),
      ("serial://usb:1546", "no USB name", "usb:1546:01a7"),
      ("serial://usb:1546:1a7", "no USB name", "usb:1546:01a7"),
      ("serial:///dev/ttyAMA0?silence=1", "not '1'", "2 to 3600"),
      ("serial:///dev/ttyAMA0?parity=even", "no setting 'parity'", "baud"),
      ("gpsd://host:0", "'0' is not a port", "2947"),
      ("gpsd://host:65536", "'65536' is not a port", "1 to 65535"),
      ("gpsd://host:", "'' is not a port", "2947"),
      ("gpsd://::1", "brackets", "gpsd://[::1]:2947"),
      ("gpsd://[::1", "closing bracket", "gpsd://[::1]:2947"),
      ("gpsd://[::1]2947", "only a port", "gpsd://[::1]:2947"),
      ("gpsd://me@host", "not a host name", "gpsd://host:2947"),
      ("gpsd://host?watch=1", "no setting 'watch'", "?silence=60"),
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
