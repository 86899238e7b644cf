internal import Gzip
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Platform

/// Compresses texts for clients that accept gzip.
///
/// Event streams are left as they are: the daemon encodes an event once for all viewers, while each viewer would need a
/// separate compressor.
struct Compression: RouterMiddleware {
  typealias Context = APIContext

  /// The size below which compression saves no packet, in bytes.
  static let least = 1024

  /// What clients pay for.
  let budget: WorkBudget
  /// Whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  let isBehindProxy: Bool
  /// A separate thread, as a large text takes some milliseconds.
  private let queue = WorkQueue("marbled.compress")

  init(budget: WorkBudget, isBehindProxy: Bool) { (self.budget, self.isBehindProxy) = (budget, isBehindProxy) }

  func handle(
    _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // A stream has no length.
    guard request.method != .head, response.headers[.contentEncoding] == nil,
      Self.isText(response.headers[.contentType]),
      let length = response.body.contentLength, length >= Self.least
    else { return response }
    response.addVary("Accept-Encoding")
    guard Self.isAccepted(by: request) else { return response }
    let collector = Collector()
    try await response.body.write(collector)
    let bytes = Array(collector.bytes.readableBytesView)
    let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
    let compressed = await queue.perform { [budget] in budget.charging(client) { GzipEncoder.compressed(bytes) } }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.contentLength] = nil
    response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: compressed))
    return response
  }

  /// Whether a request accepts gzip (RFC 9110, 12.5.3).
  static func isAccepted(by request: Request) -> Bool {
    let codings = request.weights(.acceptEncoding)
    return codings.first { $0.name == "gzip" || $0.name == "*" }.map { $0.weight > 0 } ?? false
  }

  private static func isText(_ type: String?) -> Bool {
    guard let type = type?.prefix(while: { $0 != ";" }) else { return false }
    return type.hasPrefix("text/") && type != "text/event-stream" || type == "application/json"
      || type == "image/svg+xml"
  }

  private final class Collector: ResponseBodyWriter {
    var bytes = ByteBuffer()
    func write(_ buffer: ByteBuffer) {
      var buffer = buffer
      bytes.writeBuffer(&buffer)
    }
    func finish(_ trailingHeaders: HTTPFields?) {}
  }
}

extension Response {
  /// Names a header of requests on which the response depends, for caches.
  mutating func addVary(_ name: String) {
    headers[.vary] = headers[.vary].map { "\($0), \(name)" } ?? name
  }
}
