import Marbles
import Terminal
import Testing

@testable import Drawing

/// A value in full, within a panel.
@Suite struct ValueFieldsTests {
  private static func lines(_ value: Value, width: Int = 30, height: Int = 6) -> [String] {
    ValueFields(value, width: width, height: height, glyphs: Glyphs(.full)).lines.map { spans in
      spans.reduce("") { line, span in
        line + String(repeating: " ", count: max(0, span.offset - DisplayWidth.of(line))) + span.text
      }
    }
  }

  private static func lines(json: String, width: Int = 30, height: Int = 6) throws -> [String] {
    lines(try Value(json: json), width: width, height: height)
  }

  @Test("The members of an object stand below each other, the most telling first") func columns() throws {
    #expect(
      try Self.lines(json: #"{"ms":1204,"path":"/v1/orders","status":503,"tags":["a","b"]}"#)
        == ["status  503", "ms      1204", "path    /v1/orders", #"tags    ["a","b"]"#])
  }

  @Test("Where they do not fit, they stand one behind the other") func flow() throws {
    let json = #"{"level":"warn","method":"GET","ms":1204,"path":"/v1/orders","status":503}"#
    #expect(
      try Self.lines(json: json, height: 3)
        == ["level warn  status 503", "method GET  ms 1204", "path /v1/orders"])
    #expect(try Self.lines(json: json, height: 1) == ["level warn  status 503  3 more"])
    #expect(try Self.lines(json: json, height: 2) == ["level warn  status 503", "method GET  ms 1204  1 more"])
  }

  @Test("A long member takes the lines that the others leave over") func longMember() throws {
    let json = #"{"message":"upstream timed out after three attempts","ms":1204,"path":"/v1","status":503}"#
    #expect(
      try Self.lines(json: json, width: 26, height: 5)
        == [
          "message upstream timed out", "        after three", "        attempts", "status 503  ms 1204", "path /v1",
        ])
    #expect(
      try Self.lines(json: json, width: 26, height: 3)
        == ["message upstream timed ou…", "status 503  ms 1204", "path /v1"])
  }

  @Test("A long value takes the lines that are free, and is cut only after them") func long() throws {
    let json = #"{"a":"one two three four five six seven","b":1}"#
    #expect(try Self.lines(json: json, width: 20) == ["a  one two three", "   four five six", "   seven", "b  1"])
    #expect(Self.lines("one two three four", width: 9, height: 3) == ["one two", "three", "four"])
    #expect(Self.lines("one two three four", width: 9, height: 2) == ["one two", "three fo…"])
    #expect(Self.lines("abcdefghij", width: 4, height: 3) == ["abcd", "efgh", "ij"])
  }

  @Test("The indentation of a stack trace stays") func indentation() {
    #expect(Self.lines("    at main.swift:3", width: 30) == ["    at main.swift:3"])
    #expect(
      Self.lines("    at averyveryverylongfunction", width: 12) == ["    at", "averyveryver", "ylongfunctio", "n"])
  }

  @Test("Wide characters are not cut in half, and controls are escaped") func characters() {
    #expect(Self.lines("日本語", width: 4) == ["日本", "語"])
    #expect(Self.lines("a\u{1B}b") == [DisplayWidth.escaped("a\u{1B}b")])
  }

  @Test("No line is wider than the panel, and there are never too many", arguments: 0..<300)
  func bounds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let words = ["a", "status", "longer than most", "日本語の名前", "🚗", "\u{1B}[1m", "x y z", ""]
    var members: [String: Value] = [:]
    for index in 0..<random.below(9) {
      members["\(random.pick(words))\(index)"] = random.pick([
        .null, .int(Int(random.below(100_000))),
        .string((0..<random.below(9)).map { _ in random.pick(words) }.joined()),
        .array([1, 2]),
      ])
    }
    let value = random.below(4) == 0 ? Value.string(members.keys.sorted().joined(separator: " ")) : .object(members)
    let (width, height) = (random.below(40) + 1, random.below(8))
    let lines = Self.lines(value, width: width, height: height)
    #expect(lines.count <= height)
    for line in lines { #expect(DisplayWidth.of(line) <= width, "\(width): \(line)") }
  }
}
