import Foundation
import Marbles
import Operators
import Playback
import Playground
import SceneFiles
import Testing

@testable import Server

/// The page as files.
@Suite(.timeLimit(.minutes(30))) struct StaticSiteTests {
  private static let operators = ["debounce", "throttle", "zip", "delay"]

  /// Few pages: some operators and the lessons.
  private static func site(of files: [SceneFile] = [], server: SiteServer? = nil) throws -> StaticSite {
    let catalogue = Catalogue(Catalogue.standard.operators.filter { operators.contains($0.name) })
    return try StaticSite(
      of: PlaygroundLibrary(files: files, catalogue: catalogue, groups: [.lessons]), server: server,
      timeLimit: .seconds(600))
  }

  private static func file(_ text: String, name: String = "mine") throws -> SceneFile {
    try SceneFile(parsing: text, path: "\(name).yaml")
  }

  private static func text(of path: String, in site: StaticSite) throws -> String {
    let file = try #require(site.files.first { $0.path == path }, "\(path)")
    return try #require(String(validating: file.bytes, as: UTF8.self))
  }

  private static func answers(of path: String, in site: StaticSite) throws -> [String: Any] {
    let text = try text(of: path, in: site)
    let json = try #require(text.wholeMatch(of: /var marbledPage=([^\n]*);\n/)?.1)
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  // MARK: Files

  @Test("it has a page and a script for each operator and scene, lists, a front page, and what they share")
  func files() throws {
    let site = try Self.site(of: [try Self.file("rows: { a: { marbles: '1|' } }", name: "a b")])
    let names =
      Self.operators.map { "operators/\($0)" } + (["a b"] + SceneGroup.lessons.names).map { "scenes/\($0)" }
    let shared = [
      "start.js", "site.js", "page.js", "later.js", "site.css", "playground.css", "page.css", "list.css", "theme.js",
      "icon.svg",
    ]
    let expected =
      names.flatMap { ["\($0).html", "\($0).js"] } + shared.map { "page/\(PageFolder.version)/\($0)" }
      + ["index.html", "library.js", "operators.html", "scenes.html", "llms.txt", "notation.txt", "scene.schema.json"]
      + Self.operators.map { "operators/\($0).txt" }
      + Concept.all.map { "ideas/\($0.name.replacing(" ", with: "-")).txt" }
    #expect(site.files.map(\.path).sorted() == expected.sorted())
    // The front page has the first scene.
    #expect(try Self.text(of: "index.html", in: site).contains("<script defer src=\"scenes/a%20b.js\">"))
  }

  @Test("every link leads to a file of the site, and every fragment to an element")
  func links() throws {
    let site = try Self.site(of: [try Self.file("rows: { a: { marbles: '1|' } }", name: "a b")])
    let paths = Set(site.files.map(\.path))
    let root = try #require(URL(string: "file:///some/where/"))
    var count = 0
    for file in site.files where file.path.hasSuffix(".html") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let base = try #require(URL(string: file.path.replacing(" ", with: "%20"), relativeTo: root))
      for link in text.matches(of: /(?:href|src)="([^"]*)"/) {
        let target = try #require(URL(string: String(link.1), relativeTo: base), "\(file.path): \(link.1)").absoluteURL
        let path = target.path(percentEncoded: false)
        #expect(path.hasPrefix("/some/where/") && target.scheme == "file", "\(file.path): \(link.1)")
        #expect(paths.contains(String(path.dropFirst("/some/where/".count))), "\(file.path): \(link.1)")
        if let fragment = target.fragment(), link.1.hasPrefix("#") {
          #expect(text.contains("id=\"\(fragment)\""), "\(file.path): \(link.1)")
        }
        count += 1
      }
    }
    #expect(count > 120)
  }

  @Test("llms.txt names each page once, in the format of llmstxt.org, and each link leads to a file of the site")
  func pagesForModels() throws {
    let title = "two\nlines [x](y)"
    let scene = try Self.file("title: \(Value.string(title).json)\nrows: { a: { marbles: '1|' } }", name: "a b")
    let site = try Self.site(of: [scene])
    let text = try Self.text(of: "llms.txt", in: site)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A title, a quote, paragraphs, and then sections with lists of links.
    #expect(lines[0] == "# marbled" && lines[1] == "" && lines[2].hasPrefix("> ") && lines[3] == "")
    let sections = lines.filter { $0.hasPrefix("#") }.dropFirst()
    #expect(sections.allSatisfy { $0.hasPrefix("## ") } && sections.last == "## Optional")
    #expect(Set(["## Notation", "## Ideas", "## Lessons", "## Scenes of this site"]).isSubset(of: sections))
    #expect(sections.contains { $0.hasPrefix("## Operators: ") })
    let start = try #require(lines.firstIndex(of: "## Notation"))
    var links: [String] = []
    for line in lines[start...] where !line.isEmpty && !line.hasPrefix("## ") {
      let link = try #require(line.wholeMatch(of: /- \[((?:[^\[\]\\]|\\.)+)\]\(([^()\s]+)\)(?:: .+)?/), "\(line)")
      links.append(try #require(String(link.2).removingPercentEncoding))
    }
    #expect(Set(links).count == links.count)
    let paths = Set(site.files.map(\.path))
    #expect(links.filter { !paths.contains($0) } == [])
    let pages = paths.filter {
      ($0.hasSuffix(".html") || $0.hasSuffix(".txt")) && !["index.html", "llms.txt"].contains($0)
    }
    #expect(pages.subtracting(links) == [])
    #expect(lines.contains(#"- [two lines \[x\](y)](scenes/a%20b.html)"#), "\(text)")
  }

  @Test("a page as text is what `marbled explain` prints")
  func texts() throws {
    let site = try Self.site()
    let text = try Self.text(of: "operators/debounce.txt", in: site)
    #expect(text.hasPrefix("debounce  ·  ") && text.contains("\n  step 500ms\n"))
    #expect(try Self.text(of: "ideas/for-await.txt", in: site).hasPrefix("for await\n"))
    #expect(try Self.text(of: "notation.txt", in: site).hasPrefix("One character is one time step"))
  }

  @Test("the same scenes give the same bytes")
  func determinism() throws { #expect(try Self.site().files == Self.site().files) }

  @Test("texts of a scene are no elements and no scripts")
  func hostile() throws {
    let title = "</script><script>alert(1)</script>\u{2028}<!--"
    let yaml =
      "title: \(Value.string(title).json)\nrows:\n  a: { marbles: \"'</script>'|\" }\n  b: { apply: 'a.map { $0 }' }\n"
    let site = try Self.site(of: [try Self.file(yaml)])
    let script = try Self.text(of: "scenes/mine.js", in: site)
    #expect(!script.contains("<") && !script.contains("\u{2028}") && script.contains("\\u003c/script>"))
    #expect(try !Self.text(of: "library.js", in: site).contains("<"))
    for path in ["index.html", "scenes/mine.html", "scenes.html"] {
      let text = try Self.text(of: path, in: site)
      #expect(!text.contains("alert(1)</script>") && !text.contains("<script>"), "\(path)")
    }
  }

  @Test("a document says without scripts what happens, and allows no script but files")
  func document() throws {
    let text = try Self.text(of: "operators/debounce.html", in: try Self.site())
    #expect(text.contains("debounce emits 3: 3 from a waited for 1.5 seconds of quiet"))
    #expect(
      text.contains("default-src 'none'; script-src 'self';")
        && text.contains("<html lang=\"en\" data-root=\"../\">"))
    #expect(text.contains("These pages are files without a server") && !text.contains("Drag a marble"))
    #expect(!text.contains("onclick") && !text.contains("{{"))
  }

  // MARK: Answers

  @Test("a page has the answers for each width, with steps, hidden outputs, and the solution")
  func answers() throws {
    let page = try Self.answers(
      of: "scenes/lesson-pipeline.js",
      in: try Self.site(of: [try #require(try SceneLibrary.shipped.file(named: "lesson-pipeline"))]))
    let answers = try #require(page["answers"] as? [String: [String: Int]])
    let forms = ["", " steps", " hidden", " steps hidden"]
    let expected = ["88", "70"].flatMap { width in forms.flatMap { ["\(width)\($0)", "\(width) solved\($0)"] } }
    #expect(answers.keys.sorted() == expected.sorted())
    let values = try #require(page["values"] as? [Any])
    func value(_ key: String, of name: String) -> Any? { answers[name]?[key].map { values[$0] } }
    #expect((value("yaml", of: "88 solved") as? String)?.contains("prefix(3)") == true)
    // What is the same in two answers is there once.
    #expect(answers["88"]?["cards"] == answers["70"]?["cards"] && answers["88"]?["cards"] != nil)
    #expect((page["exports"] as? [String: String])?.keys.sorted() == ["command", "swift"])
    for name in expected where name.hasSuffix("hidden") {
      let layout = try #require(value("layout", of: name) as? [String: Any])
      let marbles = try #require(layout["marbles"] as? [[String: Any]])
      #expect(marbles.allSatisfy { $0["row"] as? String == "a" } && !marbles.isEmpty, "\(name)")
      #expect(value("cards", of: name) == nil)
    }
  }

  @Test("a page that begins with hidden outputs does not tell them in its document")
  func prediction() throws {
    let site = try Self.site()
    let text = try Self.text(of: "scenes/lesson-quiet.html", in: site)
    #expect(!text.contains("quiet emits") && !text.contains("quiet#0"))
    #expect(try Self.text(of: "scenes/lesson-quiet.js", in: site).contains("quiet emits"))
  }

  @Test("a picture has the colors of all themes, so that a page changes them")
  func themes() throws {
    let text = try Self.text(of: "operators/zip.html", in: try Self.site())
    #expect(text.contains("@media(prefers-color-scheme:dark){") && text.contains("@media(prefers-contrast:more){"))
  }

  @Test("a scene whose closure fails has a page that says so")
  func failing() throws {
    let yaml = "rows:\n  a: { marbles: '1-2|' }\n  b: { apply: 'a.map { $0 * \"x\" }' }\n"
    let text = try Self.text(of: "scenes/mine.html", in: try Self.site(of: [try Self.file(yaml)]))
    #expect(text.contains("b fails"), "\(text.suffix(3000))")
  }

  @Test("a scene beyond the limits of a page, or that takes too long, is refused by its name")
  func limits() throws {
    let large = try Self.file("rows:\n  b: { marbles: '\(String(repeating: "1-", count: 1200))|' }\n")
    #expect {
      try Self.site(of: [large])
    } throws: { error in
      "\(error)".hasPrefix("mine: no page can be made: the scene is too large")
    }
    let library = PlaygroundLibrary(catalogue: Catalogue([]), groups: [.lessons])
    #expect {
      try StaticSite(of: library, timeLimit: .seconds(1), watchdog: Watchdog { _, body in body() })
    } throws: { error in
      "\(error)".hasPrefix("lesson-timeline: no page can be made: the run took too long")
    }
  }

  // MARK: Servers

  @Test("no page speaks of a server where there is none")
  func words() throws {
    let site = try Self.site(of: try ["1", "2"].map { try Self.file("rows: { a: { marbles: '\($0)|' } }") })
    for file in site.files where file.path.hasSuffix(".html") || !file.path.contains("/") {
      #expect(!String(decoding: file.bytes, as: UTF8.self).contains("this server"), "\(file.path)")
    }
    #expect(site.files.count { $0.path.hasPrefix("scenes/mine") } == 4)
    let large = try Self.file("rows:\n  b: { marbles: '\(String(repeating: "1-", count: 1200))|' }\n")
    let failure = #expect(throws: StaticSite.Failure.self) { try Self.site(of: [large]) }
    #expect(failure?.description.contains("server") == false)
  }

  @Test("pages link to a server, which is sent the scenes that it may not have")
  func server() throws {
    let yaml = "rows: { a: { marbles: '1|' } }\n"
    let server = try #require(SiteServer("https://marbled.example.org/play/"))
    let site = try Self.site(of: [try Self.file(yaml, name: "my scene")], server: server)
    let known = try Self.text(of: "operators/debounce.html", in: site)
    #expect(
      known.contains(
        "href=\"https://marbled.example.org/play/operators/debounce\">Edit<span> on marbled.example.org</span>"))
    let own = try Self.text(of: "scenes/my scene.html", in: site)
    let link = try #require(
      own.firstMatch(of: /href="https:\/\/marbled\.example\.org\/play\/#s=([\w-]+)&amp;n=my%20scene"/))
    #expect(try PackedScene(String(link.1)).yaml == yaml)
  }

  @Test(
    "what is no address of a server is refused",
    arguments: [
      "", "marbled.example.org", "https://", "ftp://x", "https:///x", "https://x/?a", "https://x/#a", "https://u@x",
      "http://a b", "http://x\"y",
    ])
  func noServer(text: String) { #expect(SiteServer(text) == nil) }
}
