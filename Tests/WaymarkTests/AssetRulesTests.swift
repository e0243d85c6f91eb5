import Delivery
import Testing

@testable import Waymark

@Suite("The rules of asset tracking")
struct AssetRulesTests {
  /// A board with a key and, unless told otherwise, nothing else.
  private static func rules(_ change: (inout AssetRules) -> Void = { _ in }) -> AssetRules {
    var rules = AssetRules(server: "https://s")
    rules.hasKey = true
    change(&rules)
    return rules
  }

  private static let van = Binding(assetID: "van", server: "https://s")
  private static let bound = rules { $0.binding = van }
  private static let running = rules {
    $0.binding = van
    $0.isRunning = true
  }
  private static let taken = rules {
    $0.binding = van
    $0.isTaken = true
  }
  private static let keyless = AssetRules(server: "https://s", binding: van)
  private static let onTrip = rules {
    $0.binding = van
    $0.activeTrip = "t1"
  }
  private static let configured = rules {
    $0.binding = van
    $0.configuredAsset = "van"
  }

  struct BindCase: Sendable {
    let rules: AssetRules
    let id: String
    let waiting: Int
    let free: Answer
    let forced: Answer

    enum Answer: Sendable, Equatable {
      case bind(String)
      case bindAndClear(String)
      case refused(AssetTrackingApiExceptionType)
    }

    init(_ rules: AssetRules, _ id: String, waiting: Int, _ free: Answer, forced: Answer) {
      (self.rules, self.id, self.waiting, self.free, self.forced) = (rules, id, waiting, free, forced)
    }
  }

  /// What holds, what is bound, how much waits; what a bind gives, and a forced one.
  static let binds: [BindCase] = [
    BindCase(rules(), "van", waiting: 0, .bind("van"), forced: .bind("van")),
    BindCase(rules(), "  van\t\n", waiting: 0, .bind("van"), forced: .bind("van")),
    BindCase(rules(), "", waiting: 0, .refused(.assetIdEmpty), forced: .refused(.assetIdEmpty)),
    BindCase(rules(), " \n ", waiting: 0, .refused(.assetIdEmpty), forced: .refused(.assetIdEmpty)),
    BindCase(rules(), "a b", waiting: 0, .refused(.invalidArgument), forced: .refused(.invalidArgument)),
    BindCase(rules(), "van", waiting: 7, .refused(.unUploadedLocationData), forced: .bindAndClear("van")),
    BindCase(bound, "van", waiting: 7, .bind("van"), forced: .bind("van")),
    BindCase(bound, "bus", waiting: 0, .bind("bus"), forced: .bind("bus")),
    BindCase(bound, "bus", waiting: 1, .refused(.unUploadedLocationData), forced: .bindAndClear("bus")),
    BindCase(running, "van", waiting: 7, .bind("van"), forced: .bind("van")),
    BindCase(running, "bus", waiting: 0, .refused(.trackingIsOn), forced: .refused(.trackingIsOn)),
    BindCase(running, "bus", waiting: 7, .refused(.trackingIsOn), forced: .refused(.trackingIsOn)),
    BindCase(taken, "van", waiting: 7, .bind("van"), forced: .bind("van")),
    BindCase(taken, "bus", waiting: 7, .refused(.unUploadedLocationData), forced: .bindAndClear("bus")),
    BindCase(keyless, "van", waiting: 0, .refused(.notInitialized), forced: .refused(.notInitialized)),
    BindCase(configured, "van", waiting: 7, .bind("van"), forced: .bind("van")),
    BindCase(configured, "bus", waiting: 0, .refused(.assetConfigured), forced: .refused(.assetConfigured)),
  ]

  @Test("say whether an asset may be bound, and what a forced bind clears", arguments: binds)
  func bind(_ row: BindCase) {
    for (force, expected) in [(false, row.free), (true, row.forced)] {
      let answer: BindCase.Answer
      do throws(AssetTrackingApiException) {
        let plan = try row.rules.bind(row.id, force: force, waiting: row.waiting)
        answer = plan.clearsWaiting ? .bindAndClear(plan.assetID) : .bind(plan.assetID)
      } catch {
        answer = .refused(error.type)
      }
      #expect(answer == expected, "force: \(force)")
    }
  }

  @Test(
    "say whether an asset may be created",
    arguments: [
      (rules(), "my car", nil), (rules(), "", .assetNameEmpty), (rules(), " \t", .assetNameEmpty),
      (running, "my car", .trackingIsOn), (running, "", .assetNameEmpty), (keyless, "my car", .notInitialized),
      (bound, "my car", nil), (taken, "my car", nil),
    ] as [(AssetRules, String, AssetTrackingApiExceptionType?)])
  func create(rules: AssetRules, name: String, refusal: AssetTrackingApiExceptionType?) {
    #expect(code { () throws(AssetTrackingApiException) in try rules.create(name: name) } == refusal)
  }

  @Test(
    "say whether tracking may start",
    arguments: [
      (rules(), .assetNotBound), (bound, nil), (running, nil), (taken, .assetTaken), (keyless, .notInitialized),
    ] as [(AssetRules, AssetTrackingApiExceptionType?)])
  func start(rules: AssetRules, refusal: AssetTrackingApiExceptionType?) {
    #expect(code { () throws(AssetTrackingApiException) in _ = try rules.start() } == refusal)
  }

  @Test(
    "say whether the asset may be changed",
    arguments: [
      (bound, "bus", nil), (rules(), "bus", .assetNotBound), (bound, " ", .assetNameEmpty),
      (keyless, "bus", .notInitialized), (running, "bus", nil),
    ] as [(AssetRules, String, AssetTrackingApiExceptionType?)])
  func update(rules: AssetRules, name: String, refusal: AssetTrackingApiExceptionType?) {
    #expect(code { () throws(AssetTrackingApiException) in _ = try rules.update(name: name) } == refusal)
  }

  @Test(
    "say whether a trip may start",
    arguments: [
      (bound, "tour", nil), (running, "tour", nil), (bound, "", .tripNameEmpty), (rules(), "tour", .assetNotBound),
      (onTrip, "tour", .tripInProgress), (taken, "tour", .assetTaken), (keyless, "tour", .notInitialized),
    ] as [(AssetRules, String, AssetTrackingApiExceptionType?)])
  func startTrip(rules: AssetRules, name: String, refusal: AssetTrackingApiExceptionType?) {
    #expect(code { () throws(AssetTrackingApiException) in _ = try rules.startTrip(name: name) } == refusal)
  }

  @Test("take the trip that is named, else the active one")
  func trip() throws {
    #expect(try Self.onTrip.trip(nil) == "t1")
    #expect(try Self.onTrip.trip(" ") == "t1")
    #expect(try Self.onTrip.trip("t2") == "t2")
    #expect(try Self.bound.trip("t2") == "t2")
    #expect(code { () throws(AssetTrackingApiException) in _ = try Self.bound.trip(nil) } == .noActiveTrip)
    #expect(code { () throws(AssetTrackingApiException) in _ = try Self.keyless.trip("t2") } == .notInitialized)
  }

  @Test(
    "every refusal has its code in its text, and a sentence behind it",
    arguments: AssetTrackingApiExceptionType.allCases)
  func sentences(type: AssetTrackingApiExceptionType) {
    let error = AssetTrackingApiException(type)
    #expect(error.localizedDescription.hasPrefix(type.rawValue + ": "))
    #expect(error.message.count > 10)
    #expect(type.rawValue == type.rawValue.uppercased())
  }

  private func code(_ body: () throws(AssetTrackingApiException) -> Void) -> AssetTrackingApiExceptionType? {
    do {
      try body()
      return nil
    } catch {
      return error.type
    }
  }
}
