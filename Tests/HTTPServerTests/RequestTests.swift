import HTTPServer
import Testing

@Suite("A request")
struct RequestTests {
  @Test(
    "has its path split before it is decoded",
    arguments: [
      ("/", [""]), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c", ["a/b", "c"]),
      ("/Z%C3%BCrich", ["Zürich"]), ("/a%00b", ["a\u{0}b"]), ("/%25zz", ["%zz"]), ("/a+b", ["a+b"]),
    ] as [(String, [String])])
  func path(text: String, parts: [String]) throws {
    #expect(try Request(method: "GET", path: text).path == parts)
  }

  @Test("keeps the first of a repeated query value, and a name without a value")
  func query() throws {
    let request = try Request(method: "GET", path: "/", query: [("a", "1%20"), ("%61", "2"), ("b", "")])
    #expect(request.query == ["a": "1 ", "b": ""])
  }

  @Test("is refused when its address is not properly encoded", arguments: ["", "a", "/%", "/%4", "/%zz", "/%ff", "*"])
  func refused(path: String) {
    #expect(throws: RequestRefusal.self) { try Request(method: "GET", path: path) }
  }
}

@Suite("An address to listen on")
struct ListenAddressTests {
  @Test(
    "is a numeric host and a port",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1:8080", true), ("localhost:80", "127.0.0.1:80", true),
      ("127.8.9.1:0", "127.8.9.1:0", true),
      ("[::1]:8080", "[::1]:8080", true), ("0.0.0.0:1", "0.0.0.0:1", false), ("[::]:65535", "[::]:65535", false),
      ("192.168.1.2:8080", "192.168.1.2:8080", false), ("[2001:db8::1]:80", "[2001:db8::1]:80", false),
    ])
  func good(text: String, description: String, isLoopback: Bool) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.description == description)
    #expect(address.isLoopback == isLoopback)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:http", "::1:80",
      "[::1]", "[127.0.0.1:80", "example.org:80", "256.0.0.1:80", "[]:80",
    ])
  func bad(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
