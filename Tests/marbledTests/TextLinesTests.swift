import CommandSupport
import TestSupport
import Testing

extension EndToEnd {
  @Suite("Text that a terminal has no room for") struct TextLinesTests {
    @Test(
      "A line is broken between words, and its rest begins below its text",
      arguments: [
        ("short", "short"), ("", ""), ("one two three four", "one two\nthree four"),
        ("  one two three four", "  one two\n    three\n    four"),
        ("  a  one two three", "  a  one two\n     three"),
        // The second column begins too far right.
        ("  a long name  one two", "  a long\n    name\n    one two"),
        ("  a  1-2       3--|", "  a  1-2\n     3--|"),
        ("a-word-that-is-wider and more", "a-word-that-is-wider\nand more"),
        ("日本語 日本語 x", "日本語\n日本語 x"),
        ("one two three\n\n  b", "one two\nthree\n\n  b"),
      ])
    func lines(text: String, broken: String) { #expect(TextLines.broken(text, columns: 12) == broken) }

    @Test("A terminal without width keeps each word") func narrow() {
      #expect(TextLines.broken("  a  one two", columns: 0) == "  a\n    one\n    two")
    }

    @Test("Pages and lists fit the terminal, and stay as they are in a pipe", arguments: [40, 60, 80])
    func pages(columns: Int) throws {
      for words in [["explain", "debounce", "throttle"], ["list", "operators", "rate", "limit"]] {
        let piped = try run(Binary.path(), words).output
        let pty = try Pty(program: Binary.path(), words, columns: columns, rows: 60, environment: ["NO_COLOR": "1"])
        #expect(try pty.waitForEnd().ending == .exited(0))
        let shown = String(decoding: pty.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(shown == TextLines.broken(piped, columns: columns))
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= columns })
      }
    }

    @Test("Messages keep their lines, as a mark below one points at its column") func messages() throws {
      let pty = try Pty("check", "nosuch folder that has a long name", columns: 40, environment: ["NO_COLOR": "1"])
      #expect(try pty.waitForEnd().ending == .exited(66))
      let message = "error: no such file: nosuch folder that has a long name\r\n"
      #expect(String(decoding: pty.bytes, as: UTF8.self).hasPrefix(message))
    }

    @Test("Names and headings have colours, sentences have none") func colors() {
      let page = "zip waits\n\nfirst\nsecond line\n\nMarks\n  -  a step\n\nIt ends.\n"
      #expect(
        TextHighlights.page.colored(page)
          == page
          .replacing("zip waits", with: "\u{1B}[1mzip waits\u{1B}[0m").replacing(
            "Marks", with: "\u{1B}[1mMarks\u{1B}[0m"))
      #expect(
        TextHighlights.list.colored("timing\n  zip  a\n     b\n")
          == "\u{1B}[1mtiming\u{1B}[0m\n  \u{1B}[36mzip\u{1B}[0m  a\n     b\n")
    }
  }
}
