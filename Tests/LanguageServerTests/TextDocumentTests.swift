import Marbles
import TestSupport
import Testing

@testable import LanguageServer

/// The text of an open document while it changes.
@Suite struct TextDocumentTests {
  private func document(_ text: String) -> TextDocument {
    TextDocument(uri: "u", path: "u", isMarkdown: false, version: 1, text: text)
  }

  /// The offsets of the lines of a text, one byte after the other.
  private func lines(_ bytes: [UInt8]) -> [Int] {
    [0]
      + bytes.indices.filter { index in
        bytes[index] == 0x0A || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
      }.map { $0 + 1 }
  }

  private func lines(_ rope: Rope) -> [Int] { [0] + (0..<rope.breaks).map { rope.end(ofLine: $0 + 1) } }

  @Test("lines end at LF, CR LF and CR") func lineEnds() {
    #expect(lines(Rope(Array("a\nb\r\nc\rd\r".utf8))) == [0, 2, 5, 7, 9])
    #expect(lines(Rope(Array("\r\r\n\n".utf8))) == [0, 1, 3, 4])
    #expect(lines(Rope([])) == [0])
  }

  @Test("after each change of a text in many pieces, each place is that in the new text", arguments: 1...4)
  func changes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = ["\r", "\n", "\r\n", "a", "é", "🙂", "\r", "\n", String(repeating: "b🙂\r", count: 100)]
    var scalars: [Unicode.Scalar] = []
    var rope = Rope([])
    func bytes(_ scalars: some Collection<Unicode.Scalar>) -> [UInt8] { scalars.flatMap { Array(UTF8.encode($0)!) } }
    for round in 0..<300 {
      let start = random.below(scalars.count + 1)
      // Now and then, most of the text goes away.
      let end = min(scalars.count, start + random.below(round % 50 == 49 ? 2000 : 6))
      let new = (0..<random.below(5)).flatMap { _ in Array(random.pick(parts).unicodeScalars) }
      let (before, replaced) = (bytes(scalars[..<start]), bytes(scalars[start..<end]))
      scalars.replaceSubrange(start..<end, with: new)
      rope.replace(before.count..<before.count + replaced.count, by: bytes(new))

      let (text, lines) = (bytes(scalars), lines(bytes(scalars)))
      #expect(rope.bytes == text && rope.count == text.count && self.lines(rope) == lines, "round \(round)")
      let place = random.below(scalars.count + 1)
      let (offset, units) = (bytes(scalars[..<place]).count, scalars[..<place].reduce(0) { $0 + UTF16.width($1) })
      #expect(rope.units(before: offset) == units && rope.offset(ofUnit: units) == offset, "round \(round)")
      #expect(rope.breaks(upTo: offset) == lines.count { $0 <= offset } - 1, "round \(round)")
      if offset < text.count { #expect(rope[offset] == text[offset], "round \(round)") }
      if place < scalars.count, UTF16.width(scalars[place]) == 2 {
        #expect(rope.offset(ofUnit: units + 1) == offset, "round \(round)")
      }
    }
  }

  @Test("eight times as many changes of a text that is eight times as long take about eight times as long")
  func growth() {
    /// The text and the places of its changes: all over it, or one behind the other.
    let shapes: [(String, (_ index: Int, _ count: Int) -> Position)] = [
      ("a: b # 🙂\n", { Position(line: $0 * 7919 % $1, character: 3) }),
      ("a: b # 🙂\n", { Position(line: $1 - $0, character: 3) }),
      ("a🙂", { Position(line: 0, character: $0 * 7919 % $1) }),
      ("a🙂", { index, _ in Position(line: 0, character: index) }),
      ("\r", { index, _ in Position(line: index, character: 0) }),
    ]
    for (part, place) in shapes {
      func work(_ count: Int) -> () -> Void {
        let text = String(repeating: part, count: count)
        return {
          var document = self.document(text)
          for index in 0..<count {
            let place = place(index, count)
            document.replace((place, place), by: index % 3 == 0 ? "\n" : "x", .utf16)
          }
        }
      }
      let growth = Growth()
      #expect(growth.ratio(work(500), work(4000)) < growth.limit, "\(part.debugDescription)")
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
    #expect([0, 3, 7, 8, 11].map { document.position(of: $0, .utf16).character } == [0, 2, 4, 5, 1])
  }
}
