internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Playground

/// The page on which scenes are played, edited and shared. All of its files are embedded in the program.
struct PlaygroundPage: Sendable {
  let library: PlaygroundLibrary
  let pictures: FirstPictures
  /// The links and the pictures of previews.
  let links: SharedLinks
  /// Whether `/` is the page; a daemon has its viewer there.
  let isRoot: Bool
  /// The lists, and the page for an address with nothing.
  let lists: ListPages
  private let guides = KeptValues<OperatorGuide>()

  init(of routes: PlaygroundRoutes, isRoot: Bool) {
    (library, self.isRoot) = (routes.library, isRoot)
    lists = ListPages(of: routes, front: isRoot ? "" : "playground")
    pictures = FirstPictures(of: routes.library, queue: routes.queue)
    links = SharedLinks(of: routes)
  }

  /// The modules of its script, and of the one of a daemon's viewer, by name.
  static let modules: [String: [UInt8]] = [
    "api.js": PackageResources.api_js, "cards.js": PackageResources.cards_js,
    "chooser.js": PackageResources.chooser_js, "connection.js": PackageResources.connection_js,
    "differences.js": PackageResources.differences_js, "findings.js": PackageResources.findings_js,
    "dom.js": PackageResources.dom_js,
    "editor.js": PackageResources.editor_js, "edits.js": PackageResources.edits_js,
    "field.js": PackageResources.field_js, "glyphs.js": PackageResources.glyphs_js,
    "hands.js": PackageResources.hands_js, "index.js": PackageResources.index_js,
    "lesson.js": PackageResources.lesson_js, "links.js": PackageResources.links_js,
    "main.js": PackageResources.main_js, "motion.js": PackageResources.motion_js,
    "picture.js": PackageResources.picture_js, "player.js": PackageResources.player_js,
    "predict.js": PackageResources.predict_js, "present.js": PackageResources.present_js,
    "rows.js": PackageResources.rows_js, "settings.js": PackageResources.settings_js,
    "share.js": PackageResources.share_js, "story.js": PackageResources.story_js,
    "titles.js": PackageResources.titles_js, "trouble.js": PackageResources.trouble_js,
    "visit.js": PackageResources.visit_js,
  ]

  /// The document, in which places are filled.
  static let document = PageDocument.trimmed(PackageResources.page_html)

  /// The files of the page, by path.
  static let files: [StaticFile] = [
    StaticFile("page/page.js", type: "text/javascript", bytes: Array(bundle.text.utf8)),
    StaticFile("page/later.js", type: "text/javascript", bytes: Array(bundle.later.utf8)),
    style("playground.css", PackageResources.page_css, PackageResources.panels_css, print: PackageResources.print_css),
    style("page.css", PackageResources.page_css), style("list.css", PackageResources.list_css),
    StaticFile("page/theme.js", type: "text/javascript", bytes: ScriptText.minified(PackageResources.theme_js)),
    StaticFile("page/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
  ]

  /// The files that the pages of a ``StaticSite`` have beside them.
  static let filesOfSites: [StaticFile] = [
    StaticFile("page/start.js", type: "text/javascript", bytes: ScriptText.minified(PackageResources.start_js)),
    StaticFile("page/site.js", type: "text/javascript", bytes: ScriptText.minified(PackageResources.site_js)),
    style("site.css", PackageResources.site_css),
  ]

  /// The scripts of the page: what it needs at once, and what it loads when it is first used.
  private static let bundle = bundle(from: "main.js")

  /// The script that begins with a module.
  ///
  /// - Parameters:
  ///   - entry: the name of that module.
  ///   - others: modules beside those of the page, by name.
  static func script(from entry: String, _ others: [String: [UInt8]] = [:]) -> [UInt8] {
    Array(bundle(from: entry, others).text.utf8)
  }

  private static func bundle(from entry: String, _ others: [String: [UInt8]] = [:]) -> PageBundle {
    do throws(PageBundle.Failure) {
      return try PageBundle(entry) { others[$0] ?? modules[$0] }
    } catch {
      preconditionFailure("the page has no script: \(error)")
    }
  }

  private static func style(_ name: String, _ sheets: [UInt8]..., print: [UInt8] = []) -> StaticFile {
    let printed = print.isEmpty ? [] : Array("@media print{".utf8) + print + Array("}".utf8)
    return StaticFile("page/\(name)", type: "text/css", bytes: PageStyle.minified(Array(sheets.joined()) + printed))
  }

  /// Scripts and styles come from this server; other pages may embed the page, which has no one's rights to lose.
  ///
  /// A picture of points is made in the page, and shown from there.
  ///
  /// - Parameter nonce: a random text that no one can guess, which marks the scripts and styles in the document itself;
  ///   nil for none.
  static func policy(nonce: String? = nil) -> String {
    let own = nonce.map { " 'nonce-\($0)'" } ?? ""
    return [
      "default-src 'none'", "script-src 'self'\(own)", "style-src 'self'\(own)", "connect-src 'self'",
      "img-src 'self' blob:",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors *",
    ].joined(separator: "; ")
  }

  func add(to router: Router<APIContext>) {
    router.get(isRoot ? "" : "playground") { request, _ in await document(request, nil) }
    links.add(to: router) { request, words, head in
      await document(request, nil, shared: (words?.title ?? "A scene", words?.about ?? "", head))
    }
    for kind in LibraryEntry.Kind.allCases {
      router.get(RouterPath("\(kind.rawValue)/:name")) { request, context in
        let name = context.parameters.get("name") ?? ""
        if let name = SharedLinks.picture(named: name), library.entry(kind, named: String(name)) != nil {
          return try await links.picture(of: .item(kind: kind.rawValue, name: String(name)), request, context)
        }
        guard let entry = library.entry(kind, named: name) else {
          throw APIError(.notFound, "no \(kind == .operators ? "operator" : "scene") has this name")
        }
        return await document(request, entry)
      }
    }
    lists.add(to: router)
  }

  /// The page, with its first picture, with what previews of links show, and with what can be read without scripts.
  ///
  /// - Parameters:
  ///   - entry: what it shows; nil for the front page, or for a scene that is in the address.
  ///   - shared: the title of a scene in the address, the sentence about it, and the elements of its preview.
  private func document(
    _ request: Request, _ entry: LibraryEntry?, shared: (title: String, about: String, head: String)? = nil
  ) async -> Response {
    // Phones say so themselves, over HTTPS. For others the style sheet makes do until the page has asked for a narrow picture.
    let isNarrow = request.headers[Self.mobile] == "?1"
    var first: FirstPicture?
    let (kind, name) = entry.map { ($0.kind, $0.name) } ?? library.front
    if shared == nil {
      first = await pictures.picture(kind: kind.rawValue, name: name, isNarrow: isNarrow)
    }
    let nonce = Self.nonce()
    let isGuided = kind == .operators && shared == nil
    let guide = isGuided ? guides.value(name) { library.guide(toOperator: name) } : nil
    let addresses = PageAddresses(from: request.uri.path, front: isRoot ? "" : "playground")
    let head = shared?.head ?? links.head(for: request, hasPicture: entry != nil)
    var document = PlaygroundDocument(of: entry, guide: guide, first: first, addresses)
    (document.groups, document.head, document.nonce) = (lists.groups, head, nonce)
    (document.isNarrow, document.shared) = (isNarrow, shared.map { ($0.title, $0.about) })
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
        .contentSecurityPolicy: Self.policy(nonce: nonce), .xContentTypeOptions: "nosniff",
        .init("Referrer-Policy")!: "no-referrer", .vary: Self.mobile.rawName,
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: document.text)))
  }

  private static let mobile = HTTPField.Name("Sec-CH-UA-Mobile")!

  /// 128 random bits of the system's generator, as text.
  private static func nonce() -> String {
    let half = { String(UInt64.random(in: .min ... .max), radix: 36) }
    return half() + half()
  }
}
