internal import Hummingbird
internal import Marbles
internal import Player

/// `GET /` of the address for remote control: a page for phones. All of its files are embedded in the program.
enum RemotePage {
  private static let files = [
    StaticFile("", type: "text/html", bytes: Array(document.utf8)),
    StaticFile("remote.css", type: "text/css", bytes: PackageResources.remote_css),
    StaticFile("remote.js", type: "text/javascript", bytes: PackageResources.remote_js),
  ]

  private static let document = PageTemplate(String(decoding: PackageResources.remote_html, as: UTF8.self)).filled {
    switch $0 {
    case "speeds": SpeedLadder.factors.map(\.description).joined(separator: " ")
    case "files": PageFolder.path
    case "digits": "\(RemoteAccess.digits)"
    default: ""
    }
  }

  static func add(to router: Router<APIContext>) {
    for file in files {
      router.get(RouterPath(file.path)) { request, _ in file.response(to: request, policy: ViewerPage.policy) }
    }
  }
}
