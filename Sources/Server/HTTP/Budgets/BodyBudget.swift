internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The bytes of request bodies that a process holds at one time, of all connections of a kind together.
final class BodyBudget: Sendable {
  /// That of pages, whose visitors can't take the memory for requests that steer.
  static let pages = BodyBudget(limit: 64 << 20)
  /// That of control sockets.
  static let control = BodyBudget(limit: 128 << 20)

  /// The maximum number of bytes.
  let limit: Int
  private let used = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// The bytes that are held now, or that requests which are being read have announced.
  var bytes: Int { used.withLock { $0 } }

  /// Reads the body of a request, which counts until `body` returns.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - maximum: the maximum size of its body, in bytes.
  ///   - body: uses the bytes.
  /// - Throws: `NIOTooManyBytesError` for a body that is too large, ``APIError`` when the bodies of others leave no room for
  ///   it, and what `body` throws.
  func withBody<Output>(
    of request: Request, upTo maximum: Int, _ body: (ByteBuffer) async throws -> Output
  ) async throws -> Output {
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    if let announced, announced > maximum { throw NIOTooManyBytesError(maxBytes: maximum) }
    let size = max(0, announced ?? maximum)
    guard take(size) else {
      throw APIError(
        .serviceUnavailable,
        "the bodies of other requests take all the memory that there is for them; try again in a second", retryAfter: 1)
    }
    defer { used.withLock { $0 -= size } }
    // A body without a length grows as it comes.
    var bytes = ByteBufferAllocator().buffer(capacity: announced ?? 0)
    for try await part in request.body {
      guard bytes.readableBytes + part.readableBytes <= size else { throw NIOTooManyBytesError(maxBytes: maximum) }
      bytes.writeImmutableBuffer(part)
    }
    return try await body(bytes)
  }

  private func take(_ count: Int) -> Bool {
    used.withLock { used in
      guard used + count <= limit else { return false }
      used += count
      return true
    }
  }
}
