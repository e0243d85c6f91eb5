import FoundationEssentials
import TestSupport
import Testing
import Waymark

@Suite("The page of error codes")
struct DocumentationTests {
  @Test("has a row for each code")
  func codes() throws {
    let page = String(
      decoding: try Data(contentsOf: TestFiles.package.appending(path: "docs/protocols.md")), as: UTF8.self)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let codes = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(Set(codes) == Set(AssetTrackingApiExceptionType.allCases.map(\.rawValue)))
    #expect(codes.count == AssetTrackingApiExceptionType.allCases.count)
  }
}
