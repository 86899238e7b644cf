import Marbles
import Testing

@testable import Inputs

/// The common and the combined log format.
@Suite struct CommonLogTests {
  private static func read(_ text: String) -> LineRecord? {
    SingleLineReader.record(Array(text.utf8), .clf, number: 1)
  }

  private static let start = #"10.0.0.1 - ann [24/Nov/2026:07:00:01 +0000] "#

  private static func members(_ text: String) -> [String: Value]? {
    guard case .value(.object(let members))? = read(text)?.content else { return nil }
    return members.dictionary
  }

  @Test("The common format: each part is a member, and - is null")
  func common() {
    let record = Self.read(#"10.0.0.1 - - [24/Nov/2026:07:00:01 +0000] "GET /api/a?x=1 HTTP/1.1" 200 512"#)
    #expect(
      record?.text
        == #"1 {"host":"10.0.0.1","ident":null,"method":"GET","path":"/api/a?x=1","protocol":"HTTP/1.1","size":512,"#
        + #""status":200,"time":"24/Nov/2026:07:00:01 +0000","user":null}"#)
    #expect(record?.sourceTime == .seconds(1_795_503_601))
  }

  @Test("The combined format has a referrer and an agent, and what a server appends")
  func combined() {
    let line = Self.start + #""POST / HTTP/2.0" 404 - "-" "curl/8 \"x\" \xc3\xa9""#
    let members = Self.members(line)
    #expect(members?["user"] == "ann" && members?["status"] == 404 && members?["size"] == .null)
    #expect(members?["referrer"] == .null && members?["agent"] == #"curl/8 "x" é"#)
    #expect(members?.count == 11)
    #expect(Self.members(line + #" 42 "web" 3ms"# + " \r")?["rest"] == #"42 "web" 3ms"#)
  }

  @Test(
    "A time is one of the format, or of RFC 3339",
    arguments: [
      ("10/Oct/2000:13:55:36 -0700", 971_211_336), ("01/Jan/1970:00:00:00 +0000", 0),
      ("29/Feb/2024:23:59:59 +0530", 1_709_231_399), ("2000-10-10T13:55:36-07:00", 971_211_336),
    ])
  func times(text: String, seconds: Int) {
    #expect(CommonLog.time(text) == .seconds(seconds))
    let record = Self.read(#"h - - [\#(text)] "GET / HTTP/1.1" 200 1"#)
    #expect(record?.sourceTime == .seconds(seconds))
  }

  @Test(
    "What is no time",
    arguments: [
      "", "x", "10/Oct/2000", "10/Okt/2000:13:55:36 -0700", "1/Oct/2000:13:55:36 -0700", "10/Oct/2000:13:55:36",
      "10/Oct/2000:13:55:36 ", "10/Oct/2000:25:55:36 -0700", "10/Oct/2000:13:55:36 -0700 x",
      "10/10/2000:13:55:36 -0700",
    ])
  func noTimes(text: String) { #expect(CommonLog.time(text) == nil) }

  @Test("A request that is none of HTTP is a path")
  func requests() {
    let requests: [(String, [Value])] = [
      ("GET /a b HTTP/1.1", ["GET", "/a b", "HTTP/1.1"]), ("GET /", ["GET", "/", .null]),
      ("M-SEARCH * HTTP/1.1", ["M-SEARCH", "*", "HTTP/1.1"]), ("-", [.null, .null, .null]), ("", [.null, "", .null]),
      ("get / HTTP/1.1", [.null, "get / HTTP/1.1", .null]), (#"\x16\x03\x01"#, [.null, #"\x16\x03\x01"#, .null]),
      (#"GET /\"x\\ HTTP/1.1"#, ["GET", #"/"x\"#, "HTTP/1.1"]), (#"a\xff"#, [.null, #"a\xff"#, .null]),
      (#"a\x2"#, [.null, #"a\x2"#, .null]), (" ", [.null, " ", .null]),
    ]
    for (request, parts) in requests {
      let members = Self.members(Self.start + "\"\(request)\" 400 0")
      #expect(["method", "path", "protocol"].map { members?[$0] } == parts, "\(request)")
    }
  }

  @Test("What does not fit has a column")
  func problems() {
    let request = #""GET / HTTP/1.1""#
    let problems: [(String, String)] = [
      ("hello", "column 6: the text ends here; expected a space after the host"),
      ("a b c d", "column 7: found `d`, expected `[`"),
      ("a  c", "column 3: found ` `, expected the ident"),
      ("a b c [x", "column 9: the text ends here; expected `]`"),
      ("a b c [x]", "column 8: found `x`, expected a time such as 24/Nov/2026:07:00:01 +0000"),
      ("a b c [-] GET", "column 11: found `G`, expected the request in quotes"),
      (Self.start + #""GET"#, #"column 49: the text ends here; expected `"`"#),
      (Self.start + #""GET\"#, #"column 50: the text ends here; expected `"`"#),
      (Self.start + request, "column 61: the text ends here; expected a space after the request"),
      (Self.start + request + " 20 1", "column 62: found `2`, expected a status of three digits"),
      (Self.start + request + " OK. 1", "column 62: found `O`, expected a status of three digits"),
      (Self.start + request + " 200 1.5", "column 66: found `1`, expected a size in bytes, or -"),
      (Self.start + request + " 200", "column 65: the text ends here; expected a space after the status"),
      (Self.start + request + " 200 1 x", "column 68: found `x`, expected the referrer in quotes"),
      (Self.start + request + #" 200 1 "é" x"#, "column 72: found `x`, expected the agent in quotes"),
      (Self.start + request + #" 200 1 "é" "x"y"#, "column 75: found `y`, expected a space or the end"),
      ("web:80 10.0.0.1 - - [24/Nov/2026:07:00:01 +0000]", "column 19: found `-`, expected `[`"),
    ]
    for (line, why) in problems { #expect(Self.read(line)?.text == "1 ! \(why)", "\(line)") }
  }
}
