import Testing

@testable import WaymarkCLI

@Suite("Arguments")
struct ArgumentsTests {
  private let command = Command(
    name: "play", summary: "Plays.", operands: "FILE…",
    options: [
      Option("speed", letter: "s", value: "N", "how fast"),
      Option("loop", "for ever"),
    ],
    examples: ["waymark play x"], run: { _ in })

  private func parse(_ words: String...) throws -> Arguments { try Arguments(words, for: command) }

  @Test("take a value after a space, after =, and after the letter")
  func values() throws {
    #expect(try parse("--speed", "2", "a").value("speed") == "2")
    #expect(try parse("--speed=2", "a").value("speed") == "2")
    #expect(try parse("-s", "2", "a").value("speed") == "2")
    #expect(try parse("--speed=a=b").value("speed") == "a=b")
    #expect(try parse("a").value("speed") == nil)
  }

  @Test("keep operands in order; - is one, and all after --")
  func operands() throws {
    let arguments = try parse("a", "--loop", "-", "--", "--speed", "-s")
    #expect(arguments.operands == ["a", "-", "--speed", "-s"])
    #expect(arguments.has("loop"))
    #expect(!arguments.has("speed"))
  }

  @Test("read numbers in a range", arguments: [("1", 1), ("100", 100), ("0", nil), ("101", nil), ("x", nil)])
  func numbers(text: String, number: Int?) throws {
    let arguments = try parse("--speed=\(text)")
    if let number {
      #expect(try arguments.number("speed", in: 1...100) == number)
    } else {
      #expect(throws: CommandFailure.self) { try arguments.number("speed", in: 1...100) }
    }
  }

  @Test(
    "refuse what the command does not know",
    arguments: [
      (["--fast"], "unknown option --fast"), (["-x"], "unknown option -x"), (["--speed"], "--speed needs a value"),
      (["--loop=1"], "--loop is a switch"), (["--spee=1"], "unknown option --spee"),
    ])
  func faults(words: [String], says: String) {
    do throws(CommandFailure) {
      _ = try Arguments(words, for: command)
      Issue.record("taken: \(words)")
    } catch {
      #expect(error.status == .usage)
      #expect(error.message.contains(says), "\(error.message)")
    }
  }

  @Test("name each option in the help")
  func help() {
    #expect(command.help.contains("usage: waymark play [options] FILE…"))
    #expect(command.help.contains("-s, --speed N  how fast"))
    #expect(command.help.contains("waymark play x"))
  }
}
