internal import Hummingbird
internal import NIOCore

/// `GET /v1/openapi.json`: a description of the API for programs.
enum OpenAPIDescription {
  /// The text of the description; a test compares it with the routes.
  static let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)

  static func add(to router: Router<APIContext>) {
    router.get("v1/openapi.json") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
    }
  }
}
