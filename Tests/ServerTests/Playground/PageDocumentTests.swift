import Foundation
import HTTPTypes
import Hummingbird
import Operators
import Playground
import Testing

@testable import Server

/// What `marbled serve` gives to browsers besides the page itself, and what can be read without scripts.
@Suite(.timeLimit(.minutes(30))) struct PageDocumentTests {
  private static let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]

  private let router = PlaygroundRoutes.untimed().servingRouter

  private func get(_ target: String, _ headers: HTTPFields = browser) async throws -> RouterAnswer {
    try await router.answer(to: "GET \(target)", headers: headers)
  }

  /// The paths that the links of a document lead to, as a browser sees them.
  private func links(of document: String, at path: String) throws -> [String] {
    let base = try #require(URL(string: "http://x\(path)"))
    return try document.matches(of: /<a [^>]*?href="([^"#]+)"/).map { link in
      try #require(URL(string: String(link.1), relativeTo: base)).absoluteURL.path()
    }
  }

  /// Whether an address leads to a page.
  private func isThere(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return ["/", "/operators", "/scenes"].contains(path) }
    return LibraryEntry.Kind(rawValue: parts[0]).flatMap { Self.library.entry($0, named: parts[1]) } != nil
  }

  private static let library = PlaygroundLibrary()

  // MARK: Addresses with nothing

  @Test(
    "an address with nothing leads a browser on",
    arguments: [
      ("/operators/debunce", "/operators/debounce", ""), ("/operators/switchMap", "/operators/flatMapLatest", "RxJS"),
      ("/operators/debounceTime", "/operators/debounce", "RxJS"), ("/scenes/debounce", "/operators/debounce", ""),
      ("/operators/orders", "/scenes/orders", ""), ("/operators/debounceTimee", "/operators/debounce", ""),
      ("/zip", "/operators/zip", ""),
      ("/scenes/sampel", "/scenes/sample", ""),
      ("/operators/ZIP/", "/operators/zip", ""), ("/a/b/c/d", "/operators", ""), ("/page/nothing.js", "/operators", ""),
    ])
  func nothing(path: String, suggestion: String, says: String) async throws {
    let answer = try await get(path)
    #expect(answer.status == 404 && answer.headers[.contentType] == "text/html; charset=utf-8")
    #expect(answer.headers[.vary]?.contains("Accept") == true)
    #expect(answer.headers[.contentSecurityPolicy]?.contains("script-src 'self';") == true)
    #expect(answer.body.contains("<h1>There is nothing here</h1>"))
    #expect(says.isEmpty || answer.body.contains(says), "\(answer.body)")
    #expect(answer.body.contains("No page has the address \(path)."))
    let links = try links(of: answer.body, at: path)
    let isNear = answer.body.contains("Did you mean")
    #expect(isNear == (suggestion.count { $0 == "/" } == 2), "\(path)")
    // After the front page and the two lists.
    #expect(
      links.first == "/" && links.dropFirst(isNear ? 3 : 0).prefix(isNear ? 6 : 9).contains(suggestion),
      "\(links.prefix(9))")
    for link in Set(links) { #expect(isThere(link), "\(path): \(link)") }
  }

  @Test("programs get JSON for an address with nothing, and so do those who prefer it")
  func programs() async throws {
    for accept: HTTPFields in [
      [:], [.accept: "*/*"], [.accept: "application/json"], [.accept: "text/html;q=0.5, application/json"],
      [.accept: "text/html;q=0"],
    ] {
      let answer = try await get("/operators/debunce", accept)
      #expect(answer.status == 404 && answer.headers[.contentType] == "application/json", "\(accept)")
      #expect(answer.headers[.vary]?.contains("Accept") == true)
    }
    for path in ["/v1/nothing", "/v1/library/operators/debunce"] {
      #expect(try await get(path).headers[.contentType] == "application/json")
    }
  }

  @Test("hostile addresses are shown as text, and take little room")
  func hostile() async throws {
    let script = try await get("/operators/%3Cscript%3E%3Cimg%20src=x%3E")
    #expect(script.status == 404 && !script.body.contains("<img") && !script.body.contains("<script>"))
    let quoted = try await get("/operators/\"><b>")
    #expect(!quoted.body.contains("<b>"))
    let usual = try await get("/x").body.utf8.count
    for path in [String(repeating: "/", count: 8000) + "x", "/" + String(repeating: "debounce", count: 1000)] {
      let answer = try await get(path)
      #expect(answer.status == 404 && answer.body.utf8.count < 2 * usual, "\(answer.body.utf8.count)")
    }
  }

  // MARK: Lists

  @Test("the lists have each operator and each scene, with a line, and no script in the document")
  func lists() async throws {
    for path in ["/operators", "/operators/", "/scenes", "/scenes/"] {
      let answer = try await get(path, [:])
      #expect(answer.status == 200 && answer.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
      #expect(answer.body.firstMatch(of: /<script(?! src="[^"]*theme\.js">)|<style| style=| on\w+=/) == nil)
      let links = try links(of: answer.body, at: path)
      let names =
        path.hasPrefix("/op")
        ? Catalogue.standard.operators.map { "/operators/\($0.name)" }
        : PlaygroundLibrary().groups.filter { $0.kind == .scenes }.flatMap(\.members).map { "/scenes/\($0.name)" }
      #expect(Set(links).isSuperset(of: names) && names.count > 20, "\(path)")
      #expect(answer.body.matches(of: /<dd>./).count == names.count, "\(path)")
      let tag = try #require(answer.headers[.eTag])
      let again = try await get(path, [.ifNoneMatch: tag])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test("there are an icon and what search engines may read")
  func files() async throws {
    let icon = try await get("/favicon.ico")
    #expect(icon.status == 200 && icon.headers[.contentType] == "image/vnd.microsoft.icon")
    #expect(icon.headers[.cacheControl] == "public, max-age=86400")
    let robots = try await get("/robots.txt")
    #expect(robots.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(robots.body.hasPrefix("User-agent: *\nAllow: /\nAllow: /operators/\nAllow: /scenes/\nDisallow: /v1/\n"))
    let servers = try await Servers()
    let phone = try await servers.router(.phone).answer(to: "GET /robots.txt")
    #expect(phone.body == "User-agent: *\nDisallow: /\n")
    await servers.hub.stop()
  }

  // MARK: Versions

  @Test("the scripts and styles of a document are in a folder with their version, which browsers keep")
  func versions() async throws {
    let folder = "/page/\(PageFolder.version)/"
    for path in ["/", "/operators/zip", "/operators/zip/", "/scenes/sample", "/operators", "/nothing/here"] {
      let document = try await get(path).body
      let base = try #require(URL(string: "http://x\(path)"))
      let files = document.matches(of: /<(?:link|script)[^>]*?(?:href|src)="([^"]+)"/).map { String($0.1) }
      #expect(files.count >= 3)
      for file in files {
        let target = try #require(URL(string: file, relativeTo: base)).absoluteURL.path()
        #expect(target.hasPrefix(folder), "\(path): \(file)")
        let answer = try await get(target, [:])
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
      }
    }
    for file in PlaygroundPage.files {
      // The old addresses, and those of a page that was opened before an upgrade, lead to the newest files.
      let name = file.path.dropFirst("page/".count)
      for target in ["/page/\(name)", "/page/older/\(name)"] {
        let answer = try await get(target, [:])
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-cache", "\(target)")
        let again = try await get(target, [.ifNoneMatch: try #require(answer.headers[.eTag])])
        #expect(again.status == 304)
      }
    }
    #expect(try await get(folder + "nothing.js", [:]).status == 404)
  }

  @Test("a run tells the version of the page, also when it is refused")
  func versionOfRuns() async throws {
    for body in [#"{"rows":{"a":"1-2|"}}"#, #"{"scene":"rows: {"}"#] {
      let answer = try await router.answer(to: "POST /v1/runs", body, headers: [.contentType: "application/json"])
      #expect(answer.headers[PageFolder.header] == PageFolder.version, "\(answer.status)")
    }
  }

  @Test("what changes only with the program is not sent again")
  func library() async throws {
    for path in [
      "/v1/library", "/v1/library/operators/zip", "/v1/library/scenes/sample", "/v1/openapi.json", "/robots.txt",
    ] {
      let first = try await get(path, [:])
      let tag = try #require(first.headers[.eTag], "\(path)")
      #expect(first.status == 200 && !first.body.isEmpty)
      #expect(try await get(path, [:]).headers[.eTag] == tag)
      let again = try await get(path, [.ifNoneMatch: tag])
      #expect(again.status == 304 && again.body.isEmpty && again.headers[.eTag] == tag, "\(path)")
      let other = try await get(path, [.ifNoneMatch: #"W/"other""#])
      #expect(other.status == 200)
      let packed = try await get(path, [.acceptEncoding: "gzip"])
      #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.eTag] == tag)
    }
  }

  // MARK: Documents

  @Test("a document depends on a phone that says what it is, and on no name of a browser")
  func phones() async throws {
    let agent: HTTPFields = [.userAgent: "Mozilla/5.0 (iPhone) Mobile"]
    let wide = try await get("/operators/zip", agent)
    #expect(wide.headers[.vary] == "Sec-CH-UA-Mobile, Accept-Encoding")
    #expect(wide.body.contains(#"<div id="picture" class="axis">"#) && wide.body.contains(#""columns":88"#))
    let narrow = try await get("/operators/zip", [HTTPField.Name("Sec-CH-UA-Mobile")!: "?1"])
    #expect(narrow.body.contains(#"<div id="picture" class="wide">"#) && narrow.body.contains(#""columns":70"#))
  }

  @Test("without scripts, an operator has its guide, its forms and what happens in its sample")
  func operators() async throws {
    let page = try await get("/operators/debounce")
    for part in [
      #"<section id="guide" aria-labelledby="guideTitle">"#, "When to use it</h2>",
      #"<pre class="signatures">.debounce("#,
      #"<span class="chip">RxJS <code>debounceTime</code></span>"#, #"href="../operators/throttle""#,
      #"<a href="../operators">All operators</a>"#, "Without JavaScript you see the whole picture",
      "<noscript><style nonce=", "<time>0 s</time>",
    ] {
      #expect(page.body.contains(part), "\(part)")
    }
    let guidance = try #require(Catalogue.standard["debounce"]).guidance.split(separator: "`")
    #expect(guidance.allSatisfy { page.body.contains(HTMLText.escaped(String($0))) })
    // Each sentence of the run, and no other.
    let facts = try #require(page.body.firstMatch(of: /id="first">(.*?)<\/script>/)?.1)
    let first = try JSONSerialization.jsonObject(with: Data(facts.utf8)) as? [String: Any]
    let sentences = try #require((first?["answer"] as? [String: Any])?["sentences"] as? [[String: Any]])
    let lines = page.body.matches(of: /<li[^>]*><span class="line"><time>[^<]*<\/time><span>(.*?)<\/span>/)
    #expect(lines.count == sentences.count && lines.count > 5)
    for (line, sentence) in zip(lines, sentences) {
      let text = HTMLText.escaped(try #require(sentence["text"] as? String))
      #expect(text.hasSuffix(String(line.1)) && text.contains(" s"), "\(line.1)")
    }
    for name in ["map", "zip", "flatMapLatest"] {
      #expect(try await get("/operators/\(name)").body.contains("<h2 id=\"guideTitle\">"))
    }
  }

  @Test("without scripts, the front page has all operators and scenes, and each link of a document leads somewhere")
  func front() async throws {
    for path in ["/", "/operators/debounce", "/operators/debounce/", "/scenes/sample"] {
      let page = try await get(path)
      let links = try links(of: page.body, at: path)
      if path == "/" { #expect(links.count > 80) }
      for link in Set(links) { #expect(isThere(link), "\(path): \(link)") }
    }
    let scene = try await get("/scenes/sample").body
    #expect(scene.contains(#"<section id="guide" aria-labelledby="guideTitle" hidden></section>"#))
    // Parts that scripts alone use are not shown.
    #expect(scene.contains("#transport"))
  }

  @Test("a daemon with a page has its lists, and leads on from there")
  func daemon() async throws {
    let servers = try await Servers()
    let router = try servers.router(.view)
    for path in ["/operators/debunce", "/scenes/"] {
      let answer = try await router.answer(to: "GET \(path)", headers: Self.browser)
      #expect(answer.status == (path.contains("debunce") ? 404 : 200))
      #expect(try links(of: answer.body, at: path).first == "/playground")
    }
    await servers.hub.stop()
  }
}
