import Marbles
import Testing

@Suite struct JSONTests {
  @Test(
    "every kind of value",
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false\r\n", .bool(false)), ("0", .int(0)), ("-0", .int(0)),
      ("9223372036854775807", .int(.max)), ("9223372036854775808", .double(9_223_372_036_854_775_808)),
      ("1.0", .double(1)), ("1e2", .double(100)), ("-2.5E-1", .double(-0.25)),
      ("5e-324", .double(.leastNonzeroMagnitude)),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC\uD83D\uDE42""#, "é€🙂"),
      ("[]", .array([])), ("[1, [2] ,\"3\"]", .array([1, .array([2]), "3"])), ("{}", .object([:])),
      (#"{"a":1,"b":{"c":null}}"#, .object(["a": 1, "b": .object(["c": .null])])),
      (#"{"a":1,"a":2}"#, .object(["a": 2])),
    ] as [(String, Value)])
  func values(text: String, value: Value) throws {
    #expect(try Value(json: text) == value)
  }

  @Test("a whole number with a fraction stays a double, and its sign") func doubles() throws {
    for double in [1.0, -0.0, 0.1, 1e16, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3] {
      guard case .double(let read) = try Value(json: Value.double(double).json) else {
        Issue.record("\(double) is read as another kind")
        continue
      }
      #expect(read.value.bitPattern == double.bitPattern)
    }
  }

  @Test(
    "what is not JSON is refused, with the column and what was expected",
    arguments: [
      ("", "column 1: the text ends here; expected a JSON value"),
      ("nul", "column 4: the text ends here; expected `null`"),
      ("nulL", "column 4: found `L`, expected `null`"),
      ("01", "column 2: found `1`, expected nothing more"),
      ("1.", "column 3: the text ends here; expected a digit"),
      (".5", "column 1: found `.`, expected a JSON value"),
      ("+1", "column 1: found `+`, expected a JSON value"),
      ("1e", "column 3: the text ends here; expected a digit"),
      ("-", "column 2: the text ends here; expected a digit"),
      ("1e999", "column 1: found `1`, expected a number up to 1.8e308"),
      ("NaN", "column 1: found `N`, expected a JSON value"),
      ("[1,]", "column 4: found `]`, expected a JSON value"),
      ("[1 2]", "column 4: found `2`, expected `,` or `]`"),
      ("{a:1}", "column 2: found `a`, expected a key in double quotes"),
      (#"{"a" 1}"#, "column 6: found `1`, expected `:`"),
      (#"{"a":1,}"#, "column 8: found `}`, expected a key in double quotes"),
      (#"{"a":1"#, "column 7: the text ends here; expected `,` or `}`"),
      (#""é🙂"#, "column 4: the text ends here; expected `\"`"),
      ("\"🙂\t\"", "column 3: found ` `, expected control characters as \\u escapes"),
      (#""\x""#, "column 3: found `x`, expected one of `\"\\/bfnrtu` after `\\`"),
      (#""\u12g4""#, "column 6: found `g`, expected four hex digits after `\\u`"),
      (#""\uD83D""#, "column 3: found `u`, expected a pair of surrogates"),
      (#""\uD83D\u0041""#, "column 3: found `u`, expected a pair of surrogates"),
      (#""\uDE42""#, "column 3: found `u`, expected a pair of surrogates"),
      ("1 1", "column 3: found `1`, expected nothing more"),
    ])
  func rejections(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try Value(json: text) }
    #expect(error?.description == message)
  }

  @Test("nesting is limited to 64 levels") func nesting() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try Value(json: deepest).json == deepest)
    let error = #expect(throws: JSONError.self) { try Value(json: String(repeating: "[", count: 1_000_000)) }
    #expect(error?.description == "column 65: found `[`, expected at most 64 levels of nesting")
  }

  @Test("a megabyte of string or array is read in linear time") func large() throws {
    let array = "[" + String(repeating: "1,", count: 100_000) + "1]"
    #expect(try Value(json: array).json == array)
    let string = "\"" + String(repeating: "é", count: 100_000) + "\""
    #expect(try Value(json: string).json == string)
  }

  @Test(
    arguments: [
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("-0", .int(0)),
      ("9223372036854775808", .double(0x1p63)), ("-9223372036854775809", .double(-0x1p63)),
    ] as [(String, Value)])
  func wholeNumbersOf64BitsAreExact(text: String, value: Value) throws {
    #expect(try Value(json: text) == value)
  }

  @Test func bytesThatAreNotUTF8AreRejectedInEachStringForm() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0xFF]] {
      #expect(throws: JSONError.self) { try Value(json: bytes) }
    }
  }
}
