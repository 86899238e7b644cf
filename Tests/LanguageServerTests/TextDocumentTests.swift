import Testing

@testable import LanguageServer

/// The text of an open document while it changes.
@Suite struct TextDocumentTests {
  /// Bytes that count how often they are read.
  private struct CountedBytes: RandomAccessCollection {
    final class Counter { var reads = 0 }

    let bytes: [UInt8]
    let counter = Counter()

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }

    subscript(index: Int) -> UInt8 {
      counter.reads += 1
      return bytes[index]
    }
  }

  private func lines(_ text: [UInt8]) -> LineStarts {
    var lines = LineStarts()
    lines.update(replacing: 0..<0, by: text.count, in: text)
    return lines
  }

  private func texts(upTo count: Int) -> [[UInt8]] {
    var (texts, newest): ([[UInt8]], [[UInt8]]) = ([[]], [[]])
    for _ in 0..<count {
      newest = newest.flatMap { text in Array("a\r\n".utf8).map { text + [$0] } }
      texts += newest
    }
    return texts
  }

  private func document(_ text: String) -> TextDocument {
    TextDocument(uri: "u", path: "u", isMarkdown: false, version: 1, text: text)
  }

  @Test("lines end at LF, CR LF and CR") func lineEnds() {
    #expect(lines(Array("a\nb\r\nc\rd\r".utf8)).offsets == [0, 2, 5, 7, 9])
    #expect(lines(Array("\r\r\n\n".utf8)).offsets == [0, 1, 3, 4])
    #expect(lines([]).offsets == [0])
  }

  @Test("after each change of a short text its lines are those of the new text") func changes() {
    for text in texts(upTo: 3) {
      for start in 0...text.count {
        for end in start...text.count {
          for new in texts(upTo: 2) {
            var (changed, found) = (text, lines(text))
            changed.replaceSubrange(start..<end, with: new)
            found.update(replacing: start..<end, by: new.count, in: changed)
            if found != lines(changed) { Issue.record("\(text), \(start)..<\(end), \(new): \(found.offsets)") }
          }
        }
      }
    }
  }

  @Test("a change reads what is new, however long the text is", arguments: [0, 1, 10]) func work(count: Int) {
    var bytes = Array(repeatElement(Array("a: b\r\n".utf8), count: 10_000).joined())
    var found = lines(bytes)
    for range in [0..<0, 29_999..<30_010, 60_000 - 20..<60_000 - 20] {
      bytes.replaceSubrange(range, with: [UInt8](repeating: 0x0A, count: count))
      let counted = CountedBytes(bytes: bytes)
      found.update(replacing: range, by: count, in: counted)
      #expect(counted.counter.reads <= 2 * (count + 1))
      #expect(found == lines(bytes))
    }
  }

  @Test("200 changes of a text of 1.5 MB give the text that was written")
  func longText() {
    let line = "# A comment of a scene with 30 b\n"
    let text = String(repeating: line, count: 45_000)
    var document = document(text)
    for index in 0..<200 {
      let start = Position(line: 20_000 + index, character: 2)
      document.replace((start, Position(line: 20_000 + index, character: 3)), by: "Eé🙂\n", .utf16)
      document.replace((Position(line: 20_001 + index, character: 0), start), by: "", .utf16)
    }
    func lines(_ line: String, _ count: Int) -> String { String(repeating: line, count: count) }
    let written = lines(line, 20_000) + lines(line.replacing("A", with: ""), 200) + lines(line, 24_800)
    #expect(document == self.document(written))
  }

  @Test("a place within a character is that before it, and one behind its line is the end of the line")
  func places() {
    let document = document("aé🙂b\r\nc")
    func offsets(_ encoding: PositionEncoding) -> [Int] {
      [0, 1, 2, 3, 4, 5, 7, 8, .max].map { document.offset(of: Position(line: 0, character: $0), encoding) }
    }
    #expect(offsets(.utf8) == [0, 1, 1, 3, 3, 3, 7, 8, 8])
    #expect(offsets(.utf16) == [0, 1, 3, 3, 7, 8, 8, 8, 8])
    #expect(document.offset(of: Position(line: 9, character: 0), .utf8) == 11)
  }
}
