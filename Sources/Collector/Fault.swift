/// What goes wrong with a request on purpose.
enum Fault: Hashable, Sendable {
  /// It is processed, and the connection closed without an answer.
  case lost
  /// The connection is closed before it is processed.
  case reset
  /// It is processed, and answered that much later.
  case delay(milliseconds: Int64)
  /// It is not processed, and answered with a status, perhaps with a time to wait before the next try.
  case status(Int, retryAfterSeconds: Int?)
}

/// Which requests go wrong, and how: the faults of the test server, in a small language.
///
///     track:2=lost            the 2nd upload is processed, and its answer lost
///     track:3-5=503:30s       the 3rd to 5th are answered 503 with Retry-After: 30
///     bind:1=460,*:10=reset   the 1st bind is answered 460; the 10th request of any kind is cut off unprocessed
///     *:1-=delay:250ms        every request is processed, and answered a quarter of a second later
///
/// A rule is `KIND:WHEN=FAULT`; rules are separated by commas, each counts the requests of its kind from 1, and of
/// several that apply to a request the first does. KIND is a call's name or `*`; WHEN is `N`, `N-M` or `N-`; FAULT is
/// `lost`, `reset`, `delay:TIME`, `STATUS` (200 to 599) or `STATUS:TIME`, with a TIME in `s` or `ms`.
///
/// A client that keeps its connection may repeat a request by itself when that is closed (curl does, once): it does not
/// notice a single `lost` or `reset` then, and two in a row it does.
public struct FaultPlan: Sendable {
  private var rules: [Rule] = []

  /// Nothing goes wrong.
  public init() {}

  /// The plan that a text tells.
  ///
  /// - Throws: `FaultPlanError`, which names the rule that makes no sense and says why.
  public init(_ text: String) throws(FaultPlanError) {
    for rule in text.split(separator: ",", omittingEmptySubsequences: false) { rules.append(try Rule(String(rule))) }
  }

  /// Counts a request, and tells what goes wrong with it.
  ///
  /// - Parameter kind: the call's name; nil for a request that is no call.
  /// - Returns: the fault and the rule it stands in; nil when all goes well.
  mutating func next(_ kind: String?) -> (fault: Fault, rule: String)? {
    var found: (fault: Fault, rule: String)?
    for index in rules.indices where rules[index].applies(to: kind) && found == nil {
      found = (rules[index].fault, rules[index].text)
    }
    return found
  }
}

/// A fault plan that makes no sense; one sentence.
public struct FaultPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}

private struct Rule {
  let text: String
  /// Nil for any.
  let kind: String?
  let numbers: ClosedRange<Int>
  let fault: Fault
  var seen = 0

  init(_ text: String) throws(FaultPlanError) {
    self.text = text
    func wrong(_ reason: String) -> FaultPlanError { FaultPlanError(description: "fault '\(text)': \(reason)") }
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let subject = sides[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, subject.count == 2 else { throw wrong("write it as KIND:WHEN=FAULT, such as track:2=lost") }
    guard subject[0] == "*" || Router.kinds.contains(String(subject[0])) else {
      throw wrong("there is no call '\(subject[0])'; it is * or one of \(Router.kinds.joined(separator: ", "))")
    }
    kind = subject[0] == "*" ? nil : String(subject[0])
    guard let numbers = Rule.numbers(subject[1]) else {
      throw wrong("'\(subject[1])' is not when; write 2 for the second, 2-4, or 2- for all from the second on")
    }
    self.numbers = numbers
    guard let fault = Fault(sides[1]) else {
      throw wrong(
        "'\(sides[1])' is no fault; it is lost, reset, delay:TIME, a status from 200 to 599, or STATUS:TIME for "
          + "Retry-After, with a TIME such as 3s or 250ms, up to an hour")
    }
    self.fault = fault
  }

  private static func numbers(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = Int(ends[0]), first >= 1 else { return nil }
    guard ends.count == 2 else { return first...first }
    guard !ends[1].isEmpty else { return first...Int.max }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return first...last
  }

  mutating func applies(to kind: String?) -> Bool {
    guard self.kind == nil || self.kind == kind else { return false }
    seen += 1
    return numbers.contains(seen)
  }
}

extension Fault {
  /// Nil for what is no fault.
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let milliseconds = parts.count == 2 ? Fault.milliseconds(parts[1]) : nil
    switch (parts[0], milliseconds) {
    case ("lost", nil) where parts.count == 1: self = .lost
    case ("reset", nil) where parts.count == 1: self = .reset
    case ("delay", let milliseconds?): self = .delay(milliseconds: milliseconds)
    case (let word, _):
      guard let status = Int(word), (200...599).contains(status) else { return nil }
      if parts.count == 1 {
        self = .status(status, retryAfterSeconds: nil)
      } else if let milliseconds, milliseconds % 1000 == 0 {
        self = .status(status, retryAfterSeconds: Int(milliseconds / 1000))
      } else {
        return nil
      }
    }
  }

  private static func milliseconds(_ text: Substring) -> Int64? {
    let unit: Int64 = text.hasSuffix("ms") ? 1 : 1000
    guard text.hasSuffix("s"), let number = Int64(text.dropLast(unit == 1 ? 2 : 1)), (0...3_600_000).contains(number),
      number * unit <= 3_600_000
    else { return nil }
    return number * unit
  }
}
