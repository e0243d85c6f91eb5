import GNSS
import Sampling
import Testing

@Suite("A sampler's memory")
struct SamplerMemoryTests {
  /// What is left of a run by the way of the store.
  private func remembered(_ run: SamplerRun) throws -> SamplerMemory {
    let memory = try #require(run.sampler.memory)
    let read = try #require(SamplerMemory(text: memory.text))
    #expect(read.text == memory.text)
    return read
  }

  @Test("lets a parked vehicle be parked after a restart: heartbeats when they are due, nothing else")
  func parked() throws {
    var before = SamplerRun(LocationConfig(.active))
    before.take(drive(from: 0, seconds: 100, speed: 10) + stand(from: 101, seconds: 100, north: 1000))
    let stop = try #require(before.kept.last)
    #expect(stop.reason == .stop)
    var after = SamplerRun(LocationConfig(.active), memory: try remembered(before))
    let beats = after.take(stand(from: 250, seconds: 500, north: 1004))
    #expect(beats == [Kept(401, .heartbeat), Kept(701, .heartbeat)])
    #expect(after.kept.map(\.coordinate) == [stop.coordinate, stop.coordinate])
    #expect(abs(after.sampler.odometerMetres - 1000) < 1)
  }

  @Test("lets a vehicle that was on its way begin anew, its odometer going on")
  func moving() throws {
    var before = SamplerRun(LocationConfig(.balanced))
    before.take(drive(from: 0, seconds: 100, speed: 10))
    before.flush()
    var after = SamplerRun(LocationConfig(.balanced), memory: try remembered(before))
    after.take(drive(from: 130, seconds: 100, speed: 10, north: 1300))
    #expect(after.kept.first.map(Kept.init) == Kept(130, .first))
    #expect(abs(after.sampler.odometerMetres - 2300) < 12, "the way while it was off included")
  }

  @Test("of the future is no reason to be silent until then")
  func future() throws {
    var before = SamplerRun(LocationConfig(.active))
    before.take(stand(from: 1_000_000, seconds: 10))
    var after = SamplerRun(LocationConfig(.active), memory: try remembered(before))
    #expect(after.take(stand(from: 0, seconds: 10)) == [Kept(0, .first)])
  }

  @Test("is worth a write after a stop, a departure or a quarter of an hour, however far it went")
  func worthAWrite() throws {
    var run = SamplerRun(LocationConfig(.active))
    run.take(drive(from: 0, seconds: 10, speed: 10))
    let first = try #require(run.sampler.memory)
    #expect(first.differsMuch(from: nil))
    run.take(drive(from: 11, seconds: 800, speed: 10, north: 110))
    let moving = try #require(run.sampler.memory)
    #expect(!moving.differsMuch(from: first))
    run.take(drive(from: 812, seconds: 120, speed: 10, north: 8120))
    let later = try #require(run.sampler.memory)
    #expect(later.differsMuch(from: first))
    run.take(stand(from: 933, seconds: 60, north: 9320))
    #expect(try #require(run.sampler.memory).differsMuch(from: later))
  }

  @Test(
    "takes only what it wrote itself",
    arguments: [
      "", "1", "2 1780000000000 1 1 - - - - 0", "1 x 1 1 - - - - 0", "1 1780000000000 1 1 - - - - -5",
      "1 1780000000000 99000000000 1 - - - - 0", "1 1780000000000 1 1 - - 99000000000 1 0",
      "1 1780000000000 1 1 - - - - 0 0", "1 99999999999999999999 1 1 - - - - 0",
    ])
  func damaged(text: String) {
    #expect(SamplerMemory(text: text) == nil)
  }
}
