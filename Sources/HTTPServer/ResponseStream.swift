import CMicrohttpd
import EventLoop

/// A body that grows while the client reads it. Belongs to the loop's thread.
public final class ResponseStream: @unchecked Sendable {
  // Safety: every use is on the loop's thread, which the server's contract states.
  let contentType: String
  private let limit: Int
  private weak var server: Server?
  private var connection: OpaquePointer?
  private var bytes: [UInt8] = []
  private var isFinished = false
  private var isWaiting = false

  init(_ server: Server?, _ connection: OpaquePointer?, contentType: String, limit: Int) {
    self.server = server
    self.connection = connection
    self.contentType = contentType
    self.limit = limit
    if connection == nil { isFinished = true }
  }

  /// Appends to the body.
  ///
  /// - Returns: false when nobody reads any more: the client has gone, or was too slow and is dropped.
  @discardableResult
  public func write(_ text: String) -> Bool {
    guard !isFinished else { return false }
    if bytes.count + text.utf8.count > limit {
      finish()
      return false
    }
    bytes.append(contentsOf: text.utf8)
    wake()
    return true
  }

  /// Ends the body behind what was written.
  public func finish() {
    isFinished = true
    wake()
  }

  private func wake() {
    guard isWaiting, let connection else { return }
    isWaiting = false
    server?.resume(connection)
  }

  /// The daemon is done with the request.
  func detach() {
    connection = nil
    isFinished = true
  }

  /// The daemon's view of the body.
  func message() -> OpaquePointer? {
    // Safety: retained here for the daemon, which lets it go by the second callback, once, with its response.
    let context = Unmanaged.passRetained(self)
    let message = waymark_mhd_stream(
      { context, _, buffer, capacity in
        guard let context, let buffer else { return waymark_mhd_end_of_stream }
        // Safety: the buffer takes `capacity` bytes during this call.
        let stream = Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
        return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      },
      { context in
        if let context { Unmanaged<ResponseStream>.fromOpaque(context).release() }
      }, context.toOpaque())
    if message == nil { context.release() }
    return message
  }

  /// Gives what is there; without anything the connection waits.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !bytes.isEmpty else {
      if isFinished { return waymark_mhd_end_of_stream }
      if let connection, let server {
        isWaiting = true
        server.suspend(connection)
      }
      return 0
    }
    let count = min(bytes.count, buffer.count)
    buffer.copyBytes(from: bytes[..<count])
    bytes.removeFirst(count)
    return count
  }
}
