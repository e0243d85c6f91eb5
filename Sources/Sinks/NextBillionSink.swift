public import Delivery
public import HTTPClient

/// Sends points to a server with NextBillion's Live Tracking API. Calls block, and belong to the client's thread.
public final class NextBillionSink: Sink {
  private let server: NextBillionServer
  private let client: HTTPClient

  /// A sink that asks `server` through `client`.
  public init(_ server: NextBillionServer, client: HTTPClient) {
    self.server = server
    self.client = client
  }

  /// Makes this device the one that reports for the asset; the one before it learns so at its next upload.
  public func bind(assetID: String, deviceID: String) -> Outcome {
    outcome(of: .bind, server.bind(assetID: assetID, deviceID: deviceID))
  }

  /// Sends one batch; repeated, it is the same bytes.
  public func deliver(_ batch: Batch) -> Outcome {
    outcome(of: .track, server.track(batch))
  }

  private func outcome(of call: NextBillionAnswer.Call, _ request: HTTPRequest) -> Outcome {
    do throws(HTTPClientError) {
      return NextBillionAnswer(try client.perform(request)).outcome(of: call)
    } catch {
      return .retry(reason: error.description, afterSeconds: nil)
    }
  }
}

/// Why a server cannot be used; one sentence.
public struct NextBillionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
