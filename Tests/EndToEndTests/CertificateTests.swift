import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Whether a test may put an authority of its own in the system's place, in a mount namespace.
private let canTrust: Bool = {
  let bundle = "/etc/ssl/certs/ca-certificates.crt"
  let exists = ["/usr/bin/unshare", "/usr/bin/openssl", bundle].allSatisfy(FileManager.default.fileExists)
  let mount = ["-r", "-m", "/bin/mount", "--bind", "/dev/null", bundle]
  return exists && (try? Program("/usr/bin/unshare", mount).wait(seconds: 10)) == 0
}()

@Suite("A board whose clock is not set", .enabled(if: canTrust, "no authority may be put in place here"))
struct CertificateTests {
  /// A certificate for localhost that is valid from 2040 to 2050, signed by itself.
  private static let makeCertificate = """
    cd "$1" && touch index.txt && echo 01 >serial && cat >ca.cnf <<END
    [ca]
    default_ca = own
    [own]
    new_certs_dir = .
    database = index.txt
    serial = serial
    default_md = sha256
    policy = any
    x509_extensions = names
    [any]
    commonName = supplied
    [names]
    subjectAltName = DNS:localhost
    END
    openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj /CN=localhost -out request.pem &&
    openssl ca -batch -selfsign -config ca.cnf -keyfile key.pem -in request.pem -out certificate.pem \\
      -startdate 20400101000000Z -enddate 20500101000000Z
    """

  @Test(
    "is told so, and trusts the server all the same once it knows that the time has come",
    arguments: [("2026-01-01", "not valid yet; is the board's clock right?"), ("2041-01-01", "does not speak HTTP")])
  func clock(notBefore: String, says: String) throws {
    let folder = try TemporaryFolder()
    let made = try Program("/bin/sh", ["-c", Self.makeCertificate, "sh", folder.path])
    try #require(made.wait(seconds: 60) == 0, "\(made.errors)")
    let port = 20_000 + Int(getpid() % 20_000) + (notBefore == "2041-01-01" ? 1 : 0)
    // It says each line backwards, which no client takes for an answer.
    let server = try Program(
      "/usr/bin/openssl",
      [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", folder.file("certificate.pem"), "-key",
        folder.file("key.pem"), "-rev",
      ])
    defer { server.end(SIGKILL) }
    #expect(poll(20) { server.output.contains("ACCEPT") }, "\(server.errors)")
    let configuration = try folder.file(
      "waymark.toml",
      holding: """
        source = "gpsd://127.0.0.1:1"
        not_before = "\(notBefore)"
        [server]
        url = "https://localhost:\(port)"
        key = "k"
        [asset]
        id = "van"
        [store]
        path = "\(folder.file("queue.db"))"
        """)
    let script = """
      mount --bind "$1" /etc/ssl/certs/ca-certificates.crt && exec "$2" run -c "$3"
      """
    let tracker = try Program(
      "/usr/bin/unshare",
      ["-r", "-m", "/bin/sh", "-c", script, "sh", folder.file("certificate.pem"), Program.waymarkPath(), configuration])
    let line = tracker.awaitErrorLine("upload failed", seconds: 20)
    #expect(line?.contains(says) == true, "\(tracker.errors)")
    tracker.end(SIGTERM)
  }
}
