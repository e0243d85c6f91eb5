/// How well kept points draw a track.
struct Score {
  let points: Int
  /// Distances of the good fixes from the drawn line, metres, ascending.
  let crossTrack: [Double]
  /// Distances from where the drawn line has the vehicle at that second, metres, ascending.
  let inTime: [Double]
  /// What the drawn line gains while the vehicle stands; nil when nobody knows when it stood.
  let phantomMetres: Double?
  /// Heartbeats that a standing vehicle did not give although there were good fixes.
  let missedHeartbeats: Int?

  init(_ kept: [Track.Spot], of track: Track, heartbeatSeconds: Double) {
    points = kept.count
    var cross: [Double] = []
    var inTime: [Double] = []
    var leg = 0
    for spot in track.spots {
      while leg + 2 < kept.count, kept[leg + 1].seconds < spot.seconds { leg += 1 }
      guard let start = kept.isEmpty ? nil : kept[leg] else { continue }
      let end = leg + 1 < kept.count ? kept[leg + 1] : start
      cross.append(spot.distance(toSegment: start, end))
      inTime.append(spot.distance(toMoving: start, end))
    }
    crossTrack = cross.sorted()
    self.inTime = inTime.sorted()
    phantomMetres = track.stands.map { stands in
      zip(kept, kept.dropFirst()).reduce(0) { sum, leg in
        stands.contains { $0.contains(leg.0.seconds) && $0.contains(leg.1.seconds) }
          ? sum + leg.0.distance(to: leg.1) : sum
      }
    }
    missedHeartbeats = track.stands.map { stands in
      stands.reduce(0) { $0 + Score.missed(kept, in: $1, track, heartbeatSeconds) }
    }
  }

  /// Heartbeats due in a stand: each `heartbeatSeconds` after the last point, at the next good fix, 2 s allowed.
  private static func missed(
    _ kept: [Track.Spot], in stand: ClosedRange<Double>, _ track: Track, _ heartbeatSeconds: Double
  ) -> Int {
    let end = min(stand.upperBound, track.spots.last?.seconds ?? 0)
    let times = kept.map(\.seconds).filter { $0 <= end }
    var missed = 0
    for (time, next) in zip(times, times.dropFirst() + [end]) where next >= stand.lowerBound {
      var due = max(time, stand.lowerBound) + heartbeatSeconds
      while let fix = track.spots.first(where: { $0.seconds >= due })?.seconds, fix + 2 < next {
        missed += 1
        due = fix + heartbeatSeconds
      }
    }
    return missed
  }

  static func percentile(_ share: Double, _ ascending: [Double]) -> Double {
    ascending.isEmpty ? 0 : ascending[min(ascending.count - 1, Int(share * Double(ascending.count)))]
  }
}

extension Track.Spot {
  func distance(toSegment start: Track.Spot, _ end: Track.Spot) -> Double {
    let (north, east) = (end.north - start.north, end.east - start.east)
    let squared = north * north + east * east
    let along = (self.north - start.north) * north + (self.east - start.east) * east
    return distance(to: start.going(squared > 0 ? min(max(along / squared, 0), 1) : 0, towards: end))
  }

  func distance(toMoving start: Track.Spot, _ end: Track.Spot) -> Double {
    let span = end.seconds - start.seconds
    return distance(to: start.going(span > 0 ? min(max((seconds - start.seconds) / span, 0), 1) : 0, towards: end))
  }

  private func going(_ share: Double, towards end: Track.Spot) -> Track.Spot {
    Track.Spot(
      seconds: seconds, north: north + share * (end.north - north), east: east + share * (end.east - east))
  }
}
