import FoundationEssentials
import TestSupport
import Testing

@testable import LocalAPI

@Suite("The page that describes the API")
struct OpenAPITests {
  /// The calls that openapi.yaml lists: a path stands two spaces deep, its methods four.
  private func described() throws -> Set<String> {
    let text = String(
      decoding: try Data(contentsOf: TestFiles.package.appending(path: "openapi.yaml")), as: UTF8.self)
    var calls: Set<String> = []
    var path = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
      if !line.hasPrefix(" ") { path = "" }
      let word = line.dropFirst(4).dropLast()
      if !path.isEmpty, line.hasPrefix("    "), ["get", "put", "post", "delete"].contains(word) {
        calls.insert(word.uppercased() + " " + path)
      }
    }
    return calls
  }

  @Test("lists exactly the calls that are answered")
  func calls() throws {
    let answered = Set(Route.all.map { "\($0.method) \($0.path)" } + ["GET \(Route.events)"])
    #expect(try described() == answered)
    #expect(answered.count == Route.all.count + 1, "a call stands twice in the table")
  }

  @Test("a fixed path wins over one with an id in its place, and parts must match one for one")
  func matching() throws {
    let end = try #require(Route.all.first { $0.method == "POST" && $0.match(["v1", "trip", "end"]) != nil })
    #expect(end.path == "/v1/trip/end")
    let show = try #require(Route.all.first { $0.method == "GET" && $0.path == "/v1/trip/{id}" })
    #expect(show.match(["v1", "trip", "t/1"]) == "t/1")
    #expect(show.match(["v1", "trip"]) == nil)
    #expect(show.match(["v1", "trip", "t1", "summary"]) == nil)
  }
}
