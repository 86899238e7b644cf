import Testing

@testable import Marbles

/// Objects that keep the text from which they were read.
@Suite struct MembersTests {
  private static func read(_ text: String) -> Value? { Value(line: Array(text.utf8)) }

  private static let objects = [
    "{}", " { } ", #"{"a":1}"#, #"{"a":{"b":[1,{"c":2}]},"d":"x"}"#, #"{"a":1,"b":2,"a":3}"#, #"{"\u0061":1,"b\n":2}"#,
    #"{"a":1,"\u0061":2}"#, #"{"e":-0.5e-3,"f":1E5,"g":true,"h":false,"i":null}"#,
    #"{"é":"😀","s":"\ud83d\ude00 \" \\ \/"}"#,
    "{\t\"a\" :\r\n 1 }", #"{"a":[[[[]]]],"b":{"":{}}}"#, #"{"long":12345678901234567890}"#,
  ]

  @Test("An object that keeps its text is the object that the parser makes of it", arguments: objects)
  func isTheSame(text: String) throws {
    let (value, parsed) = (try #require(Self.read(text)), try Value(json: text))
    #expect(value == parsed && parsed == value && value.hashValue == parsed.hashValue && value.json == parsed.json)
    guard case .object(let members) = value, case .object(let expected) = parsed else { return }
    #expect(members.count == expected.count && members.isEmpty == expected.isEmpty)
    #expect(Set(members.keys) == Set(expected.keys) && members.values.count == expected.count)
    for (name, member) in expected { #expect(members[name] == member) }
    #expect(members["none"] == nil && members[""] == expected[""])
    #expect(try #require(value.parts) >= #require(parsed.parts))
  }

  @Test(
    "What the parser refuses keeps no text",
    arguments: [
      "", "{", "{}x", "1", "[]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":-}",
      "{\"a\":1e}", "{\"a\":tru}", "{\"a\":\"\t\"}", #"{"a":"\x"}"#, #"{"a":"\ud800"}"#, #"{"\q":1}"#, "{\"a\":1e999}",
      "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\" 1}", "{\"a\":\"x}", #"{"a":"\"#, #"{"a":"\u00"}"#,
    ]) func refused(text: String)
  { #expect(Self.read(text) == nil) }

  @Test("So do bytes that are no UTF-8, objects that nest too deep, and those with many members") func limits() {
    #expect(Value(line: Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)) == nil)
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    #expect(Self.read(nested(Value.nestingLimit)) != nil && Self.read(nested(Value.nestingLimit + 1)) == nil)
    func wide(_ count: Int) -> String { "{" + (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}" }
    #expect(Self.read(wide(ObjectText.mostMembers)) != nil && Self.read(wide(ObjectText.mostMembers + 1)) == nil)
  }

  @Test("Random texts are read as the parser reads them") func random() throws {
    var random = SplitMix64(seed: 1)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "\"\"", "1", "-2.5", "1e3", "true", "null", " ", "\\", "\"",
      "\u{e9}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1..<14, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      let whole = Bool.random(using: &random) ? "{\"a\":\(text)}" : text
      let parsed = try? Value(json: whole)
      let isObject = if case .object? = parsed { true } else { false }
      #expect(Self.read(whole) == (isObject ? parsed : nil), "\(whole)")
    }
  }

  @Test("An unchanged object is written as it was read, also within others; other objects have sorted members")
  func asRead() throws {
    func written(_ value: Value) -> String {
      var text = ""
      value.writeAsRead(to: &text)
      return text
    }
    let text = #"{"z":1, "a":12345678901234567890,"f":1.0,"g":1e3}"#
    var value = try #require(Self.read(text))
    #expect(written(value) == text)
    #expect(written(.array([value, .tuple([1, value])])) == "[\(text),[1,\(text)]]")
    #expect(written(.object(["y": value, "b": 1])) == #"{"b":1,"y":"# + text + "}")
    // Line breaks, and characters that control a terminal, are not.
    #expect(
      written(try #require(Self.read("{\"z\":1,\n\"a\":\"\u{9b}\u{7f}\u{2028}\"}")))
        == #"{"z":1,"a":"\u009b\u007f\u2028"}"#)
    guard case .object(var members) = value else { return }
    members["z"] = 2
    value = .object(members)
    // What was not changed keeps its spelling.
    #expect(written(value) == #"{"a":12345678901234567890,"f":1.0,"g":1e3,"z":2}"# && members.count == 4)
  }
}
