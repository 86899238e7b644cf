import Marbles
import Testing

@testable import Inputs

/// logfmt and words: each line is a record.
@Suite struct SingleLineReaderTests {
  private static func read(_ text: String, _ format: SingleLineReader.Format) -> String? {
    guard let record = SingleLineReader.record(Array(text.utf8), format, number: 1) else { return nil }
    return String(record.text.dropFirst(2))
  }

  @Test(
    "logfmt: pairs, keys alone, numbers and quotes",
    arguments: [
      (
        #"level=info msg="hello \"world\"" dur=1.5ms flag"#,
        #"{"dur":"1.5ms","flag":true,"level":"info","msg":"hello \"world\""}"#
      ),
      ("a=1 b=2.5 c=007 d=-1e2", #"{"a":1,"b":2.5,"c":"007","d":-100.0}"#),
      (#"n="12" t=true u=null"#, #"{"n":"12","t":"true","u":"null"}"#),
      ("a= b=x", #"{"a":"","b":"x"}"#), (#"a="""#, #"{"a":""}"#),
      ("  a=1\t b=2  ", #"{"a":1,"b":2}"#), ("a=1 a=2", #"{"a":2}"#),
      ("url=/x?a=b&c=\"d\" k=1", #"{"k":1,"url":"/x?a=b&c=\"d\""}"#),
      (#"m="a\nb\tc\u00e9\\" k=1"#, #"{"k":1,"m":"a\nb\tcé\\"}"#),
      (#"m="C:\dir\n\"q\"""#, #"{"m":"C:\\dir\n\"q\""}"#),
      ("é=ü", #"{"é":"ü"}"#),
    ])
  func logfmt(text: String, value: String) { #expect(Self.read(text, .logfmt) == value) }

  @Test(
    "logfmt: what does not fit has a column",
    arguments: [
      ("hello world", "column 12: the text ends here; expected a pair such as key=value"),
      ("=1", "column 1: found `=`, expected a key"), ("a=1 =2", "column 5: found `=`, expected a key"),
      (#""a"=1"#, #"column 1: found `"`, expected a key"#),
      (#"é"a"=1"#, #"column 2: found `"`, expected `=` or a space after the key"#),
      (#"a="x"#, #"column 5: the text ends here; expected `"`"#),
      (#"a="x\"#, #"column 6: the text ends here; expected `"`"#),
      (#"a="x"y"#, "column 6: found `y`, expected a space after the quote"),
      (#"a="x"é b=1"#, "column 6: found `é`, expected a space after the quote"),
    ])
  func logfmtProblems(text: String, why: String) { #expect(Self.read(text, .logfmt) == "! \(why)") }

  @Test(
    "Words: what white space separates, as text or numbers",
    arguments: [
      ("a 1 2.5 007", #"["a",1,2.5,"007"]"#), ("  a\t\tb\u{C}c ", #"["a","b","c"]"#),
      ("10.35% 5MiB / 1GiB", #"["10.35%","5MiB","/","1GiB"]"#), ("\"a b\"", #"["\"a","b\""]"#),
    ])
  func words(text: String, value: String) { #expect(Self.read(text, .words) == value) }

  @Test("Blank lines are skipped in each format", arguments: ["", " ", "\t \r"])
  func blank(text: String) {
    for format in [SingleLineReader.Format.logfmt, .clf, .words] { #expect(Self.read(text, format) == nil) }
  }

  @Test("Lines have numbers, limits and marks for odd bytes")
  func lines() {
    var reader = SingleLineReader(.words, limit: 5)
    let bytes = Array("\u{FEFF}a 1\r\n\n123456\nb\0\n".utf8) + [0x63, 0xFF]
    #expect(
      reader.all(bytes)
        == [
          #"1 ["a",1]"#, "3 ! longer than 5 bytes too long", #"4 ["b\u0000"] invalid"#, #"5 ["c�"] invalid"#,
        ])
    #expect(reader.lineCount == 5)
    var later = SingleLineReader(.logfmt, after: 9)
    #expect(later.read("a=1\nb=".utf8).map(\.number) == [10])
    #expect(later.cut("gone").map(\.text) == ["11 ! gone"])
    #expect(later.finish() == [])
  }

  @Test("A line of too many words is malformed")
  func parts() {
    let line = String(repeating: "1 ", count: Value.maximumParts)
    #expect(Self.read(line, .words) == "! a value of more than 100000 parts")
  }
}
