import EventLoop
import HTTPServer
import Sampling
import Waymark

/// Tells clients what happens, as server-sent events. Belongs to the loop's thread.
final class EventFeed: AssetTrackingCallback, @unchecked Sendable {
  // Safety: made before the loop runs; clients are added and receivers called on the loop.
  private let loop: EventLoop
  private var streams: [ResponseStream] = []
  private var heartbeat: TimerID?

  private let mostClients = 8
  /// Finds clients that went away, and keeps what stands in between from closing the connection.
  private let heartbeatNanoseconds: Int64 = 15_000_000_000

  init(_ loop: EventLoop) { self.loop = loop }

  /// Tells one more client, until it goes away or is too slow.
  func add(_ reply: Reply) {
    guard streams.count < mostClients else {
      return reply.send(.refusal(503, "\(mostClients) clients listen to events already"))
    }
    let stream = reply.stream(contentType: "text/event-stream")
    stream.write(": waymark\n\n")
    streams.append(stream)
    beat()
  }

  private func beat() {
    guard heartbeat == nil, !streams.isEmpty else { return }
    heartbeat = loop.timer(after: heartbeatNanoseconds) { [weak self] in
      guard let self else { return }
      heartbeat = nil
      tell(":\n\n")
      beat()
    }
  }

  private func tell(_ text: String) { streams.removeAll { !$0.write(text) } }

  private func send(_ event: String, _ document: some Encodable) {
    guard !streams.isEmpty else { return }
    tell("event: \(event)\ndata: \(String(decoding: json(document), as: UTF8.self))\n\n")
  }

  func onTrackingStart(assetId: String) { send("start", ["asset": assetId]) }

  func onTrackingStop(assetId: String, trackingDisableType: TrackingDisableType) {
    send("stop", ["asset": assetId, "reason": trackingDisableType.rawValue])
  }

  func onLocationSuccess(location: Location) {
    send("location", StatusDocument.Position(location.fix, ageSeconds: 0))
  }

  func onLocationFailure(error: any Error) { send("failure", ["message": "\(error)"]) }

  func onLocationServiceOff() { send("location_service_off", [String: String]()) }

  func onTripStatusChanged(tripId: String, status: TripStatus) {
    send("trip", ["id": tripId, "status": status.rawValue])
  }

  func onLocationConfigChanged(config: LocationConfig) { send("mode", LocationConfigDocument(config)) }

  func onUpload(record: UploadLogRecord) { send("upload", UploadDocument(record)) }

  func onNotification(_ notification: TrackingNotification) { send("notification", ["text": notification.text]) }
}
