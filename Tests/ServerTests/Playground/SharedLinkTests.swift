import Foundation
import Gzip
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Platform
import Playback
import Playground
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Links with a preview: the page of a scene in the path, its words for chats, and its picture.
@Suite(.timeLimit(.minutes(30))) struct SharedLinkTests {
  private struct Answer {
    var status: Int
    var headers: HTTPFields
    var body: String

    subscript(_ header: String) -> String? { HTTPField.Name(header).flatMap { headers[$0] } }
  }

  private static let scene = """
    title: Late & "loud"
    about: Look at <2 s>.
    rows:
      a: { marbles: '1-2|' }
      b: { apply: 'a.map { $0 * 2 }' }

    """

  /// A scene as pages pack it.
  static func packed(_ text: String) -> String {
    let file = GzipEncoder.compressed(Array(text.utf8))
    return Data(file[10..<file.count - 8]).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// A program that writes its arguments and what it reads, in place of `rsvg-convert`.
  private func converter(_ script: String) throws -> (FilterProgram, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let path = folder.file(FilterProgram.svgConverter)
    // Another process writes it: while this one has it open, a child of another test could keep it from being executed.
    let shell = try #require(FilterProgram(named: "sh"))
    _ = try shell.output(
      ["-c", "cat > '\(path)'; chmod 755 '\(path)'"], input: Array("#!/bin/sh\n\(script)\n".utf8), upTo: 0,
      within: .seconds(600))
    return (try #require(FilterProgram(named: FilterProgram.svgConverter, in: folder.path)), folder)
  }

  private func routes(_ converter: FilterProgram? = nil, _ budget: WorkBudget = .untimed) -> PlaygroundRoutes {
    var routes = PlaygroundRoutes(
      PlaygroundLibrary(), queue: RunQueue(width: 1, depth: 64, limit: .seconds(600), budget: budget))
    routes.pngConverter = converter
    return routes
  }

  private func router(_ routes: PlaygroundRoutes, log: Logger? = nil) -> Router<APIContext> {
    PlaygroundServer(address: ListenAddress(host: "127.0.0.1", port: 8080), hosts: ["marbles.example"])
      .router(routes, log: log)
  }

  private func get(
    _ router: Router<APIContext>, _ path: String, host: String = "marbles.example", scheme: String? = nil
  ) async throws -> Answer {
    var head = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
    if let scheme { head.headerFields[HTTPField.Name("X-Forwarded-Proto")!] = scheme }
    let context = APIContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    let response = try await router.buildResponder().respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
    let collector = Collector()
    try await response.body.write(collector)
    return Answer(status: response.status.code, headers: response.headers, body: String(buffer: collector.bytes))
  }

  @Test("a link in a chat has the title, the sentence, the address and the picture of its scene") func words()
    async throws
  {
    let (program, folder) = try converter("cat")
    defer { withExtendedLifetime(folder) {} }
    let packed = Self.packed(Self.scene)
    var routes = routes(program)
    let page = try await get(router(routes), "/s/\(packed)?n=late&t=2")
    #expect(page.status == 200 && page["X-Robots-Tag"] == "noindex" && page["Cache-Control"] == "no-cache")
    for element in [
      #"<title>Late &amp; &quot;loud&quot; · marbled</title>"#,
      #"<meta property="og:title" content="Late &amp; &quot;loud&quot; · marbled">"#,
      #"<meta property="og:description" content="Look at &lt;2 s>.">"#,
      #"<meta property="og:url" content="http://marbles.example/s/\#(packed)?n=late&amp;t=2">"#,
      #"<meta property="og:image" content="http://marbles.example/s/\#(packed).png?n=late&amp;t=2">"#,
      #"<meta name="twitter:card" content="summary_large_image">"#, "src=\"../\(PageFolder.path)page.js\"",
    ] {
      #expect(page.body.contains(element), "\(element)")
    }
    // Without the program there is no picture; a proxy says how it was asked.
    routes.pngConverter = nil
    routes.isBehindProxy = true
    let plain = try await get(router(routes), "/s/\(packed)", scheme: "https")
    #expect(plain.body.contains(#"<meta property="og:url" content="https://marbles.example/s/\#(packed)">"#))
    #expect(!plain.body.contains("og:image") && plain.body.contains(#"content="summary""#))
    // The name is the title of a scene without one; other names are left out.
    let untitled = Self.packed("rows: { a: { marbles: '1|' } }")
    #expect(try await get(router(routes), "/s/\(untitled)?n=mine").body.contains("<title>mine · marbled"))
    #expect(try await get(router(routes), "/s/\(untitled)?n=%3Cb%3E").body.contains("<title>scene · marbled"))
  }

  @Test("the picture is drawn by the program, once, in light colours, and a cache may keep it for a day")
  func picture() async throws {
    let folder = try TemporaryFolder()
    let (program, own) = try converter("echo run >> \(folder.file("runs")); printf '%s ' \"$@\"; cat")
    defer { withExtendedLifetime(own) {} }
    let router = router(routes(program))
    for path in ["/s/\(Self.packed(Self.scene)).png", "/operators/zip.png", "/scenes/sample.png"] {
      for _ in 0..<2 {
        let answer = try await get(router, path)
        #expect(answer.status == 200 && answer["Content-Type"] == "image/png", "\(path)")
        #expect(answer["Cache-Control"] == "public, max-age=86400")
        #expect(
          answer.body.hasPrefix("--width 1200 --height 1200 --keep-aspect-ratio --format png <"), "\(answer.body)")
        #expect(answer.body.contains("</svg>") && !answer.body.contains("prefers-color-scheme"))
        #expect(answer["X-Robots-Tag"] == (path.hasPrefix("/s/") ? "noindex" : nil))
      }
    }
    #expect(try String(contentsOfFile: folder.file("runs"), encoding: .utf8) == "run\nrun\nrun\n")
    #expect(
      try await get(router, "/operators/zip").body.contains("content=\"http://marbles.example/operators/zip.png\""))
    #expect(try await get(router, "/operators/nothing.png").status == 404)
  }

  @Test("a program that fails or writes too much gives no picture") func failures() async throws {
    let path = "/s/\(Self.packed(Self.scene)).png"
    for script in ["exit 1", "exit 0", "yes"] {
      let (program, folder) = try converter(script)
      defer { withExtendedLifetime(folder) {} }
      let answer = try await get(router(routes(program)), path)
      #expect(answer.status == 503 && answer["Retry-After"] == "5", "\(script): \(answer.body)")
    }
    let missing = try await get(router(routes()), path)
    #expect(missing.status == 404 && missing.body.contains("rsvg-convert is not installed"))
  }

  /// Links that can't be read, and what the picture says.
  private static let hostile: [(name: String, packed: String, status: Int, says: String)] = [
    ("base64", "a*b", 422, "it is not base64url"), ("length", "AAAAA", 422, "it is not base64url"),
    ("percent", "a%2Fb", 404, ""), ("deflate", "AAAA", 422, "damaged or cut off"),
    ("cut", String(packed(scene).dropLast(8)), 422, "damaged or cut off"),
    ("bomb", packed(String(repeating: "#", count: 400_000)), 422, "larger than 200 kB"),
    ("no scene", packed("rows: {"), 422, "can't run the scene"),
    ("deep", packed(String(repeating: "[", count: 50_000)), 422, "can't run the scene"),
    (
      "alias",
      packed(
        "a: &a [x, x]\n"
          + (1...30).map { "a\($0): &a\($0) [*a\($0 == 1 ? "" : "\($0 - 1)"), *a\($0 == 1 ? "" : "\($0 - 1)")]\n" }
          .joined()), 422, "can't run the scene"
    ),
    ("command", packed("rows: { a: { live: 'exec:touch x' } }"), 422, "can't run the scene"),
    ("long", String(repeating: "A", count: 8001), 414, "at most 8000 characters"),
  ]

  @Test("links that can't be read: the page opens without their words, and the picture is refused") func hostile()
    async throws
  {
    let (program, folder) = try converter("cat")
    defer { withExtendedLifetime(folder) {} }
    let router = router(routes(program))
    for (name, packed, status, says) in Self.hostile where status != 404 {
      let image = try await get(router, "/s/\(packed).png")
      #expect(image.status == status && image.body.contains(says), "\(name): \(image.status) \(image.body.prefix(200))")
      let page = try await get(router, "/s/\(packed)")
      guard status != 414 else {
        #expect(page.status == 414, "\(name)")
        continue
      }
      #expect(page.status == 200 && !page.body.contains("og:image"), "\(name)")
      #expect(page.body.contains("<title>A scene · marbled"), "\(name): \(page.body.prefix(300))")
    }
  }

  @Test("a client that has used too much gets the page without a preview, and must wait for the picture")
  func budget() async throws {
    let (program, folder) = try converter("cat")
    defer { withExtendedLifetime(folder) {} }
    let budget = WorkBudget(now: { 0 }, processorTime: { 0 })
    let router = router(routes(program, budget))
    #expect(try await get(router, "/s/\(Self.packed(Self.scene)).png").status == 200)
    // The program's time is the client's.
    #expect(budget.seconds(of: "local") > 0)
  }

  @Test("a scene in a path is not logged") func log() async throws {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in
      LogLines(form: .journal) { line in lines.withLock { $0.append(line) } }
    }
    let packed = Self.packed(Self.scene)
    for path in ["/s/\(packed)", "/s/\(packed).png", "/s/\(packed)/more"] {
      #expect(try await get(router(routes(), log: logger), path, host: "elsewhere.example").status == 421)
    }
    let logged = lines.withLock { $0 }
    #expect(logged.count == 3 && logged.allSatisfy { $0.contains(#"request="GET /s/…""#) && !$0.contains(packed) })
  }

  @Test("reading a link takes time in its length alone") func growth() {
    let growth = Growth(["", "eJ", "A"], ["A", "_", "-", "AAAA", "=", "%"])
    #expect(growth.problems { _ = try? PackedScene($0) } == [])
  }
}
