import Testing

@testable import Server

/// Scripts and styles as they are sent.
@Suite struct PageSourceTests {
  @Test("indentation, blank lines and lines of comments are left out, and nothing else")
  func trimming() {
    let text = "// About.\nconst a = 'x // y'; // why\n\n  /* one */\n  b(`  c`);\n/* open\n   end */ d\n"
    #expect(
      String(decoding: PageSource.trimmed(Array(text.utf8)), as: UTF8.self)
        == "const a = 'x // y'; // why\nb(`  c`);\n/* open\nend */ d\n")
    #expect(PageSource.trimmed([]).isEmpty)
  }

  @Test(
    "no literal of a script goes over several lines, as these are trimmed", arguments: PlaygroundPage.files.map(\.path))
  func literals(path: String) throws {
    let file = try #require(PlaygroundPage.files.first { $0.path == path })
    guard file.type == "text/javascript" else { return }
    for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
      // A backtick in quotes is not the beginning of a literal.
      let count = line.replacing("'`'", with: "").count { $0 == "`" }
      #expect(count % 2 == 0, "\(line)")
    }
  }
}
