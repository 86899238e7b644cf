internal import Gzip
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A text or a file that changes only with the program: compressed once, and not sent again to a client that has it.
struct StaticFile: Sendable {
  /// How long a client may use it without asking.
  enum Freshness: String {
    /// Each time it asks whether it has the newest.
    case asks = "no-cache"
    /// A day, for what has no version.
    case day = "public, max-age=86400"
    /// For ever: the address has a version.
    case forEver = "public, max-age=31536000, immutable"
  }

  let path: String
  let type: String
  let bytes: [UInt8]
  /// Nil for what is compressed already.
  let compressed: [UInt8]?
  private let tag: String

  /// - Parameters:
  ///   - path: where it is, without the first slash.
  ///   - type: the media type, without a character set: texts are UTF-8.
  init(_ path: String, type: String, bytes: [UInt8]) {
    (self.path, self.type, self.bytes) = (path, type, bytes)
    let isJSON = ["application/json", "application/schema+json"].contains(type)
    compressed = Self.isText(type) || isJSON ? GzipEncoder.compressed(bytes, .thorough) : nil
    // Weak, as it is the same for both encodings.
    tag = "W/\"\(String(CRC32.of(bytes), radix: 16))-\(bytes.count)\""
  }

  private static func isText(_ type: String) -> Bool { type.hasPrefix("text/") || type == "image/svg+xml" }

  /// The response to a request.
  ///
  /// - Parameter policy: the Content-Security-Policy; nil for what no browser shows as a page.
  func response(to request: Request, policy: String? = nil, _ freshness: Freshness = .asks) -> Response {
    var headers: HTTPFields = [
      .contentType: Self.isText(type) ? "\(type); charset=utf-8" : type, .cacheControl: freshness.rawValue,
      .xContentTypeOptions: "nosniff", .init("Referrer-Policy")!: "no-referrer", .eTag: tag,
    ]
    headers[.contentSecurityPolicy] = policy
    if compressed != nil { headers[.vary] = "Accept-Encoding" }
    if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
      return Response(status: .notModified, headers: headers)
    }
    var shown = bytes
    if let compressed, Compression.isAccepted(by: request) {
      headers[.contentEncoding] = "gzip"
      shown = compressed
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: shown)))
  }
}
