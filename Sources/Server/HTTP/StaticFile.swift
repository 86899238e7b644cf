internal import Gzip
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A file that is embedded in the program: compressed once, and not sent again to a client that has it.
struct StaticFile: Sendable {
  let path: String
  let type: String
  let bytes: [UInt8]
  private let compressed: [UInt8]
  private let tag: String

  init(_ path: String, type: String, bytes: [UInt8]) {
    (self.path, self.type, self.bytes) = (path, type, bytes)
    compressed = GzipEncoder.compressed(bytes)
    // Weak, as it is the same for both encodings.
    tag = "W/\"\(String(CRC32.of(bytes), radix: 16))-\(bytes.count)\""
  }

  /// The response to a request, with a Content-Security-Policy.
  func response(to request: Request, policy: String) -> Response {
    var headers: HTTPFields = [
      .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache", .contentSecurityPolicy: policy,
      .xContentTypeOptions: "nosniff", .init("Referrer-Policy")!: "no-referrer", .eTag: tag, .vary: "Accept-Encoding",
    ]
    if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
      return Response(status: .notModified, headers: headers)
    }
    let isCompressed = Compression.isAccepted(by: request)
    if isCompressed { headers[.contentEncoding] = "gzip" }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: isCompressed ? compressed : bytes)))
  }
}
