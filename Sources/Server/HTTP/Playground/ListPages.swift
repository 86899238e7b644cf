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
    let addresses = PageAddresses(from: request.uri.path, front: front)
    let path = addresses.list(of: kind)
    let list = files.value(path) {
      StaticFile(path, type: "text/html", bytes: Array(Self.list(of: kind, groups, addresses).utf8))
    }
    guard let list else { throw APIError(.notFound, "there is no such list") }
    return list.response(to: request, policy: Self.policy)
  }

  /// The document with all operators or scenes.
  ///
  /// - Parameters:
  ///   - head: elements of its head.
  ///   - isEditable: whether its links lead to pages on which scenes are edited.
  static func list(
    of kind: LibraryEntry.Kind, _ groups: [LibraryGroup], _ addresses: PageAddresses, head: String = "",
    isEditable: Bool = true
  ) -> String {
    let edits = isEditable ? " and to edit" : ""
    let about =
      kind == .operators
      ? "What each operator on asynchronous sequences does. Its page has a picture to play\(edits)."
      : "Pictures of asynchronous sequences, to play\(edits)."
    let sections = groups.filter { $0.kind == kind }.map { group in
      "  <section>\n    <h2>\(HTMLText.escaped(group.title))</h2>\n" + entries(group.members, addresses)
        + "  </section>\n"
    }.joined()
    return document(
      addresses, title: kind == .operators ? "Operators" : "Scenes", about: about, body: sections, head: head)
  }

  /// One line about each.
  private static func entries(_ entries: [LibraryEntry], _ addresses: PageAddresses) -> String {
    "    <dl>\n"
      + entries.map {
        "      <dt>\(HTMLText.link(to: $0, addresses))</dt><dd>\(HTMLText.sentence($0.about))</dd>\n"
      }.joined() + "    </dl>\n"
  }

  // MARK: Nothing

  /// The page for an address with nothing: what it may have been, and where to go on.
  ///
  /// - Parameter client: pays for the search.
  func nothing(at request: Request, for client: Client) -> Response {
    let path = request.uri.path
    let name = path.split(separator: "/").last.map { $0.removingPercentEncoding ?? String($0) } ?? ""
    let addresses = PageAddresses(from: path, front: front)
    let text = budget.charging(client) {
      let answer = library.answer(toName: name).map { "  <p>\(HTMLText.sentence($0))</p>\n" } ?? ""
      let near = library.suggestions(for: name)
      let suggestions =
        near.isEmpty
        ? "" : "  <section>\n    <h2>Did you mean</h2>\n" + Self.entries(near, addresses) + "  </section>\n"
      let names = LibraryEntry.Kind.allCases.map { kind in
        let entries = groups.filter { $0.kind == kind }.flatMap(\.members)
        let links = entries.map { HTMLText.link(to: $0, addresses) }
        let list = "<a href=\"\(addresses.list(of: kind))\">\(kind == .operators ? "All operators" : "All scenes")</a>"
        return "  <section>\n    <h2>\(list)</h2>\n    <p>\(links.joined(separator: ", "))</p>\n  </section>\n"
      }.joined()
      let front = "  <p><a href=\"\(addresses.front)\">Go to the front page</a></p>\n"
      return Self.document(
        addresses, title: "There is nothing here",
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

  private static func document(
    _ addresses: PageAddresses, title: String, about: String, body: String, head: String = ""
  ) -> String {
    template.filled {
      switch $0 {
      case "operators": addresses.list(of: .operators)
      case "scenes": addresses.list(of: .scenes)
      case "files": addresses.files
      case "front": addresses.front
      case "head": head
      case "title": HTMLText.escaped(title)
      case "about": HTMLText.escaped(about)
      case "body": body
      default: ""
      }
    }
  }
}
