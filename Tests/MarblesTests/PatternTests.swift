import Marbles
import Testing

@Suite struct PatternTests {
  /// All matches of a pattern: the whole text and its groups, `nil` for one that took no part.
  private func matches(_ pattern: String, _ text: String) throws -> [[String?]] {
    try Pattern(parsing: pattern).matches(in: text).map { match in
      [String(match.text)] + match.groups.map { $0.map(String.init) }
    }
  }

  @Test func namesAndNumbers() throws {
    let pattern = try Pattern(parsing: #"(?<ip>\S+) (.*) (?<status>\d+)(x)?"#)
    #expect(pattern.groups.map(\.name) == ["ip", nil, "status", nil])
    #expect(pattern.groups.map(\.number) == [1, 2, 3, 4])
    let text = "log: 10.0.0.7 GET / 200."
    let match = try #require(pattern.firstMatch(in: text))
    #expect(match.text == "log: 10.0.0.7 GET / 200")
    #expect(match.range == text.startIndex..<text.index(before: text.endIndex))
    #expect(match["ip"] == "log:")
    #expect(match["status"] == "200")
    #expect(match[0] == match.text)
    #expect(match[2] == "10.0.0.7 GET /")
    #expect(match[4] == nil)
    #expect(match[5] == nil)
    #expect(match[-1] == nil)
    #expect(match["other"] == nil)
  }

  @Test func modes() throws {
    let pattern = try Pattern(parsing: "a|ab")
    #expect(pattern.firstMatch(in: "xab")?.text == "a")
    #expect(pattern.prefixMatch(in: "ab")?.text == "a")
    #expect(pattern.prefixMatch(in: "xab") == nil)
    #expect(pattern.wholeMatch(in: "ab")?.text == "ab")
    #expect(pattern.wholeMatch(in: "abx") == nil)
    #expect(pattern.isMatch(in: "xab"))
    #expect(!pattern.isMatch(in: "xb"))
  }

  @Test(
    "A group in a loop has its last text, also from an empty turn",
    arguments: [
      ("(?:(a)|b)*", "ab", [["ab", "a"], ["", nil]]),
      ("(a?)*", "aa", [["aa", ""], ["", ""]]),
      ("(?:(x?)(|y))*", "x", [["x", "", ""], ["", "", ""]]),
      ("(|a)*", "aa", [["", ""], ["", ""], ["", ""]]),
      ("(|a)+b", "aab", [["aab", ""]]),
      ("(a|b?)*c", "abc", [["abc", ""]]),
      ("a*", "aab", [["aa"], [""], [""]]),
    ] as [(String, String, [[String?]])])
  func loops(pattern: String, text: String, expected: [[String?]]) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(
    "Characters are what a reader sees",
    arguments: [
      (".", "👩‍👩‍👧e\u{301}", [["👩‍👩‍👧"], ["e\u{301}"]]),
      ("e", "e\u{301} e", [["e"]]),
      ("é", "e\u{301} é", [["e\u{301}"], ["é"]]),
      (#"e\u{301}"#, "é", [["é"]]),
      ("[è-ê]", "e\u{301}", [["e\u{301}"]]),
      (#"\r\n"#, "a\r\nb", [["\r\n"]]),
      (#"\n"#, "a\r\nb", []),
      (#"\R"#, "a\r\nb\u{2028}", [["\r\n"], ["\u{2028}"]]),
      ("(?i)k", "K\u{212A}", [["K"], ["\u{212A}"]]),
      ("(?i)[k]", "K\u{212A}", [["K"]]),
      ("(?i)σ", "Σς", [["Σ"]]),
      (#"\d"#, "1²٣x", [["1"], ["²"], ["٣"]]),
    ] as [(String, String, [[String?]])])
  func graphemes(pattern: String, text: String, expected: [[String?]]) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(
    "Flags hold up to the end of their group",
    arguments: [
      ("a(?i)b|c", "aB C A", [["aB"], ["C"]]),
      ("(?:(?i)b)c", "Bc BC", [["Bc"]]),
      ("(?i)a(?-i)b", "Ab AB", [["Ab"]]),
      ("(?m)^.$", "a\r\nb", [["a"], ["b"]]),
      ("^.$", "a\nb", []),
      ("(?s).+", "a\nb", [["a\nb"]]),
      (#"a\Z"#, "a\n", [["a"]]),
    ] as [(String, String, [[String?]])])
  func flags(pattern: String, text: String, expected: [[String?]]) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test func words() throws {
    #expect(try matches(#"\b\w.*?\b"#, "don't 3.14 a_b") == [["don't"], ["3.14"], ["a_b"]])
    #expect(try matches(#"\b."#, "日本 ab\u{301}") == [["日"], ["本"], [" "], ["a"]])
  }

  @Test func equality() throws {
    #expect(try Pattern(parsing: "a") == Pattern(parsing: "a"))
    #expect(try Pattern(parsing: "é") != Pattern(parsing: "e\u{301}"))
    #expect(Set([try Pattern(parsing: "a"), try Pattern(parsing: "a"), try Pattern(parsing: "b")]).count == 2)
  }

  // MARK: Time

  @Test(
    "What explodes elsewhere takes steps in proportion to the text",
    arguments: [
      "(a+)+$", "(a|aa)*b", "(.*)*x", "(a*)*b", "(?:a?){30}a{30}b", "(?:(?:(?:a*)*)*)*b", ".*.*.*b", #"(\w+\s?)*\bb"#,
    ])
  func linear(source: String) throws {
    let pattern = try Pattern(parsing: source)
    func steps(_ text: String) -> Int {
      var steps = 0
      let match = pattern.firstMatch(in: text) { (more: Int) throws(Never) in steps += more }
      #expect(match == nil)
      return steps
    }
    for character in ["a", "á"] {
      let text = String(repeating: character, count: 400)
      let (once, fourTimes) = (steps(text + "!"), steps(text + text + text + text + "!"))
      #expect(Double(fourTimes) <= 4.1 * Double(once))
      #expect(once <= 200 * text.count)
    }
  }

  @Test func aThrownErrorEndsTheSearch() throws {
    struct Exhausted: Error {}
    let pattern = try Pattern(parsing: "(a|aa)*b")
    let text = String(repeating: "a", count: 1_000_000)
    var steps = 0
    #expect(throws: Exhausted.self) {
      try pattern.firstMatch(in: text) { (more: Int) throws(Exhausted) in
        steps += more
        if steps > 200_000 { throw Exhausted() }
      }
    }
    #expect(steps < 250_000)
  }
}
