import GNSS
import TestSupport
import Testing

@Suite("A journey")
struct JourneyTests {
  @Test("moves as fast as its truth says, and as a vehicle can", arguments: Journey.all)
  func truthAgreesWithItself(_ journey: Journey) {
    let truth = journey.record().truth
    var impossible = 0
    for (before, after) in zip(truth, truth.dropFirst()) {
      let seconds = Double(after.instant.millisecondsSince1970 - before.instant.millisecondsSince1970) / 1000
      let metres = before.coordinate.distanceMetres(to: after.coordinate)
      let slower = min(before.metresPerSecond, after.metresPerSecond)
      let faster = max(before.metresPerSecond, after.metresPerSecond)
      // A tight turn's chord is shorter than its arc; within an epoch the vehicle may brake and pull away.
      let fits = metres <= (faster + 0.5) * seconds && metres >= (slower * 0.8 - 1.2) * seconds
      // The last centimetres before a stop are crawled at 0.3 m/s.
      if !fits || faster - slower > max(4.1 * seconds, 0.31) { impossible += 1 }
    }
    #expect(truth.count > 1000)
    #expect(impossible == 0)
  }
}
