import Testing

@testable import SceneFiles

/// Places in a text by line and column, found without counting through it.
@Suite struct SourceTextTests {
  /// The place as it is found by counting.
  private func counted(_ text: String, line: Int, scalarColumn: Int) -> Int {
    let bytes = Array(text.utf8)
    var (offset, number) = (0, 1)
    while number < line, offset < bytes.count {
      let length = SourceText.breakLength(in: bytes, at: offset)
      if length > 0 { number += 1 }
      offset += max(length, 1)
    }
    guard number == line else { return bytes.count }
    for _ in 1..<max(scalarColumn, 1) {
      guard offset < bytes.count, SourceText.breakLength(in: bytes, at: offset) == 0 else { return offset }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  @Test(arguments: [
    "", "abc", "a\nb", "é漢🙂\r\nxyz\u{85}é\u{2028}\u{2029}end\n", "\n\n\r\r\n",
    String(repeating: "é", count: 255) + "\n" + String(repeating: "x漢", count: 700) + "\r\nlast",
    String(repeating: "\n", count: 600),
  ])
  func aPlaceIsWhereCountingFindsIt(text: String) {
    let source = SourceText(text, path: "x")
    for line in 1...source.lineCount + 1 where line < 20 || line > source.lineCount - 2 {
      for column in [1, 2, 3, 4, 5, 254, 255, 256, 257, 258, 511, 512, 513, 1399, 1400, 1401, 1402, 9999] {
        #expect(
          source.offset(line: line, scalarColumn: column) == counted(text, line: line, scalarColumn: column),
          "line \(line), column \(column)")
      }
    }
  }

  @Test func theLinesAreWhatStandsBetweenBreaks() {
    let source = SourceText("é漢\r\nxyz\u{85}\u{2028}end\n", path: "x")
    #expect((1...source.lineCount).map(source.line) == ["é漢", "xyz", "", "end", ""])
    #expect(source.position(at: 5) == (1, 3))
    #expect(source.position(at: 7) == (2, 1))
  }
}
