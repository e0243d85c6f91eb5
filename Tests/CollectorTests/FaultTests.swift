import HTTPServer
import Testing

@testable import Collector

@Suite("A fault plan")
struct FaultPlanTests {
  @Test(
    "tells which request goes wrong, and how",
    arguments: [
      ("track:2=lost", [nil, .lost, nil]), ("track:1-2=reset", [.reset, .reset, nil]),
      ("track:2-=500", [nil, .status(500, retryAfterSeconds: nil), .status(500, retryAfterSeconds: nil)]),
      ("track:1=429:30s", [.status(429, retryAfterSeconds: 30), nil]),
      ("track:1=503:2000ms", [.status(503, retryAfterSeconds: 2), nil]),
      ("track:1=delay:3s,*:2=delay:250ms", [.delay(milliseconds: 3000), .delay(milliseconds: 250), nil]),
      ("*:1-2=lost,track:2=reset,track:3=reset", [.lost, .lost, .reset]), ("bind:1=460", [nil, nil]),
    ] as [(String, [Fault?])])
  func faults(text: String, expected: [Fault?]) throws {
    var plan = try FaultPlan(text)
    for fault in expected { #expect(plan.next("track")?.fault == fault) }
  }

  @Test("counts each kind for itself, and all of them for *")
  func counting() throws {
    var plan = try FaultPlan("bind:2=460,*:4=lost")
    #expect(plan.next("bind") == nil)
    #expect(plan.next(nil) == nil)
    #expect(plan.next("bind")?.rule == "bind:2=460")
    #expect(plan.next("track")?.rule == "*:4=lost")
  }

  @Test(
    "that makes no sense is refused, and the rule is named",
    arguments: [
      ("", "fault '': write it as"), ("track", "fault 'track': write it as"), ("track=lost", "write it as"),
      ("track:1", "write it as"), ("fly:1=lost", "fault 'fly:1=lost': there is no call 'fly'"),
      ("track:1=lost,", "fault '': write it as"), ("track:0=lost", "'0' is not when"),
      ("track:-1=lost", "'-1' is not when"), ("track:x=lost", "'x' is not when"), ("track:=lost", "'' is not when"),
      ("track:3-2=lost", "'3-2' is not when"), ("track:99999999999999999999=lost", "is not when"),
      ("track:1=", "'' is no fault"), ("track:1=gone", "'gone' is no fault"), ("track:1=lost:3s", "is no fault"),
      ("track:1=delay", "is no fault"), ("track:1=delay:3", "is no fault"), ("track:1=delay:-3s", "is no fault"),
      ("track:1=delay:3601s", "is no fault"), ("track:1=delay:9223372036854775807s", "is no fault"),
      ("track:1=199", "is no fault"), ("track:1=600", "is no fault"), ("track:1=503:1500ms", "is no fault"),
    ])
  func refused(text: String, reason: String) {
    do {
      _ = try FaultPlan(text)
      Issue.record("'\(text)' was taken")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
    }
  }
}

@Suite("Faults on the collector")
struct FaultTests {
  @Test("a lost answer belongs to locations that are stored; the repeat stores nothing more")
  func lost() throws {
    let desk = try desk("track:1=lost")
    let locations = "[\(location(at: 1)),\(location(at: 2))]"
    let body = #"{"device_id":"d1","locations":\#(locations)}"#
    #expect(try desk.answer("POST", "/skynet/asset/van/track", body).departure == .never)
    #expect(try desk.store.locationCount(of: "van") == 2)
    #expect(try desk.track(locations).status == 200)
    #expect(try desk.store.locationCount(of: "van") == 2)
  }

  @Test("a request that is cut off, or answered with a status, is not processed", arguments: ["reset", "500", "460"])
  func unprocessed(fault: String) throws {
    let desk = try desk("track:1=\(fault)")
    let body = #"{"device_id":"d1","locations":[\#(location(at: 1))]}"#
    let answer = try desk.answer("POST", "/skynet/asset/van/track", body)
    #expect(answer.departure == (fault == "reset" ? .never : .atOnce))
    #expect(try desk.store.locationCount(of: "van") == 0)
  }

  @Test("a status comes in the usual envelope, with the rule and the time to wait")
  func status() throws {
    let desk = try desk("show:1=503:30s,show:2=401")
    let busy = try desk.ask("GET", "/skynet/asset/van")
    #expect(busy.status == 503)
    #expect(busy.headers["Retry-After"] == "30")
    #expect(busy.message.contains("show:1=503:30s"))
    #expect(try desk.ask("GET", "/skynet/asset/van")["status"] == .text("Unauthorized"))
    #expect(try desk.ask("GET", "/skynet/asset/van").status == 200)
  }

  @Test("a delayed answer is the right one, later")
  func delayed() throws {
    let desk = try desk("track:1=delay:3s")
    let body = #"{"device_id":"d1","locations":[\#(location(at: 1))]}"#
    let answer = try desk.answer("POST", "/skynet/asset/van/track", body)
    #expect(answer.status == 200)
    #expect(answer.departure == .after(milliseconds: 3000))
    #expect(try desk.store.locationCount(of: "van") == 1)
  }

  private func desk(_ plan: String) throws -> Desk {
    var settings = Collector.Settings()
    settings.faults = try FaultPlan(plan)
    return try Desk.withBoundAsset(settings)
  }
}

@Suite("The rate limit")
struct RateLimitTests {
  @Test("gives a minute's worth at once and refills by the second")
  func refill() {
    var limit = RateLimit(requestsPerMinute: 60)
    #expect((0..<60).allSatisfy { _ in limit.take(now: 1000) == nil })
    #expect(limit.take(now: 1000) == 1)
    #expect(limit.take(now: 1001) == nil)
    #expect(limit.take(now: 1001) == 1)
    #expect((0..<60).allSatisfy { _ in limit.take(now: 99_999) == nil })
    #expect(limit.take(now: 99_999) == 1)
  }

  @Test("neither gives nor takes credit when the clock is set", arguments: [0, Int64.min, Int64.max])
  func clockSet(to now: Int64) {
    var limit = RateLimit(requestsPerMinute: 1)
    #expect(limit.take(now: 1000) == nil)
    _ = limit.take(now: now)
    let wait = limit.take(now: now)
    #expect(wait == 60)
  }
}
