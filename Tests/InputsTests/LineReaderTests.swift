import Marbles
import Scenes
import Testing

@testable import Inputs

/// What a live source sends: bytes into lines, lines into values.
@Suite struct LineReaderTests {
  /// Each line as `NUMBER VALUE` or `NUMBER ! WHY`.
  private static func read(_ chunks: [[UInt8]], limit: Int = 1 << 20) -> [String] {
    var reader = LineReader(limit: limit)
    var lines = chunks.flatMap { reader.read($0) }
    lines += reader.finish()
    return lines.map { line in
      switch line.content {
      case .value(let value): "\(line.number) \(value.json)"
      case .malformed(let why): "\(line.number) ! \(why)"
      }
    }
  }

  private static func read(_ text: String, limit: Int = 1 << 20) -> [String] { read([Array(text.utf8)], limit: limit) }

  @Test("A source whose lines are JSON is NDJSON, each line taken whole")
  func json() {
    #expect(
      Self.read("1\n\"a\"\n[1,2]\n{\"x\":{\"y\":null}}\n 2.5 \nfalse\n")
        == ["1 1", "2 \"a\"", "3 [1,2]", "4 {\"x\":{\"y\":null}}", "5 2.5", "6 false"])
  }

  @Test("After an object or an array, a line that is not JSON is malformed with its number, and the rest goes on")
  func malformed() {
    #expect(
      Self.read("[]\n\n{\"x\":\n3\nfour\n5")
        == [
          "1 []", "3 ! column 6: the text ends here; expected a JSON value", "4 3",
          "5 ! column 2: found `o`, expected `false`", "6 5",
        ])
  }

  @Test("A source whose first line is not JSON is plain text, each line a string")
  func plain() {
    #expect(Self.read("hello\n1\n\n{\"x\":1}\n") == ["1 \"hello\"", "2 \"1\"", "3 \"\"", "4 \"{\\\"x\\\":1}\""])
  }

  @Test("Numbers and then words are plain text: no word is lost")
  func numbersBeforeText() {
    #expect(Self.read("1\nfoo\nbar\n2\n") == ["1 1", "2 \"foo\"", "3 \"bar\"", "4 \"2\""])
  }

  @Test("Ten lines of JSON are JSON, and a word after them is malformed")
  func tenNumbers() {
    let numbers = (1...10).map { "\($0)\n" }.joined()
    #expect(
      Self.read(numbers + "word\n11\n").suffix(2)
        == ["11 ! column 1: found `w`, expected a JSON value", "12 11"])
    #expect(Self.read(numbers.dropLast(3) + "word\n").last == "10 \"word\"")
  }

  @Test("A source that sends several bodies continues its count of lines")
  func continued() {
    var first = LineReader()
    #expect(first.read("1\n2\n".utf8).count == 2)
    #expect(first.form == nil)
    var later = LineReader(form: first.form, after: 9)
    _ = later.read("10\n".utf8)
    #expect(later.form == .json)
  }

  @Test("Blank lines before the first say nothing about what follows")
  func blank() {
    #expect(Self.read("\n  \n\t\n7\n") == ["4 7"])
    #expect(Self.read("\n\r\nhi\n") == ["3 \"hi\""])
    #expect(Self.read("") == [])
    #expect(Self.read("\n\n") == [])
  }

  @Test("Paths pick the value, the id and the time; a line without the value is malformed")
  func paths() throws {
    var settings = LineSettings()
    settings.value = try MemberPath(parsing: ".data.items[0]")
    settings.id = try MemberPath(parsing: ".k")
    settings.time = try MemberPath(parsing: ".ts")
    var reader = LineReader(settings: settings)
    let lines = reader.read(
      #"{"data":{"items":[1,2]},"k":7,"ts":"2023-11-14T22:13:20Z"}\#n{"data":{"items":[]}}\#nnope\#n{"data":{"items":["x"]}}\#n"#
        .utf8)
    #expect(lines.map(\.content).prefix(2) == [.value(1), .malformed("no .data.items[0]")])
    #expect(lines.map(\.number) == [1, 2, 3, 4])
    #expect(lines[0].id == "7" && lines[0].sourceTime == .seconds(1_700_000_000) && !lines[0].isUntimed)
    #expect(lines[3].content == .value("x") && lines[3].isUntimed && lines[3].id == nil)
  }

  @Test("A format can be given: JSON from the first line on, or text for ever")
  func forms() {
    var json = LineSettings()
    json.form = .json
    var reader = LineReader(settings: json)
    #expect(reader.read("word\n1\n".utf8).map(\.content).last == .value(1))
    var text = LineReader(settings: .text)
    #expect(text.read("{}\n".utf8).map(\.content) == [.value("{}")])
  }

  @Test("Text with a NUL, or that is not UTF-8, is a value, and marked")
  func invalidCharacters() {
    var reader = LineReader()
    let lines = reader.read(Array("a\n".utf8) + [0x62, 0xFF, 0x0A] + [0x63, 0x00, 0x0A] + Array("d\n".utf8))
    #expect(lines.map(\.content) == [.value("a"), .value("b\u{FFFD}"), .value("c\0"), .value("d")])
    #expect(lines.map(\.hasInvalidCharacters) == [false, true, true, false])
  }

  @Test("A carriage return before the line feed belongs to the end, any other to the line")
  func carriageReturns() {
    #expect(Self.read("a\r\nb\r\rc\r\n") == ["1 \"a\"", "2 \"b\\r\\rc\""])
    #expect(Self.read("1\r\n2\r\n") == ["1 1", "2 2"])
  }

  @Test("The last line needs no line feed")
  func lastLine() {
    #expect(Self.read("1\n2") == ["1 1", "2 2"])
    #expect(Self.read("x") == ["1 \"x\""])
  }

  @Test("A line that is too long is malformed and the next is not, whether JSON or plain")
  func tooLong() {
    #expect(Self.read("123\n12345\n1234\r\n9", limit: 4) == ["1 123", "2 ! longer than 4 bytes", "3 1234", "4 9"])
    #expect(
      Self.read("abcde\nx\nabcdef", limit: 4) == ["1 ! longer than 4 bytes", "2 \"x\"", "3 ! longer than 4 bytes"])
  }

  @Test("A long line costs no more than the limit while it comes")
  func longLinesAreNotKept() {
    var splitter = LineSplitter(limit: 8)
    for _ in 0..<1000 { #expect(splitter.lines(in: [UInt8](repeating: 65, count: 100)) == []) }
    #expect(splitter.lines(in: [10, 66, 10]) == [.tooLong, .bytes([66])])
    #expect(splitter.last() == nil)
  }

  @Test("A line takes as much memory as it is long, however many come before it")
  func linesAreAsLargeAsTheyAre() {
    var splitter = LineSplitter()
    // Chunks end within lines.
    let text = Array((0..<20_000).map { "{\"n\":\($0)}\n" }.joined().utf8)
    var largest = 0
    for start in stride(from: 0, to: text.count, by: 16_384) {
      for case .bytes(let line) in splitter.lines(in: text[start..<min(start + 16_384, text.count)]) {
        largest = max(largest, line.capacity)
      }
    }
    #expect((1..<100).contains(largest))
  }

  @Test("What is not UTF-8 is malformed in JSON, and shows as replacement characters in plain text")
  func invalidUTF8() {
    #expect(Self.read([[0x5B, 0x5D, 10, 0x22, 0xFF, 0x22, 10]]) == ["1 []", "2 ! not UTF-8"])
    #expect(Self.read([[0x61, 0xFF, 10]]) == ["1 \"a\u{FFFD}\""])
    #expect(Self.read([[0xFF, 10, 0x31, 10]]) == ["1 \"\u{FFFD}\"", "2 \"1\""])
  }

  @Test("A value of too many parts is malformed")
  func parts() {
    let large = "[" + Array(repeating: "1", count: Value.maximumParts + 1).joined(separator: ",") + "]"
    #expect(Self.read("1\n\(large)\n2\n") == ["1 1", "2 ! a value of more than 100000 parts", "3 2"])
  }

  @Test("However bytes are cut into chunks, the lines are the same", arguments: 0..<200)
  func anyChunking(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "1", "\"é🙂\"", "{\"a\":[1,2]}", "word", " ", "\n", "\n", "\r\n", "\r", "\u{0}", "[", "longer than the limit",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<random.below(60) {
      bytes += random.below(12) == 0 ? [UInt8(random.below(256))] : Array(random.pick(pieces).utf8)
    }
    let whole = Self.read([bytes], limit: 16)
    #expect(Self.read(bytes.map { [$0] }, limit: 16) == whole)
    var chunks: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = random.below(min(rest.count, 9) + 1)
      chunks.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(Self.read(chunks, limit: 16) == whole)
  }
}
