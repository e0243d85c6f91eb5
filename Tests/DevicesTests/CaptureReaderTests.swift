import FoundationEssentials
import HAL
import TestSupport
import Testing

@testable import Devices

@Suite("A capture")
struct CaptureReaderTests {
  @Test(
    "is read without the comments at its head, and with those further down, however it is cut",
    arguments: [
      ("# Name: X\n# $GPGGA\n$GPRMC\n# not the head\n$GPGGA\n", "$GPRMC\n# not the head\n$GPGGA\n"),
      ("$GPRMC\n", "$GPRMC\n"),
      ("#\n#\n", ""),
      ("# no end", ""),
      ("", ""),
      ("\n# after an empty line\n", "\n# after an empty line\n"),
      ("# CR LF\r\n$GPRMC\r\n", "$GPRMC\r\n"),
    ], 1...12)
  func skipsHeader(_ texts: (String, String), pieceSize: Int) {
    var header = CommentHeader()
    var rest = Array(texts.0.utf8)[...]
    var kept: [UInt8] = []
    while !rest.isEmpty {
      let piece = rest.prefix(pieceSize)
      rest = rest.dropFirst(pieceSize)
      kept += piece.dropFirst(header.length(in: piece))
    }
    #expect(String(decoding: kept, as: UTF8.self) == texts.1)
  }

  @Test("tells its size and how far it has been read")
  func progress() throws {
    let folder = try TemporaryFolder()
    let text = "# head\n" + String(repeating: "$GPRMC,something\r\n", count: 10_000)
    let reader = try CaptureReader(path: folder.file("a.nmea", holding: text))
    #expect(reader.size == Int64(text.utf8.count))
    var kept = 0
    while try reader.next({ kept += $0.count }) { #expect(reader.position <= text.utf8.count) }
    #expect(reader.position == text.utf8.count)
    #expect(kept == text.utf8.count - 7)
  }

  @Test("a missing file, a directory and a device are refused in words")
  func refusals() throws {
    let folder = try TemporaryFolder()
    #expect(failure { try CaptureReader(path: folder.path + "/none") }?.kind == .absent)
    #expect(failure { try CaptureReader(path: folder.path) }?.description.contains("is a directory") == true)
    let terminal = try PseudoTerminal()
    let error = failure { try CaptureReader(path: terminal.name) }
    #expect(error?.description.contains("serial://\(terminal.name)") == true)
  }
}

@Suite("A serial device")
struct SerialDeviceTests {
  @Test(
    "that is none is refused with what to do",
    arguments: [
      ("/dev/no-such-receiver", .absent, "plug the receiver in"),
      ("/dev/serial.d/by-id/x", .absent, "plug the receiver in"),
      ("/dev", .unusable, "is a directory"),
      ("/etc/hostname", .unusable, "to read a capture"),
      ("/dev/null", .unusable, "is not a serial port"),
    ] as [(String, DeviceError.Kind, String)])
  func refusals(path: String, kind: DeviceError.Kind, words: String) {
    let error = failure { try SerialDevice.open(path, baud: 9600) }
    #expect(error?.kind == kind)
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(error?.description.contains(path) == true)
  }

  @Test(
    "the kernel's refusals become kinds and advice",
    arguments: [
      (13, .permission, "group"), (16, .busy, "in use by another process"), (6, .absent, "plug the receiver in"),
      (2, .absent, "plug the receiver in"), (22, .unusable, "Invalid argument"),
    ] as [(Int32, DeviceError.Kind, String)])
  func kinds(code: Int32, kind: DeviceError.Kind, words: String) {
    let error = SerialDevice.openingError("/dev/ttyS0", code)
    #expect(error.kind == kind)
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("a pseudo-terminal behind a link is read and written raw, by one process at a time")
  func terminal() throws {
    let terminal = try PseudoTerminal()
    let folder = try TemporaryFolder()
    let link = folder.path + "/gps"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: terminal.name)
    let port = try SerialDevice.open(link, baud: 9600)
    #expect(failure { try SerialDevice.open(terminal.name, baud: 9600) }?.kind == .busy)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try port.read(into: buffer) == 0, "nothing waits")
    terminal.write("\u{3}\r\n")
    #expect(try port.read(into: buffer) == 3)
    #expect(Array(buffer[..<3]) == [3, 13, 10])
    port.close()
    let again = try SerialDevice.open(link, baud: 9600)
    again.close()
  }
}

/// The error of a body that is expected to throw one.
func failure<Result>(_ body: () throws -> Result) -> DeviceError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? DeviceError
  }
}
