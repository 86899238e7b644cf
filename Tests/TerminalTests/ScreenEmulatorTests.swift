import TestSupport
import Testing

@Suite struct ScreenEmulatorTests {
  @Test(arguments: [
    ("abcd", ["abcd", ""]), ("abcde", ["abcd", "e"]), ("abc漢", ["abc", "漢"]), ("abcd\u{1B}[Hx", ["xbcd", ""]),
    ("1\r\n2\r\n3", ["2", "3"]), ("漢\u{8}x", [" x", ""]), ("abcd\u{1B}[1;2H\u{1B}[K", ["a", ""]),
    ("ab\u{1B}[2J", ["", ""]),
    ("\u{1B}[2;3Hx\u{1B}[A\u{1B}[2Dy", [" y", "  x"]),
    ("a\u{1B}[?1049hb\u{1B}[?1049lc", ["ac", ""]), ("\u{1B}]0;title\u{7}a\u{1B}Pq\u{1B}\\b", ["ab", ""]),
  ])
  func bytesMakeAScreen(_ text: String, _ lines: [String]) {
    var whole = ScreenEmulator(columns: 4, rows: 2)
    whole.feed(text.utf8)
    #expect(whole.lines == lines)
    #expect(whole.unknown.isEmpty)
    var split = ScreenEmulator(columns: 4, rows: 2)
    for byte in text.utf8 { split.feed([byte]) }
    #expect(split.cells == whole.cells)
  }

  @Test func aSynchronizedFrameIsShownAtOnce() {
    var screen = ScreenEmulator(columns: 2, rows: 2)
    screen.feed("ab\r\ncd\u{1B}[?2026h\u{1B}[Hxy".utf8)
    #expect(screen.lines == ["ab", "cd"])
    screen.feed("\u{1B}[?2026l".utf8)
    #expect(screen.lines == ["xy", "cd"])
  }
}
