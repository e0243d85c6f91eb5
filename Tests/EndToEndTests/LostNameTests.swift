import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Whether a test may put names of its own in the system's place, in a mount namespace.
private let canName: Bool = {
  let exists = ["/usr/bin/unshare", "/etc/hosts", "/etc/resolv.conf"].allSatisfy(FileManager.default.fileExists)
  let mount = ["-r", "-m", "/bin/mount", "--bind", "/dev/null", "/etc/hosts"]
  return exists && (try? Program("/usr/bin/unshare", mount).wait(seconds: 10)) == 0
}()

@Suite("A server whose name is lost", .enabled(if: canName, "no names may be put in place here"))
struct LostNameTests {
  @Test("is told by its name; points wait, and all of them arrive once it is found")
  func lostAndFound() throws {
    let folder = try TemporaryFolder()
    let collector = try CollectorProgram(database: folder.file("collector.db"))
    try collector.createAsset("van")
    let port = try #require(collector.url.split(separator: ":").last)
    let hosts = try folder.file("hosts", holding: "127.0.0.1 localhost\n")
    // Nothing listens there, so that no answer need be waited for.
    let resolver = try folder.file("resolv.conf", holding: "nameserver 127.0.0.1\n")
    let capture = TestFiles.fixtures.appending(path: "nmea/city-drive.nmea").path
    let link = folder.file("gps0")
    let receiver = try Program.waymark(["simulate", capture, "--link", link, "--rate", "20"])
    _ = try #require(receiver.awaitErrorLine("simulating", seconds: 20), "\(receiver.errors)")
    let configuration = try folder.file(
      "waymark.toml",
      holding: """
        source = "serial://\(link)?baud=9600"
        not_before = "2026-01-01"
        [server]
        url = "http://waymark.invalid:\(port)"
        key = "k"
        [asset]
        id = "van"
        [tracking]
        least_time = "0 s"
        [upload]
        batch_window = "1 s"
        [store]
        path = "\(folder.file("queue.db"))"
        """)
    let script = """
      mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && exec "$3" run -c "$4"
      """
    let tracker = try Program(
      "/usr/bin/unshare",
      ["-r", "-m", "/bin/sh", "-c", script, "sh", hosts, resolver, Program.waymarkPath(), configuration])
    let line = try #require(tracker.awaitErrorLine("upload failed", seconds: 20), "\(tracker.errors)")
    #expect(line.contains("the server's name waymark.invalid cannot be resolved"), "\(line)")
    #expect(try collector.storedPoints() == 0)

    // In place: the tracker sees this very file.
    let names = open(hosts, O_WRONLY | O_APPEND)
    _ = "127.0.0.1 waymark.invalid\n".utf8.withContiguousStorageIfAvailable { write(names, $0.baseAddress, $0.count) }
    close(names)
    #expect(try poll(60) { try collector.storedPoints() >= 20 }, "\(tracker.errors)")
    tracker.signal(SIGTERM)
    #expect(tracker.wait(seconds: 5.5) == 0, "\(tracker.errors)")
    #expect(tracker.errors.contains("; 0 points wait for the next start"), "\(tracker.errors)")
  }
}
