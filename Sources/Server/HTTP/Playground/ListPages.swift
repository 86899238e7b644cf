internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Playground

/// `GET /operators`, `GET /scenes`, and the page of an address that has nothing: links to all pages, without scripts.
struct ListPages: Sendable {
  private let library: PlaygroundLibrary
  private let budget: WorkBudget
  private let front: String
  let groups: [LibraryGroup]
  private let files = KeptValues<StaticFile>()

  /// - Parameter front: the path of the page, without the first slash.
  init(of routes: PlaygroundRoutes, front: String) {
    (library, budget, self.front) = (routes.library, routes.queue.budget, front)
    groups = library.groups
  }

  private static let template = PageTemplate(PageDocument.trimmed(PackageResources.list_html))

  /// Documents have styles and a script of this server, and nothing else.
  private static let policy = PlaygroundPage.policy()

  func add(to router: Router<APIContext>) {
    for kind in LibraryEntry.Kind.allCases {
      router.get(RouterPath(kind.rawValue)) { request, _ in try list(of: kind, for: request) }
    }
  }

  private func list(of kind: LibraryEntry.Kind, for request: Request) throws(APIError) -> Response {
    let root = HTMLText.root(from: request.uri.path)
    let path = root + kind.rawValue
    let list = files.value(path) {
      let about =
        kind == .operators
        ? "What each operator on asynchronous sequences does. Its page has a picture that plays, to edit."
        : "Pictures of asynchronous sequences, to play and to edit."
      let text = document(
        root, title: kind == .operators ? "Operators" : "Scenes", about: about, body: sections(kind, root))
      return StaticFile(path, type: "text/html", bytes: Array(text.utf8))
    }
    guard let list else { throw APIError(.notFound, "there is no such list") }
    return list.response(to: request, policy: Self.policy)
  }

  private func sections(_ kind: LibraryEntry.Kind, _ root: String) -> String {
    groups.filter { $0.kind == kind }.map { group in
      "  <section>\n    <h2>\(HTMLText.escaped(group.title))</h2>\n" + Self.entries(group.members, root)
        + "  </section>\n"
    }.joined()
  }

  /// One line about each.
  private static func entries(_ entries: [LibraryEntry], _ root: String) -> String {
    "    <dl>\n"
      + entries.map {
        "      <dt>\(HTMLText.link(to: $0, root: root))</dt><dd>\(HTMLText.sentence($0.about))</dd>\n"
      }.joined() + "    </dl>\n"
  }

  // MARK: Nothing

  /// The page for an address with nothing: what it may have been, and where to go on.
  ///
  /// - Parameter client: pays for the search.
  func nothing(at request: Request, for client: Client) -> Response {
    let path = request.uri.path
    let name = path.split(separator: "/").last.map { $0.removingPercentEncoding ?? String($0) } ?? ""
    let root = HTMLText.root(from: path)
    let text = budget.charging(client) {
      let answer = library.answer(toName: name).map { "  <p>\(HTMLText.sentence($0))</p>\n" } ?? ""
      let near = library.suggestions(for: name)
      let suggestions =
        near.isEmpty
        ? "" : "  <section>\n    <h2>Did you mean</h2>\n" + Self.entries(near, root) + "  </section>\n"
      let names = LibraryEntry.Kind.allCases.map { kind in
        let entries = groups.filter { $0.kind == kind }.flatMap(\.members)
        let links = entries.map { HTMLText.link(to: $0, root: root) }
        let list = "<a href=\"\(root)\(kind.rawValue)\">\(kind == .operators ? "All operators" : "All scenes")</a>"
        return "  <section>\n    <h2>\(list)</h2>\n    <p>\(links.joined(separator: ", "))</p>\n  </section>\n"
      }.joined()
      let front = "  <p><a href=\"\(frontAddress(root))\">Go to the front page</a></p>\n"
      return document(
        root, title: "There is nothing here",
        about: "No page has the address \(DisplayText.shortened(path, to: 80)).",
        body: answer + suggestions + front + names)
    }
    return Response(
      status: .notFound,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .contentSecurityPolicy: Self.policy,
        .xContentTypeOptions: "nosniff", .init("Referrer-Policy")!: "no-referrer",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private func frontAddress(_ root: String) -> String { HTMLText.front(of: front, root: root) }

  private func document(_ root: String, title: String, about: String, body: String) -> String {
    Self.template.filled {
      switch $0 {
      case "root": root
      case "files": root + PageFolder.path
      case "front": frontAddress(root)
      case "title": HTMLText.escaped(title)
      case "about": HTMLText.escaped(about)
      case "body": body
      default: ""
      }
    }
  }
}
