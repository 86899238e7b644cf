internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `GET /`: a read-only page for browsers that draws what plays.
///
/// All of its resources are embedded in the program; it loads nothing from other hosts.
enum ViewerPage {
  private static let files = [
    ("", "text/html", PackageResources.viewer_html), ("viewer.css", "text/css", PackageResources.viewer_css),
    ("viewer.js", "text/javascript", PackageResources.viewer_js),
  ]

  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  static func add(to router: Router<APIContext>) {
    for (path, type, bytes) in files {
      router.get(RouterPath(path)) { _, _ in
        Response(
          status: .ok,
          headers: [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache", .contentSecurityPolicy: policy,
            .xContentTypeOptions: "nosniff",
          ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      }
    }
  }
}
