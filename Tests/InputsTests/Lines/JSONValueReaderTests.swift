import Marbles
import Testing

@testable import Inputs

/// JSON values over several lines, and one after the other.
@Suite struct JSONValueReaderTests {
  private static func read(_ text: String, limit: Int = 1 << 20) -> [String] {
    var reader = JSONValueReader(limit: limit)
    return reader.all(text.utf8)
  }

  @Test("A value has the number of the line where it begins, and its own bytes")
  func values() {
    #expect(
      Self.read("{\n  \"a\": [\n    1,\n    {\"b\": null}\n  ]\n}\n{\n  \"c\": 2\n}\n")
        == [#"1 {"a":[1,{"b":null}]}"#, #"7 {"c":2}"#])
    #expect(Self.read("{}{}[1]{\"}\":\"{\\\"\"}") == ["1 {}", "1 {}", "1 [1]", #"1 {"}":"{\""}"#])
    #expect(
      Self.read("1\n-2.5e3 \"a\"\"b\"true\nfalse null{}7") == [
        "1 1", "2 -2500.0", #"2 "a""#, #"2 "b""#, "2 true", "3 false", "3 null", "3 {}", "3 7",
      ])
    #expect(Self.read("\u{FEFF}\r\n \t{\r\n\"a\":\r\n1}\r\n") == [#"2 {"a":1}"#])
    #expect(Self.read("") == [])
    #expect(Self.read(" \n\n") == [])
    var splitter = JSONSplitter()
    #expect(splitter.items(in: " {\"a\":\n 1} ".utf8).map(\.content) == [.value(Array("{\"a\":\n 1}".utf8))])
  }

  @Test("A value is there with its last byte, a number or a word with the byte after it")
  func early() {
    var reader = JSONValueReader()
    #expect(reader.read("{\"a\":1".utf8) == [])
    #expect(reader.read("}".utf8).map(\.text) == [#"1 {"a":1}"#])
    #expect(reader.read("12".utf8) == [])
    #expect(reader.read("3".utf8) == [])
    #expect(reader.read("\n".utf8).map(\.text) == ["1 123"])
    #expect(reader.lineCount == 1)
    #expect(reader.read("true".utf8) == [])
    #expect(reader.finish().map(\.text) == ["2 true"])
    #expect(reader.lineCount == 2)
  }

  @Test("After what is not JSON, the next line that begins with { or [ is read again")
  func recovery() {
    #expect(
      Self.read("oh {}\nno\n  {}\n{\"a\":1}\n")
        == ["1 ! column 1: found `o`, expected a JSON value", #"4 {"a":1}"#])
    #expect(
      Self.read("{\"a\":1,\n{\"b\":2}\n")
        == ["1 ! line 2, column 1: found `{`, expected a key in double quotes", #"2 {"b":2}"#])
    #expect(
      Self.read("{\"a\":\n{\"b\":2}\n{\"c\":3}\n[4]\n")
        == ["1 ! line 3, column 1: found `{`, expected `,` or `}`", #"3 {"c":3}"#, "4 [4]"])
    #expect(
      Self.read("{\"a\":\"x\n1\n\"y\"\n[2]")
        == ["1 ! column 8: found ` `, expected control characters as \\u escapes", "4 [2]"])
    #expect(Self.read("{]}\n{}\n") == ["1 ! column 2: found `]`, expected a key in double quotes", "2 {}"])
    #expect(Self.read("}{}\n{}\n") == ["1 ! column 1: found `}`, expected a JSON value", "2 {}"])
    #expect(
      Self.read("{} é\n{}\n") == [
        "1 {}", "1 ! column 4: found a character that is not ASCII, expected a JSON value", "2 {}",
      ])
  }

  @Test("Outside of objects and arrays, a line that begins like a string or a number is read again, too")
  func scalarRecovery() {
    #expect(
      Self.read("1\nfour\nfive\n6\n\"x\"\n")
        == ["1 1", "2 ! column 2: found `o`, expected `false`", "4 6", #"5 "x""#])
  }

  @Test(
    "What may not follow",
    arguments: [
      ("12x", "column 3: found `x`, expected nothing more"), ("truex", "column 5: found `x`, expected nothing more"),
      ("1,2", "column 2: found `,`, expected nothing more"), ("01", "column 2: found `1`, expected nothing more"),
      ("1-2", "column 2: found `-`, expected nothing more"), ("-x", "column 2: found `x`, expected a digit"),
      ("tru ", "column 4: found ` `, expected `true`"), ("[1,]", "column 4: found `]`, expected a JSON value"),
      ("[1 2]", "column 4: found `2`, expected `,` or `]`"), ("{\"a\" 1}", "column 6: found `1`, expected `:`"),
      ("{\"a\":1,}", "column 8: found `}`, expected a key in double quotes"),
      ("[\"\\x\"]", "column 4: found `x`, expected one of `\"\\/bfnrtu` after `\\`"),
      ("[\"\\u12g\"]", "column 7: found `g`, expected four hex digits after `\\u`"),
      ("[1.]", "column 4: found `]`, expected a digit"), ("[1e]", "column 4: found `]`, expected a digit"),
      ("{", "column 2: the text ends here; expected a key in double quotes"),
      ("[\"é", "column 4: the text ends here; expected `\"`"),
      ("-", "column 2: the text ends here; expected a digit"), ("nul", "column 4: the text ends here; expected `null`"),
    ])
  func problems(text: String, why: String) { #expect(Self.read(text) == ["1 ! \(why)"]) }

  @Test("A value with the structure of JSON that is none is malformed, and the next is not")
  func contents() {
    #expect(
      Self.read(#"["\ud800"][1e999] 1"#) == [
        "1 ! column 4: found `u`, expected a pair of surrogates",
        "1 ! column 12: found `1`, expected a number up to 1.8e308", "1 1",
      ])
    var reader = JSONValueReader()
    #expect(reader.all([0x22, 0xFF, 0x22, 0x31, 10]) == ["1 ! not UTF-8", "1 1"])
  }

  @Test("Values nest as deep as a JSON text may")
  func nesting() {
    let deepest = String(repeating: "[", count: Value.nestingLimit) + String(repeating: "]", count: Value.nestingLimit)
    #expect(Self.read(deepest + "\n" + deepest).count == 2)
    #expect(
      Self.read("[" + deepest + "]\n[2]\n")
        == ["1 ! column 65: found `[`, expected at most 64 levels of nesting", "2 [2]"])
  }

  @Test("A value that is too long is malformed, and the next line that begins one is not")
  func tooLong() {
    let why = "longer than 8 bytes too long"
    #expect(
      Self.read("[123456]\n[1234567]\n{\"a\":\n1234}\n[3]", limit: 8) == [
        "1 [123456]", "2 ! \(why)", "3 ! \(why)", "5 [3]",
      ])
    #expect(Self.read("\"12345678\"\n7\n", limit: 8) == ["1 ! \(why)", "2 7"])
    #expect(Self.read("[      \n\n[2]\n", limit: 8) == ["1 ! \(why)", "3 [2]"])
    // The byte that is too much begins a value.
    #expect(Self.read("[      \n[2]\n", limit: 8) == ["1 ! \(why)", "2 [2]"])
  }

  @Test("A value of too many parts is malformed")
  func parts() {
    let large = "[" + Array(repeating: "1", count: Value.maximumParts + 1).joined(separator: ",") + "]"
    #expect(Self.read("\(large)\n2") == ["1 ! a value of more than 100000 parts", "2 2"])
  }

  @Test("An unfinished value can be dropped, and the number of lines continues")
  func cut() {
    var reader = JSONValueReader(after: 4)
    #expect(reader.read("{}\n{\"a\":\n".utf8).map(\.text) == ["5 {}"])
    #expect(reader.cut("rewritten").map(\.text) == ["6 ! rewritten"])
    #expect(reader.all("[1]".utf8) == ["7 [1]"])
  }

  /// A text of JSON values and what is between them.
  private static func value(_ random: inout SplitMix64, _ depth: Int = 0) -> String {
    func space(_ random: inout SplitMix64) -> String { random.pick(["", "", " ", "\n  ", "\r\n\t"]) }
    switch random.below(depth < 4 ? 7 : 4) {
    case 0: return random.pick(["0", "-1", "2.5e-3", "1234567890"])
    case 1: return random.pick(["true", "false", "null"])
    case 2, 3: return random.pick(["\"\"", "\"é🙂\"", "\"\\\"}{\\\\\"", "\"\\u00e9 [\""])
    case 4, 5:
      let members = (0..<random.below(4)).map {
        space(&random) + "\"k\($0)\"" + space(&random) + ":" + space(&random) + value(&random, depth + 1)
      }
      return "{" + members.joined(separator: ",") + space(&random) + "}"
    default:
      let elements = (0..<random.below(4)).map { _ in space(&random) + value(&random, depth + 1) + space(&random) }
      return "[" + elements.joined(separator: ",") + space(&random) + "]"
    }
  }

  @Test("Random values, printed in any way, are the same values", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (0..<random.below(12)).map { _ in Self.value(&random) }
    let stream = texts.map { $0 + random.pick(["\n", " ", "\n\n"]) }.joined()
    var reader = JSONValueReader()
    let contents = (reader.read(stream.utf8) + reader.finish()).map(\.content)
    #expect(try contents == texts.map { .value(try Value(json: $0)) })
  }
}
