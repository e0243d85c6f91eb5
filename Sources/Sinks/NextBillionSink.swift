public import Delivery
public import GNSS
public import HTTPClient

/// Sends points to a server with NextBillion's Live Tracking API. Calls block, and belong to the client's thread.
public final class NextBillionSink: Sink {
  private let server: NextBillionServer
  private let client: HTTPClient
  /// A moment that has certainly passed, whatever the host's clock says.
  private let notBefore: UTCInstant?
  /// Whether the points' own time may say so too. A certificate that is not accepted changes it: either clock may be
  /// the wrong one.
  private var asksSatellites = true

  /// A sink that asks `server` through `client`.
  ///
  /// - Parameter notBefore: a moment that has certainly passed: certificates are judged as of then while the host's
  ///   clock says less. A batch raises it to the time of its oldest point.
  public init(_ server: NextBillionServer, client: HTTPClient, notBefore: UTCInstant? = nil) {
    self.server = server
    self.client = client
    self.notBefore = notBefore
  }

  /// Makes this device the one that reports for the asset; the one before it learns so at its next upload.
  public func bind(assetID: String, deviceID: String) -> Outcome {
    outcome(of: .bind, server.bind(assetID: assetID, deviceID: deviceID))
  }

  /// Sends one batch; repeated, it is the same bytes.
  public func deliver(_ batch: Batch) -> Outcome {
    outcome(of: .track, server.track(batch), since: batch.samples.map(\.sample.time).min())
  }

  private func outcome(
    of call: NextBillionAnswer.Call, _ request: HTTPRequest, since time: UTCInstant? = nil
  ) -> Outcome {
    var request = request
    let passed = [notBefore, asksSatellites ? time : nil].compactMap { $0 }.max()
    request.notBefore = passed.map { $0.millisecondsSince1970 / 1000 }
    do throws(HTTPClientError) {
      return NextBillionAnswer(try client.perform(request)).outcome(of: call)
    } catch {
      if case .tls = error { asksSatellites.toggle() }
      switch error {
      // The network's fault, or a server's that dies of these points, or does not come to an end with them.
      case .reset, .unanswered: return .fault(reason: error.description, afterSeconds: nil)
      default: return .retry(reason: error.description, afterSeconds: nil)
      }
    }
  }
}

/// Why a server cannot be used; one sentence.
public struct NextBillionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
