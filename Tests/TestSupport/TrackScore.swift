/// How well kept points draw a track.
public struct TrackScore: Sendable {
  /// How many were kept.
  public let points: Int
  /// Distances of the good fixes from the drawn line, metres, ascending.
  public let crossTrack: [Double]
  /// Distances from where the drawn line has the vehicle at that second, metres, ascending.
  public let inTime: [Double]
  /// Distances of the true places from the drawn line, metres, ascending; empty when nobody knows.
  public let fromTruth: [Double]
  /// What the drawn line gains while the vehicle stands; nil when nobody knows when it stood.
  public let phantomMetres: Double?
  /// Heartbeats that a standing vehicle did not give although there were good fixes.
  public let missedHeartbeats: Int?

  /// The score of points in the order of their time.
  public init(_ kept: [RecordedTrack.Spot], of track: RecordedTrack, heartbeatSeconds: Double) {
    points = kept.count
    crossTrack = TrackScore.distances(track.spots, kept) { $0.distance(toSegment: $1, $2) }
    inTime = TrackScore.distances(track.spots, kept) { $0.distance(toMoving: $1, $2) }
    fromTruth = TrackScore.distances(track.truth, kept) { $0.distance(toSegment: $1, $2) }
    phantomMetres = track.stands.map { stands in
      zip(kept, kept.dropFirst()).reduce(0) { sum, leg in
        stands.contains { $0.contains(leg.0.seconds) && $0.contains(leg.1.seconds) }
          ? sum + leg.0.distance(to: leg.1) : sum
      }
    }
    missedHeartbeats = track.stands.map { stands in
      stands.reduce(0) { $0 + TrackScore.missed(kept, in: $1, track, heartbeatSeconds) }
    }
  }

  /// How far spots are from the leg of the drawn line that belongs to their time, ascending.
  private static func distances(
    _ spots: [RecordedTrack.Spot], _ kept: [RecordedTrack.Spot],
    _ distance: (RecordedTrack.Spot, RecordedTrack.Spot, RecordedTrack.Spot) -> Double
  ) -> [Double] {
    guard !kept.isEmpty else { return [] }
    var leg = 0
    return spots.map { spot in
      while leg + 2 < kept.count, kept[leg + 1].seconds < spot.seconds { leg += 1 }
      return distance(spot, kept[leg], kept[min(leg + 1, kept.count - 1)])
    }.sorted()
  }

  /// Heartbeats due in a stand: each `heartbeatSeconds` after the last point, at the next good fix, 2 s allowed.
  private static func missed(
    _ kept: [RecordedTrack.Spot], in stand: ClosedRange<Double>, _ track: RecordedTrack, _ heartbeatSeconds: Double
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

  /// The value below which that share lies; 0 of nothing.
  public static func percentile(_ share: Double, _ ascending: [Double]) -> Double {
    ascending.isEmpty ? 0 : ascending[min(ascending.count - 1, Int(share * Double(ascending.count)))]
  }
}

extension RecordedTrack.Spot {
  /// How far it is from the line between two spots, metres.
  public func distance(toSegment start: RecordedTrack.Spot, _ end: RecordedTrack.Spot) -> Double {
    let (north, east) = (end.north - start.north, end.east - start.east)
    let squared = north * north + east * east
    let along = (self.north - start.north) * north + (self.east - start.east) * east
    return distance(to: start.going(squared > 0 ? min(max(along / squared, 0), 1) : 0, towards: end))
  }

  /// How far it is from where a vehicle that goes steadily from one spot to the other is at its time, metres.
  public func distance(toMoving start: RecordedTrack.Spot, _ end: RecordedTrack.Spot) -> Double {
    let span = end.seconds - start.seconds
    return distance(to: start.going(span > 0 ? min(max((seconds - start.seconds) / span, 0), 1) : 0, towards: end))
  }

  private func going(_ share: Double, towards end: RecordedTrack.Spot) -> RecordedTrack.Spot {
    RecordedTrack.Spot(
      seconds: seconds, north: north + share * (end.north - north), east: east + share * (end.east - east))
  }
}
