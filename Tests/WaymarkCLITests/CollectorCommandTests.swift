import Testing

@testable import WaymarkCLI

@Suite("waymark collector")
struct CollectorCommandTests {
  @Test(
    "refuses a command line that makes no sense with status 2",
    arguments: [
      [], ["--database", ""], ["--database", "x.db", "more"], ["--database=x.db", "--listen", "8080"],
      ["--database=x.db", "--listen", "localhost:http"], ["--database=x.db", "--key="],
      ["--database=x.db", "--key-file=/no/such/file"], ["--database=x.db", "--key-file=/dev/null"],
      ["--database=x.db", "--rate=-1"], ["--database=x.db", "--rate=x"], ["--database=x.db", "--fail=fly:1=lost"],
      ["--database=x.db", "--fail="], ["--database=x.db", "--listen=0.0.0.0:0"],
      ["--database=x.db", "--listen=[::]:0"],
    ])
  func usage(words: [String]) {
    #expect(waymark(["waymark", "collector"] + words) == 2)
  }

  @Test(
    "ends with status 1 when the database or the address cannot be had",
    arguments: [
      ["--database=/", "--listen=127.0.0.1:0"], ["--database=/no/such/folder/x.db", "--listen=127.0.0.1:0"],
      ["--database=:memory:", "--listen=192.0.2.1:8080", "--key=k"],
    ])
  func failure(words: [String]) {
    #expect(waymark(["waymark", "collector"] + words) == 1)
  }
}
