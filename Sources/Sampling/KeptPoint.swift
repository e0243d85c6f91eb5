import GNSS

/// What later decisions need to know of the last kept sample.
struct KeptPoint: Hashable, Sendable {
  var time: UTCInstant
  var coordinate: Coordinate
  var trackMillidegrees: Int32?
  var speedMillimetresPerSecond: Int32?

  init(_ sample: Sample) {
    time = sample.time
    coordinate = sample.coordinate
    trackMillidegrees = sample.fix.trackMillidegrees
    speedMillimetresPerSecond = sample.fix.speedMillimetresPerSecond
  }

  init(time: UTCInstant, coordinate: Coordinate, trackMillidegrees: Int32?, speedMillimetresPerSecond: Int32?) {
    self.time = time
    self.coordinate = coordinate
    self.trackMillidegrees = trackMillidegrees
    self.speedMillimetresPerSecond = speedMillimetresPerSecond
  }
}
