import Marbles
import Scenes
import Testing

@testable import SceneFiles

private func document(_ text: String) throws -> MarkdownDocument { try MarkdownDocument(parsing: text, path: "x.md") }

@Suite struct MarkdownSceneTests {
  /// The lines of each scene, without what quotes and lists put before them.
  private func scenes(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try document(text).scenes.map { scene in
      scene.lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
    }
  }

  @Test(
    "a scene is a fenced block that is marked `marbled`, anywhere in its first line",
    arguments: [
      ("```yaml marbled\na\n```", ["a\n"]), ("``` yaml\tmarbled title=x\na\n```", ["a\n"]),
      ("```yaml {marbled}\na\n```", ["a\n"]), ("~~~ {.yaml .marbled #zip}\na\n~~~", ["a\n"]),
      ("```yaml,marbled\na\n```", ["a\n"]), ("```yaml title=\"a scene\" marbled\na\n```", ["a\n"]),
      ("```yaml title=\"marbled\"\na\n```", []), ("```yaml title='of marbled scenes'\na\n```", []),
      ("```yaml title=marbled\na\n```", []), ("```yaml marbled=no\na\n```", []),
      ("```yaml title=\"marbled\na\n```", []),
      ("```yaml not-marbled marbled.yaml\na\n```", []), ("```yaml ..marbled\na\n```", []), ("``` = marbled\na", ["a"]),
      ("```marbled\na\n```\n", ["a\n"]), ("~~~marbled\na\n```\n~~~\n", ["a\n```\n"]),
      ("``` marbled and more\na\n```", ["a\n"]), ("````marbled\na\n```\n````", ["a\n```\n"]),
      ("```marbled\na\n`````  \nb", ["a\n"]), ("```marbled\na\n``` x\n```", ["a\n``` x\n"]),
      ("```marbled\na\n    ```\n```", ["a\n    ```\n"]), ("```marbled\na\n~~~\n```", ["a\n~~~\n"]),
      ("```marbled\na\n```\n\n```marbled\nb\n```", ["a\n", "b\n"]),
      // What is not closed runs to the end.
      ("```marbled\na", ["a"]), ("```marbled\n\n", ["\n"]), ("```marbled", [""]),
      // Other blocks.
      ("", []), ("```\na\n```", []), ("```marbles\na\n```", []), ("```Marbled\na\n```", []), ("``marbled\na\n``", []),
      ("```marbled `x`\na\n```", []), ("````markdown\n```marbled\na\n```\n````", []),
      ("~~~\n```marbled\na\n```\n~~~", []),
      // Line breaks, and a byte order mark.
      ("```marbled\r\na\r\n```\r\n", ["a\r\n"]), ("```marbled\ra\r```", ["a\r"]),
      ("\u{FEFF}```marbled\na\n```", ["a\n"]),
    ])
  func fences(text: String, expected: [String]) throws { #expect(try scenes(text) == expected) }

  @Test(
    "a scene may be indented, in a list or in a quote",
    arguments: [
      ("   ```marbled\n   a\n  ```", ["   a\n"]), ("    ```marbled\n    a\n    ```", []),
      ("text\n    ```marbled\n    a", []), ("\t```marbled\n\ta", []),
      // Quotes.
      ("> ```marbled\n> a\n> ```", ["a\n"]), (">```marbled\n>a\n>```", ["a\n"]), ("> > ```marbled\n>> a\n", ["a\n"]),
      ("> ```marbled\n> a\nb", ["a\n"]), ("> ```marbled\n> a\n\n> b", ["a\n"]),
      // Lists.
      ("- x\n\n  ```marbled\n  a\n\n   b\n  ```", ["a\n\n b\n"]), ("1. ```marbled\n   a\n   ```", ["a\n"]),
      ("10) x\n\n    ```marbled\n    a\n    ```", ["a\n"]), ("- ```marbled\na\n```", [""]),
      ("-\t```marbled\n\ta\n\t```", ["a\n"]), ("- - ```marbled\n    a\n    ```", ["a\n"]),
      ("-     ```marbled\n", []), ("-\n  ```marbled\n  a\n  ```", ["a\n"]), ("- > ```marbled\n  > a\n  > ```", ["a\n"]),
      ("* * *\n```marbled\na\n```", ["a\n"]), ("x\n2. y\n   ```marbled\n   a\n   ```", ["   a\n"]),
      ("1. x\n2. y\n   ```marbled\n   a\n   ```", ["a\n"]),
      // A paragraph goes on in a line that is not indented, and so does the list item.
      ("1.  a\nb\n\n    ```marbled\n    c\n    ```", ["c\n"]), ("1.  a\n\nb\n\n    ```marbled\n    c\n    ```", []),
    ])
  func containers(text: String, expected: [String]) throws { #expect(try scenes(text) == expected) }

  @Test(
    "what HTML hides is no scene",
    arguments: [
      ("<!--\n```marbled\na\n```\n-->", []), ("<!-- x -->\n```marbled\na\n```", ["a\n"]), ("<!-->\n```marbled\n", [""]),
      ("<pre>\n```marbled\n```\n</pre>", []), ("<PRE class=x>```</PRE>\n```marbled\n", [""]),
      ("<prefix>\n\n```marbled\n", [""]), ("> <!--\n\n```marbled\n", [""]),
    ])
  func html(text: String, expected: [String]) throws { #expect(try scenes(text) == expected) }

  @Test("places are those in the document") func places() throws {
    let text = "# Ünï 🇸🇪\r\n\u{2028}\r\n> ```marbled\r\n> rows:\r\n>   a: { marbels: 1 }\r\n> ```\r\n"
    let broken = try document(text)
    #expect(broken.scenes.map(\.line) == [3])
    let error = #expect(throws: SceneFileError.self) { try SceneFile(broken.scenes[0], of: broken) }
    #expect(
      error?.description == """
        x.md:5:10: error: row a has no key `marbels`; did you mean `marbles`?
              a: { marbels: 1 }
                   ^
        """)
  }

  @Test("a scene ends at its fence, whatever follows") func ends() throws {
    for text in ["```marbled\nrows:\n  a: { marbles: \"1|\n```\n\n\"more\" }\n", "- ```marbled\n  # nothing\n\n\n\nx"] {
      let broken = try document(text)
      let error = #expect(throws: SceneFileError.self) { try SceneFile(broken.scenes[0], of: broken) }
      #expect((1...4).contains(try #require(error).line))
    }
  }

  @Test("a scene without a title has the number of its block as its name, and its expressions as its title")
  func names() throws {
    let rows = "rows: { a: { marbles: \"1|\" }, b: { apply: a }, c: { apply: \"a.map { $0 }\" } }\n```\n"
    let named = try document("```marbled\n\(rows)\n```marbled\ntitle: Two\n\(rows)")
    let scenes = try named.scenes.map { try SceneFile($0, of: named).scene }
    #expect(scenes.map(\.name) == ["x.md#1", "Two"] && scenes.map(\.title) == ["a  a.map { $0 }", "Two"])
  }

  @Test("whatever the text, scenes are read, and each byte keeps its place") func noise() throws {
    let tokens = [
      "```", "````", "~~~", "marbled", "\n", "\r\n", "\r", " ", "    ", "\t", "> ", ">", "- ", "1. ", "10) ", "* * *",
      "<!--", "-->", "<pre>", "</pre>", "# ", "a: b", "rows:", "![", "](", ")", "[", "]", "\\", "`", "<img src=", "\"",
      "srcset='a.svg 1x, b.svg'", "=\"", "{", "}", ",", ".svg", "%2", "<", "é", "🇸🇪", "\u{2028}", "\u{FEFF}",
      "<!-- marbled: x -->",
    ]
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        tokens.randomElement(using: &random) ?? ""
      }.joined()
      let document = try document(text)
      let bytes = Array(text.utf8)
      for scene in document.scenes {
        let yaml = Array(document.yaml(of: scene).utf8)
        #expect(yaml.count == scene.end && scene.end <= bytes.count)
        #expect(zip(yaml, bytes).allSatisfy { $0 == $1 || $0 == 0x20 }, "\(text.debugDescription)")
        for line in scene.lines { #expect(yaml[line] == bytes[line], "\(text.debugDescription)") }
      }
    }
  }

  @Test(
    "long lines and deep nesting take little time",
    arguments: [
      String(repeating: ">", count: 100_000) + String(repeating: "\n>", count: 10_000),
      String(repeating: "- ", count: 50_000) + String(repeating: "\n", count: 10_000),
      String(repeating: "```marbled\n```\n![", count: 100) + String(repeating: "![", count: 100_000),
      "```marbled\n```\n![" + (1..<400).map { String(repeating: "`", count: $0) + " " }.joined(),
      "```marbled\n```\n<img " + String(repeating: "a=\"", count: 100_000),
    ] as [String])
  func longTexts(text: String) throws { #expect(try document(text).figures.isEmpty) }

  @Test func aDocumentThatIsTooLongForItsScenesIsRefused() {
    let text = String(repeating: "```marbled\n```\n", count: 5000)
    #expect(throws: SceneFileError.self) { try document(text) }
  }
}

@Suite struct MarkdownFigureTests {
  private static let block = "```marbled\na\n```\n"

  /// Each figure as the number of its scene, its options, and its pictures.
  private func figures(_ text: String) throws -> [String] {
    try document(text).figures.map { figure in
      let options = figure.options?.joined(separator: " ") ?? "-"
      return "\(figure.scene ?? 0) [\(options)] \(figure.pictures.map(\.path).joined(separator: ", "))"
    }
  }

  @Test(
    "the images directly after a scene are its pictures",
    arguments: [
      ("\n![x](a.svg)\n", ["1 [-] a.svg"]), ("![x](a.svg)", ["1 [-] a.svg"]),
      ("\n\n[![x](a.svg)](https://x.y/z.svg)\n", ["1 [-] a.svg"]),
      ("\n![x](a.svg) and ![y](b.svg)\n![z](c.svg)\n\n![w](d.svg)", ["1 [-] a.svg, b.svg, c.svg"]),
      ("\n- ![x](a.svg)\n- ![y](b.svg)", ["1 [-] a.svg"]), ("\n![x](a.svg)\n# ![y](b.svg)", ["1 [-] a.svg"]),
      ("text\n\n![x](a.svg)", []), ("# Heading\n![x](a.svg)", []), ("```\n```\n![x](a.svg)", []), ("[x](a.svg)", []),
    ])
  func afterAScene(rest: String, expected: [String]) throws { #expect(try figures(Self.block + rest) == expected) }

  @Test(
    "a picture has a relative path that ends in .svg",
    arguments: [
      ("![x](p/a.svg \"Title\")", ["p/a.svg"]), ("![x]( ../a.svg )", ["../a.svg"]), ("![x](<b c.svg>)", ["b c.svg"]),
      ("![x](my%20p/%C3%A9.svg?raw=true#top)", ["my p/é.svg"]), ("![a [b] c](d\\).svg)", ["d).svg"]),
      ("![x](a(1).svg)", ["a(1).svg"]), ("![x][r] ![y](a.svg)", ["a.svg"]), ("![x](a.svg) `![y](b.svg)`", ["a.svg"]),
      ("![x](a.svg) \\![y](b.svg)", ["a.svg"]), ("![x](https://h/a.svg)", []), ("![x](/a.svg)", []),
      ("![x](//h/a.svg)", []), ("![x](c:a.svg)", []), ("![x](a.png)", []), ("![x](a%00.svg)", []),
      ("![x](%ff.svg)", []), ("![x](a.svg", []), ("![x] (a.svg)", []),
      // HTML.
      ("<img src=\"a.svg\">", ["a.svg"]), ("<IMG alt='>' src=a.svg />", ["a.svg"]),
      ("<img\n  src='a.svg'\n  >", ["a.svg"]), ("<img src=\"a&amp;b.svg\" data-src=\"c.svg\">", ["a&b.svg"]),
      ("<a href=\"b.svg\"><img src=\"a.svg\"></a>", ["a.svg"]), ("<video src=\"a.svg\">", []),
      (
        "<picture>\n  <source media=\"(x: dark)\" srcset=\"a-dark.svg 1x, b-dark.svg 2x\">\n"
          + "  <img src=\"a-light.svg\">\n</picture>", ["a-dark.svg", "b-dark.svg", "a-light.svg"]
      ),
    ])
  func paths(image: String, expected: [String]) throws {
    #expect(try document(Self.block + image).figures.flatMap(\.pictures).map(\.path) == expected)
  }

  @Test(
    "a comment above images names a scene and sets options",
    arguments: [
      ("<!-- marbled: sample --at 2.6 -->\n![x](a.svg)", ["0 [sample --at 2.6] a.svg"]),
      ("<!-- marbled:\n  sample\n-->\n\n<img src='a.svg'>", ["0 [sample] a.svg"]),
      ("<!--marbled:sample--> <img src='a.svg'>", ["0 [sample] a.svg"]),
      ("> <!-- marbled: sample -->\n> ![x](a.svg)", ["0 [sample] a.svg"]),
      (block + "<!-- marbled: --animate -->\n![x](a.svg)", ["1 [--animate] a.svg"]),
      (block + "\n![x](a.svg)\n\n<!-- marbled: --at 1 -->\n![x](b.svg)", ["1 [-] a.svg", "1 [--at 1] b.svg"]),
      (block + "text\n\n<!-- marbled: -->\n![x](a.svg)", ["1 [] a.svg"]),
      (block + "<!-- lint: off -->\n![x](a.svg)", ["1 [-] a.svg"]),
      ("![x](a.svg)\n<!-- marbled: sample -->\n![x](b.svg)", ["0 [sample] b.svg"]),
      // No image follows: drawing the pictures reports that.
      ("<!-- marbled: sample -->\ntext\n", ["0 [sample] "]), ("<!-- marbled: sample -->\n" + block, ["0 [sample] "]),
      ("text <!-- marbled: sample -->\n![x](a.svg)", []), ("<!-- not marbled: x -->\n![x](a.svg)", []),
      ("```\n<!-- marbled: sample -->\n![x](a.svg)\n```", []),
    ])
  func comments(text: String, expected: [String]) throws { #expect(try figures(text) == expected) }

  @Test func linksHaveTheirPlace() throws {
    let figure = try #require(try document(Self.block + "\n> ![é](a.svg)\n> <img src='b.svg'>\n").figures.first)
    #expect(figure.line == 5)
    #expect(
      figure.pictures == [
        MarkdownFigure.Picture(path: "a.svg", line: 5, column: 8),
        MarkdownFigure.Picture(path: "b.svg", line: 6, column: 13),
      ])
  }
}

@Suite struct MarkdownCheckTests {
  /// A scene in a quote, one in a list and one at the margin, between lines that stay as they are.
  private func text(_ first: String, _ second: String, _ third: String) -> String {
    """
    # Ünï `code` 🇸🇪\r
    > ~~~marbled\r
    > rows:\r
    >   a: { marbles: "1-2|" }\r
    >   b: { apply: a, expect: \(first) }\r
    > ~~~\r
    1. x

       ```marbled
       rows:
         a: { marbles: "1-2|" }
         b:
           expect: \(second)
           apply: a   # as it comes
       ```
    \ttail  \n
    ```marbled
    rows:
      a: { marbles: "1-2|" }
      b: { apply: a, expect: "1-2|" }
      c: { apply: a, expect: \(third) }
    ```
    """
  }

  @Test func eachSceneIsCheckedAtItsPlace() throws {
    let report = check(["x.md": text("\"1-3|\"", "'1-2|'", "1-4|")])
    #expect(report.rows == 4 && report.failures == 2 && report.problems == 0 && report.expectingFiles == 1)
    let places = report.files.flatMap(\.failures).map { row in
      if case .differs(let mismatch) = row.outcome { "\(row.name) \(mismatch.line):\(mismatch.column)" } else { "" }
    }
    #expect(places == ["b 5:31", "c 22:28"])
  }

  @Test func aBrokenSceneDoesNotHideOthers() {
    let report = check(["x.md": text("\"1[3\"", "'1-2|'", "1-4|")])
    #expect(report.problems == 1 && report.rows == 3 && report.failures == 1)
    #expect(report.files[0].problem?.message.hasPrefix("x.md:5:30: error: ") == true)
  }

  @Test("an update keeps the first line of a code block", arguments: ["yaml marbled", "yaml {marbled} title='x'"])
  func firstLines(info: String) throws {
    func text(_ expect: String) -> String {
      "```\(info)\nrows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"\(expect)|\" }\n```\n"
    }
    let report = check(["x.md": text("2")])
    #expect(report.failures == 1)
    #expect(try #require(ExpectationUpdate.updates(of: report).last).text == text("1"))
  }

  @Test func aDocumentWithoutScenesIsAProblem() {
    let report = check(["x.md": "# Title\n", "y.md": "<!-- marbled: sample -->\n![x](a.svg)\n"])
    #expect(
      report.files.map(\.problem) == [
        CheckReport.Problem(.notFound, "error: no scene in x.md; expected a code block that is marked `marbled`")
      ])
  }

  @Test func updatesChangeExpectationsAlone() throws {
    let report = check(["x.md": text("\"1-3|\"", "'1-3|'", "1-3|")])
    let updates = ExpectationUpdate.updates(of: report)
    #expect(updates.map(\.path) == ["x.md", "x.md", "x.md"] && updates.allSatisfy { $0.refused.isEmpty })
    #expect(updates.flatMap(\.changes).map(\.line) == [5, 13, 22])
    let updated = try #require(updates.last).text
    #expect(updated == text("\"1-2|\"", "'1-2|'", "1-2|"))
    #expect(check(["x.md": updated]).failures == 0)
  }

  @Test("a diagram in a block is updated within its quote or its list") func blocks() throws {
    let quote = text("EXPECTATION", "1-2|", "1-2|")
      .replacing("{ apply: a, expect: EXPECTATION }", with: "\r\n>     apply: a\r\n>     expect: |\r\n>       1-3|")
    let list = text("1-2|", "|\n         1-3|", "1-2|")
    for (text, old, new) in [
      (quote, "|\r\n>       1-3|", "\"1-2|\""), (list, "|\n         1-3|", "|\n         1-2|"),
    ] {
      let update = try #require(ExpectationUpdate.updates(of: check(["x.md": text])).last)
      #expect(update.text == text.replacing(old, with: new))
    }
  }
}
