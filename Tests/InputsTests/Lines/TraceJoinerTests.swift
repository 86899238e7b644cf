import Marbles
import Testing

@testable import Inputs

/// Lines of a stack trace become one value.
@Suite struct TraceJoinerTests {
  private static func read(_ text: String, limit: Int = 1 << 20) -> [String] {
    var joiner = TraceJoiner(limit: limit)
    return joiner.all(text.utf8)
  }

  @Test("A trace is one value with the number of its first line")
  func joined() {
    #expect(
      Self.read(
        """
        start
        java.lang.Error: no
        \tat a.B.c(B.java:1)
            indented
        at d()
        Caused by: x
        ... 12 more
        \t... 3 more
        end

        """)
        == [
          #"1 "start""#,
          #"2 "java.lang.Error: no\n\tat a.B.c(B.java:1)\n    indented\nat d()\nCaused by: x\n... 12 more\n\t... 3 more""#,
          #"9 "end""#,
        ])
    #expect(Self.read("a\r\n b\r\nc") == [#"1 "a\n b""#, #"3 "c""#])
  }

  @Test(
    "What begins a record of its own",
    arguments: [
      "", "at", "attic", "... more", "...12 more", "... 12 more x", "... x more", "Caused", "caused by: x", "\u{A0}x",
    ])
  func begins(line: String) { #expect(!TraceJoiner.continues(Array(line.utf8))) }

  @Test("A blank line is a record, and a first line that continues nothing is one, too")
  func alone() {
    #expect(Self.read(" x\n y\n\nz\n") == [#"1 " x\n y""#, #"3 """#, #"4 "z""#])
    #expect(Self.read("") == [])
  }

  @Test("The last record is given when the next begins, or at a pause, or at the end")
  func pause() {
    var joiner = TraceJoiner()
    #expect(joiner.read("a\n b\n".utf8) == [])
    #expect(joiner.isWaiting)
    #expect(joiner.pause()?.text == #"1 "a\n b""#)
    #expect(!joiner.isWaiting && joiner.pause() == nil)
    #expect(joiner.read(" c\nd".utf8) == [])
    #expect(joiner.read("\n".utf8).map(\.text) == [#"3 " c""#])
    #expect(joiner.read("e".utf8) == [])
    #expect(joiner.finish().map(\.text) == [#"4 "d""#, #"5 "e""#])
  }

  @Test("A record that is too long is malformed with all of its lines")
  func tooLong() {
    let why = "longer than 6 bytes too long"
    #expect(Self.read("abc\n 4\n 5\n 6\nx\n y\n", limit: 6) == ["1 ! \(why)", #"5 "x\n y""#])
    #expect(Self.read("abc\n 4\nx\n1234567\n y\nz", limit: 6) == [#"1 "abc\n 4""#, #"3 "x""#, "4 ! \(why)", #"6 "z""#])
  }

  @Test("Odd bytes are replaced and noted, and an unfinished line can be dropped")
  func odd() {
    var joiner = TraceJoiner()
    #expect(joiner.read([0x61, 10, 0x20, 0xFF, 10, 0x62]) == [])
    #expect(joiner.cut("rewritten").map(\.text) == [#"1 "a\n �" invalid"#, "3 ! rewritten"])
    #expect(joiner.finish() == [])
  }
}
