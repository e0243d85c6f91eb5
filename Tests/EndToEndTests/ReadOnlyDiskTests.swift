import FoundationEssentials
import TestSupport
import Testing

/// Whether this process may mount file systems in a namespace of its own, which containers forbid at times.
private let canMount: Bool = {
  let path = "/usr/bin/unshare"
  guard FileManager.default.isExecutableFile(atPath: path) else { return false }
  return (try? Program(path, ["-r", "-m", "/bin/mount", "-t", "tmpfs", "none", "/mnt"]).wait(seconds: 10)) == 0
}()

/// A shell script with a file system of its own at `$disk`, in a mount namespace that ends with it.
private func onOwnDisk(_ script: String, _ folder: TemporaryFolder, _ variables: [String: String]) throws -> Program {
  let disk = folder.file("disk")
  try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
  let assignments = variables.map { "\($0.key)='\($0.value)'" }.joined(separator: "\n")
  // What goes wrong in the middle must not hang: each wait is bounded.
  let awaiting = #"await() { i=0; until grep -q "$1" "$2" || [ $i -ge 200 ]; do sleep 0.1; i=$((i + 1)); done; }"#
  let start = "disk='\(disk)'\nwaymark='\(try Program.waymarkPath())'\n\(assignments)\n\(awaiting)\n"
  return try Program(
    "/usr/bin/unshare", ["-r", "-m", "/bin/sh", "-c", start + "mount -t tmpfs none \"$disk\"\n" + script])
}

@Suite("A read-only disk", .serialized, .enabled(if: canMount, "no file system may be mounted here"))
struct ReadOnlyDiskTests {
  private let folder: TemporaryFolder
  private let collector: CollectorProgram

  init() throws {
    folder = try TemporaryFolder()
    collector = try CollectorProgram(database: folder.file("collector.db"))
    try collector.createAsset("van")
  }

  private func capture(_ name: String) -> String {
    TestFiles.fixtures.appending(path: "nmea/\(name).nmea").path
  }

  @Test("keeps points in memory, over the end of the process too, and brings them back to the disk")
  func overRuns() throws {
    let script = """
      replay() {
        "$waymark" replay "$1" --server "$2" --asset van --database "$disk/queue.db" --json 2>>"$disk-log"
      }
      replay "$city" http://127.0.0.1:1
      mount -o remount,ro "$disk"
      replay "$motorway" http://127.0.0.1:1
      mount -o remount,rw "$disk"
      replay "$parked" "$server"
      """
    let program = try onOwnDisk(
      script, folder,
      [
        "city": capture("city-drive"), "motorway": capture("motorway"), "parked": capture("parked"),
        "server": collector.url,
      ])
    #expect(program.wait(seconds: 120) == 0, "\(program.errors)")
    let log = try String(contentsOf: URL(filePath: folder.file("disk-log")), encoding: .utf8)
    #expect(log.contains("cannot be written (Read-only file system)"), "\(log)")
    let reports = try program.output.split(separator: "\n").map {
      try JSONDecoder().decode(ReplayReport.self, from: Data($0.utf8))
    }
    try #require(reports.count == 3, "\(program.output) \(log)")
    #expect(reports[0].waiting == reports[0].kept)
    #expect(reports[1].waiting == reports[0].kept + reports[1].kept, "what was on the disk is seen")
    #expect(reports[2].waiting == 0)
    let kept = reports.reduce(0) { $0 + $1.kept }
    #expect(reports[2].acknowledged == kept)
    #expect(try collector.storedPoints() == kept)
  }

  @Test("a tracker that runs from memory returns to the disk by itself, with all points")
  func whileRunning() throws {
    let configuration = try folder.file(
      "waymark.toml",
      holding: """
        source = "serial://\(folder.file("gps0"))?baud=9600"
        not_before = "2026-01-01"
        [server]
        url = "http://127.0.0.1:1"
        key = "k"
        [asset]
        id = "van"
        [store]
        path = "\(folder.file("disk"))/queue.db"
        durability = "each"
        """)
    let script = """
      mount -o remount,ro "$disk"
      "$waymark" simulate "$city" --link "$link" --rate 20 2>"$disk-receiver" & receiver=$!
      await simulating "$disk-receiver"
      "$waymark" run -c "$configuration" 2>"$disk-log" & tracker=$!
      await "in memory only" "$disk-log"
      mount -o remount,rw "$disk"
      await "safe on the disk" "$disk-log"
      kill -TERM $tracker
      wait $tracker
      kill -TERM $receiver
      "$waymark" replay "$parked" --server "$server" --asset van --database "$disk/queue.db" --json 2>>"$disk-log"
      """
    let program = try onOwnDisk(
      script, folder,
      [
        "city": capture("city-drive"), "parked": capture("parked"), "server": collector.url,
        "link": folder.file("gps0"), "configuration": configuration,
      ])
    #expect(program.wait(seconds: 120) == 0, "\(program.errors)")
    let log = try String(contentsOf: URL(filePath: folder.file("disk-log")), encoding: .utf8)
    #expect(log.contains("can be written again; points are safe on the disk"), "\(log)")
    let report = try JSONDecoder().decode(ReplayReport.self, from: Data(program.output.utf8))
    #expect(report.acknowledged > report.kept, "\(log)")
    #expect(report.waiting == 0)
  }
}
