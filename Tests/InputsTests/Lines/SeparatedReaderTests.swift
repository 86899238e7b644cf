import Marbles
import Testing

@testable import Inputs

/// CSV and TSV: records of fields after a header line.
@Suite struct SeparatedReaderTests {
  private static func csv(_ text: String, limit: Int = 1 << 20) -> [String] {
    var reader = SeparatedReader(.csv, limit: limit)
    return reader.all(text.utf8)
  }

  private static func tsv(_ text: String) -> [String] {
    var reader = SeparatedReader(.tsv)
    return reader.all(text.utf8)
  }

  @Test("A header line names the members, and each record is an object")
  func records() {
    #expect(
      Self.csv("time,host,cpu\n1,web,7\n2,db,2.5\n")
        == [#"2 {"cpu":7,"host":"web","time":1}"#, #"3 {"cpu":2.5,"host":"db","time":2}"#])
    #expect(Self.csv("a,b\r\n1,2\r\n3,4") == [#"2 {"a":1,"b":2}"#, #"3 {"a":3,"b":4}"#])
    #expect(Self.csv("\u{FEFF}a,b\n1,\n") == [#"2 {"a":1,"b":""}"#])
    #expect(Self.csv("\u{FEFF}\"a\",b\n1,2\n") == [#"2 {"a":1,"b":2}"#])
    #expect(Self.csv("a,b\n") == [])
    #expect(Self.csv("") == [])
    #expect(Self.csv("\u{FEFF}") == [])
  }

  @Test("Blank lines are skipped, and counted")
  func blank() {
    #expect(Self.csv("\n\r\na,b\n\n1,2\n\r\n3,4\n") == [#"5 {"a":1,"b":2}"#, #"7 {"a":3,"b":4}"#])
    #expect(Self.csv("a\n\"\"\n\n7\n") == [#"2 {"a":""}"#, #"4 {"a":7}"#])
  }

  @Test("A number is a field that JSON writes like this, if its value keeps what the text says")
  func numbers() {
    let numbers: [(String, Value)] = [
      ("0", 0), ("7", 7), ("-7", -7), ("2.5", 2.5), ("-0.5", -0.5), ("1.50", 1.5), ("1e3", 1000.0), ("1E+3", 1000.0),
      ("25e-1", 2.5), ("0.0", 0.0), ("0e9", 0.0),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("9223372036854775808.0", 0x1p63),
    ]
    let texts = [
      "", "007", "00", "+1", "1_000", "1.000.000", "9223372036854775808", "-9223372036854775809", "-0", "-", "--1",
      "-01",
      ".5", "5.", "1e", "1e+", "e5", "1e999", "-1e999", "1e-999", " 1", "1 ", "0x1F", "1f", "NaN", "inf", "Infinity",
      "true",
      "null", "1,0", "٣", "１", "1.5ms", "12:30", "1-2", "\0",
    ]
    var isInvalid = false
    for (text, value) in numbers {
      #expect(FieldValue.value(Array(text.utf8)[...], isInvalid: &isInvalid) == value, "\(text)")
      // What JSON says of it.
      #expect((try? Value(json: text)) == value, "\(text)")
    }
    for text in texts {
      #expect(FieldValue.value(Array(text.utf8)[...], isInvalid: &isInvalid) == .string(text), "\(text)")
    }
  }

  @Test("In quotes, separators, quotes and line breaks are text, and the number is that of the first line")
  func quotes() {
    #expect(Self.csv("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n") == [#"2 {"a":"x,y","b":"say \"hi\""}"#])
    #expect(
      Self.csv("a,b\n\"1\r\n2\n\",x\n3,4\n") == [#"2 {"a":"1\r\n2\n","b":"x"}"#, #"5 {"a":3,"b":4}"#])
    #expect(Self.csv("a,b\n\"7\",\"\"\r\n\"\"\"\",\"x\"") == [#"2 {"a":7,"b":""}"#, #"3 {"a":"\"","b":"x"}"#])
    #expect(Self.csv("\"a\nb\",c\n1,2\n") == [#"3 {"a\nb":1,"c":2}"#])
    #expect(Self.csv("a,b\n5\" disk,x\"y\"\n") == [#"2 {"a":"5\" disk","b":"x\"y\""}"#])
  }

  @Test("Text after a closing quote, or no closing quote, is malformed, and the next line is not")
  func badQuotes() {
    let why = "found text after a closing quote, expected `,` or a line break"
    #expect(Self.csv("a,b\n\"x\"y,1\n3,4\n") == ["2 ! \(why)", #"3 {"a":3,"b":4}"#])
    #expect(Self.csv("a,b\n\"x\" ,\"\n3,4\n") == ["2 ! \(why)", #"3 {"a":3,"b":4}"#])
    #expect(Self.csv("a,b\n\"x\"\rz\n3,4\n") == ["2 ! \(why)", #"3 {"a":3,"b":4}"#])
    #expect(Self.csv("a,b\n1,\"x\n3,4\n") == ["2 ! the text ends here; expected a closing quote"])
    #expect(Self.csv("\"a\"b\na,b\n3,4\n") == ["1 ! \(why)", #"3 {"a":3,"b":4}"#])
  }

  @Test("A record with fewer or more fields is a value, and ragged")
  func ragged() {
    #expect(
      Self.csv("a,b,c\n1\n1,2,\n1,2,3,4,x\n")
        == [#"2 {"a":1} ragged"#, #"3 {"a":1,"b":2,"c":""}"#, #"4 {"_4":4,"_5":"x","a":1,"b":2,"c":3} ragged"#])
  }

  @Test(
    "Names that are empty, long or repeated get numbers, and a name that is written keeps its field",
    arguments: [
      ("a,a,a", ["a", "a_2", "a_3"]), (",x,", ["_1", "x", "_3"]), ("a,a,a_2", ["a", "a_2_2", "a_2"]),
      ("_2,", ["_2", "_2_2"]), (" a , b\t", ["a", "b"]), ("a,\(String(repeating: "n", count: 129))", ["a", "_2"]),
      ("\"a b\",\"c,d\"", ["a b", "c,d"]),
    ])
  func names(header: String, names: [String]) {
    var reader = SeparatedReader(.csv)
    _ = reader.read((header + "\n").utf8)
    #expect(reader.names == names)
  }

  @Test("A field without a name does not take that of another")
  func extraNames() {
    #expect(Self.csv("_3,b\n1,2,3\n") == [#"2 {"_3":1,"_3_3":3,"b":2} ragged"#])
  }

  @Test("A later part of a source continues with the names and the number of lines")
  func continued() {
    var reader = SeparatedReader(.csv, names: ["a", "b"], after: 9)
    #expect(reader.all("1,2\n".utf8) == [#"10 {"a":1,"b":2}"#])
    #expect(reader.lineCount == 10)
  }

  @Test("TSV has tabs and escapes, and no quotes")
  func tabs() {
    #expect(
      Self.tsv("a\tb\n1\t\"x\"\n\"y\tz\"\n")
        == [#"2 {"a":1,"b":"\"x\""}"#, #"3 {"a":"\"y","b":"z\""}"#])
    #expect(
      Self.tsv("a\tb\r\n1\\t2\\n\\r3\t\\\\t\\q\\\r\n\t\n")
        == [#"2 {"a":"1\t2\n\r3","b":"\\t\\q\\"}"#, #"3 {"a":"","b":""}"#])
    #expect(Self.tsv("a\tb\n1\t2\t3\n4") == [#"2 {"_3":3,"a":1,"b":2} ragged"#, #"3 {"a":4} ragged"#])
  }

  @Test("A record that is too long is malformed, and the next is not")
  func tooLong() {
    #expect(
      Self.csv("a,b\n12,4\n12,45\n123,\r\n\"12\"\r\n1,2\n", limit: 4)
        == [
          #"2 {"a":12,"b":4}"#, "3 ! longer than 4 bytes too long", #"4 {"a":123,"b":""}"#, #"5 {"a":12} ragged"#,
          #"6 {"a":1,"b":2}"#,
        ])
    #expect(
      Self.csv("a,b\n\"1\n2\n3\n4\n5,6\n", limit: 6)
        == ["2 ! longer than 6 bytes, with a quote that is not closed too long", #"6 {"a":5,"b":6}"#])
  }

  @Test("More fields than a value may have parts are malformed")
  func fields() {
    let most = Value.maximumParts
    let wide = String(repeating: ",", count: most + 5)
    #expect(Self.csv("a,b\n\(wide)\n1,2\n") == ["2 ! more than \(most) fields", #"3 {"a":1,"b":2}"#])
    let exact = String(repeating: ",", count: most - 1)
    #expect(Self.csv("a,b\n\(exact)\n") == ["2 ! a value of more than \(most) parts ragged"])
  }

  @Test("Bytes that are not UTF-8 are replaced, and a NUL is kept; both are noted")
  func invalid() {
    var reader = SeparatedReader(.csv)
    #expect(
      reader.all(Array("a,b\n1,".utf8) + [0xFF, 10] + Array("x\0,2\né,3\n".utf8) + [0xC3, 0x2C, 0xA9])
        == [
          #"2 {"a":1,"b":"�"} invalid"#, #"3 {"a":"x\u0000","b":2} invalid"#, #"4 {"a":"é","b":3}"#,
          #"5 {"a":"�","b":"�"} invalid"#,
        ])
  }

  @Test("An unfinished record can be dropped")
  func cut() {
    var reader = SeparatedReader(.csv)
    #expect(reader.read("a,b\n1,2\n3,\"x\n".utf8).count == 1)
    #expect(reader.cut("rewritten").map(\.text) == ["3 ! rewritten"])
    #expect(reader.cut("rewritten") == [])
    #expect(reader.all("5,6\n".utf8) == [#"4 {"a":5,"b":6}"#])
  }
}
