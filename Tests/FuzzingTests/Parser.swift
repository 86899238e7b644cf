import Expressions
import Gzip
import Layout
import Marbles
import Narrations
import Operators
import RedisClient
import SceneFiles
import SceneUpdating
import Scenes
import Server
import Terminal
import TestSupport
import Wire

@testable import Inputs

/// A reader of texts from outside, and the texts that may take it too long.
struct Parser: Sendable {
  var name: String
  /// A text that it accepts.
  var sample: String
  var growth: Growth
  var read: @Sendable (String) throws -> Void

  init(_ name: String, _ sample: String, _ growth: Growth, _ read: @escaping @Sendable (String) throws -> Void) {
    (self.name, self.sample, self.growth, self.read) = (name, sample, growth, read)
  }

  /// Why a text is rejected for which the reader has no error.
  struct Rejected: Error {}

  static func accepted<Result>(_ results: Result?...) throws {
    if results.allSatisfy({ $0 == nil }) { throw Rejected() }
  }

  static let all: [Parser] =
    notations + files + lines + messages + commands + [
      Parser(
        "lines of a picture", "64 bytes: time=16.6 ms",
        Growth(["", "a=", "1"], ["1", "1.", "a ", "=", "-", "é", "e1 "])
      ) { text in
        try accepted(NumberedLine(text))
        _ = TextDifference(text, after: text + text)
      },
      Parser(
        "keys",
        "\u{1B}[A",
        Growth(
          ["", "\u{1B}[200~", "\u{1B}[", "\u{1B}[<", "\u{1B}]11;", "\u{1B}P"],
          ["\u{1B}", "\u{1B}[A", "\u{1B}[201", "\u{1B}[201~", "\u{1B}[<0;1;1M", "\u{1B}]1\u{7}", "~", "\u{3}", "0;"])
      ) { text in
        var parser = InputParser()
        _ = parser.feed(text.utf8, at: 0)
        // The rest of a pasted text that came to a halt.
        _ = parser.expire(at: 2_000_000_000)
        let inputs = parser.feed(text.utf8, at: 2_000_000_000)
        try accepted(inputs.first)
      },
    ]

  // MARK: Diagrams, expressions and values

  private static let notations = [
    Parser("diagrams", "-1-2-(34)|", Growth(["", "1-(", "1'"], ["1-2", "(ab)", "900ms ", "'x'", "^", "a@1s "])) {
      text in
      for dialect in Dialect.allCases { _ = try? Diagram.parse(text, row: "r", dialect: dialect) }
      _ = try Diagram.parse(text, row: "r")
    },
    Parser(
      "diagram tables", "step 1s\na -1-2|\n",
      Growth(["", "step 1s\n", "step 1s\n\""], ["a§ -1-|\n", "\"a\" 1|\n", "\n\n"])
    ) {
      _ = try DiagramTable.parse($0)
    },
    Parser("durations", "1", Growth(["", "1."], ["0", "9", "1s", "ms"])) { text in
      _ = SpeedFactor(parsing: text)
      _ = try DurationNotation.parse(text)
    },
    Parser(
      "expressions",
      "zip(a, b).map { $0 }",
      Growth(
        ["", "a.map { ", "merge(", "\"", "a.map { \"\\(", "/* "],
        [
          "a.map { $0 }", ".map { $0 }", "{ x in ", "a + ", "\\(", "\"\\($0)\"", "-", "??", "[1, ", "/*", "//", "`",
          "1e40\u{301}", "\\#/", "\\#/\\/",
        ])
    ) { _ = try Expression.parse($0) },
    Parser(
      "closures", "a.map { let x = $0[0]; if x == 1 { [\"k\": x] } else { $0.contains(/a+/) } }",
      Growth(
        ["", "a.map { ", "a.map { /"],
        [
          "let x = $0; ", "if $0 { 1 } else { 2 } ", "if $0 { ", "[\"k\": ", "[\"k\": 1] + ", "$0[0]", "[0", "\\.a",
          "/a/ ", "/", "[a", ".a { $0 }", "x ? ", "\\#/", "\\/",
        ], most: 16 << 10)
    ) { _ = try Expression.parse($0) },
    Parser(
      "names elsewhere", "switchMap of RxJS", Growth(["", "rxjs.", "a("], ["a", "switchMap", " ", "`", "(", ":"])
    ) {
      text in
      _ = NameIndex.standard.clauses(for: text)
      _ = Catalogue.standard.advice(for: text, among: [["map"]])
      try accepted(NameIndex.standard.operators(for: text).first)
    },
    Parser(
      "formats of lines", "re:/a/", Growth(["", "re:", "re:/"], ["a", "csv", "/", "(a"], most: Pattern.lengthLimit)
    ) {
      _ = try LineSettings.Form(parsing: $0)
    },
    Parser(
      "times", "2026-11-24T07:00:00Z",
      Growth(["", "2026-11-24T07:00:00", "2026-11-24T07:00:00."], ["0", "1", "Z", "-01", "é", "."])
    ) { try accepted(TimeUnit.time(.string($0), unit: nil)) },
    Parser(
      "labels", "$0.a", Growth(["", "\"\\("], [".a.b", "$0.a + ", "\\($0)"], most: ValueExpression.maximumLength)
    ) { _ = try ValueExpression(parsing: $0) },
    Parser(
      "completions", "a.map { $0 }",
      Growth(["", "a.map { ", "\""], [".map { $0 }", ".filter(", "merge("], most: 16 << 10)
    ) {
      _ = ExpressionCompletion(of: $0, at: $0.count, rows: ["a", "b"])
    },
    Parser("paths", ".a[0].b", Growth([".a", "$0.", ".[\""], [".a[0]", "[0]", "[\"a\"]", ".[\"a\"]", "\"]"])) {
      _ = try MemberPath(parsing: $0)
    },
    Parser(
      "patterns", "(?<n>a|b)+?[^c-d]\\d",
      Growth(
        ["", "(?:", "[", "(a", "a{"], ["a", "a|", "(?:b)*", "a?", "[a-z]", "a-c", "\\u{301}", "é", "(?i)", "\\b", "1"],
        most: Pattern.lengthLimit)
    ) { text in
      // The text is also one to search.
      for pattern in patterns { _ = pattern.firstMatch(in: text) }
      _ = try Pattern(parsing: text)
    },
    Parser(
      "JSON", "{\"a\":[1,null]}",
      Growth(["", "[", "{\"a\":", "\"", "1", "1e"], ["\"a§\":1,", "[1],", "\\ud83d\\ude00", "1.5,", "0"])
    ) {
      _ = try Value(json: $0)
    },
  ]

  private static let patterns = ["(a+)+$", "(?:[^é]|b?)*x", #"\b(\w+\s?)*!"#].compactMap { try? Pattern(parsing: $0) }

  // MARK: Scene files and documents

  private static let rows = "rows:\n  a: { marbles: '1-2|' }\n  b: { apply: 'a.map { $0 * 2 }', expect: '2-5|' }\n"

  private static let files = [
    Parser(
      "scenes",
      rows,
      Growth(
        [
          "# ", "&a title: *a\n# ", "rows: ", "rows: { a: { marbles: '", "\(rows)about: \"", "\(rows)about: |\n  ",
          "kind: list\nitems:\n", "rows:\n",
        ],
        [
          "  r§: { marbles: '1|' }\n", "  r§: { apply: 'r0' }\n", "- { text: a }\n", "- a\n", "  - {}\n",
          "  a§: &a§ {}\n",
          "{ a: ", "[[", "---\n", "...\n", "&a§ ", "*a§ ",
        ])
    ) { _ = try SceneFile(parsing: $0, path: "x.yaml") },
    Parser(
      "scenes that are edited", rows,
      Growth(["\(rows)# ", "\(rows)about: \"", "\(rows)about: |\n  "], ["# a\n", "  a\n"], most: 16 << 10)
    ) { text in
      let file = try SceneFile(parsing: text, path: "x.yaml")
      var scene = file.scene
      scene.title = "other"
      scene.rows[0].name = "c"
      scene.rows[1].content = .output(try Expression.parse("c.map { $0 * 3 }"))
      if try file.updated(to: scene).text == text { throw Rejected() }
    },
    Parser("expectations", rows, Growth(["\(rows)# ", "\(rows)about: |\n  "], ["# a\n", "  a\n"], most: 16 << 10)) {
      text in
      let report = Checker().check(["x.yaml"]) { _ in text }
      try accepted(ExpectationUpdate.updates(of: report).first?.changes.first)
    },
    Parser(
      "documents",
      "```marbled\n\(rows)```\n",
      Growth(
        ["", "```marbled\n", "![", "![a](", "<!-- ", "> ", "- "],
        [
          "`", "``` ", "~~~\n", "```marbled\nrows: {}\n```\n", "![", "](", "![a](b.svg)\n", "![a][b]\n", "[b]: c.svg\n",
          "<!--", "-->", "> ", "    a\n", "| a ", "<a ",
        ])
    ) { _ = try MarkdownDocument(parsing: $0, path: "x.md") },
  ]

  // MARK: Lines

  private static let recording =
    #"{"recording":"marbled","version":1,"started":"","name":"x","rows":[{"name":"a","kind":"live"}],"#
    + #""scene":"rows: { a: { live: true } }"}"# + "\n"
  private static let tap = #"{"marbletap":1,"program":"p","pid":1}"# + "\n"

  private static let lines = [
    Parser(
      // A name that does not end, data that begins with a block of each type, and what the encoder writes.
      "gzip files", "a", Growth(["", "b", "\u{4}", "\u{5}\u{20}"], ["\u{0}\u{1}\u{7F}", "aab", "\u{4}\u{0}\u{8}"])
    ) { text in
      let bytes = Array(text.utf8)
      for flags: UInt8 in [0, 8] {
        _ = try? expanded([0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 0xFF] + bytes)
      }
      guard try expanded(GzipEncoder.compressed(bytes)) == bytes.count else { throw Rejected() }
    },
    Parser(
      "lines of a source", "{\"x\":1}\n", Growth(["", "{}\n", "text\n"], ["1\n", "\"a\"\n", "nope\n", "{\"x\":§}\n"])
    ) { text in
      var settings = LineSettings()
      settings.value = try MemberPath(parsing: ".x")
      let bytes = Array(text.utf8)
      for settings in [LineSettings(), settings] {
        var reader = LineReader(settings: settings)
        // As they are read from a pipe or a connection.
        for start in stride(from: 0, to: bytes.count, by: 256) {
          _ = reader.read(bytes[start..<min(start + 256, bytes.count)])
        }
        _ = reader.finish()
        try accepted(reader.form)
      }
    },
    Parser(
      "records of lines", "a,b\n1,2\n",
      Growth(
        ["", "a,b\tc\n", "\"", "{\"a\":\"", "a=\"", "h - - [", "h - - [24/Nov/2026:07:00:00 +0000] \"", "Error\n"],
        ["\"a\"\n", "\"\"", ",", "\\t", "a=1 ", "a§,", "=\"", "}{", "[1", "\n{", "\n\"", " x\n", "at x\n", "\\x41"])
    ) { text in
      let bytes = Array(text.utf8)
      var first: LineRecord?
      for reader in LineSettings.Form.named.compactMap({ $0.reader() }) {
        var reader = reader
        for start in stride(from: 0, to: bytes.count, by: 256) {
          let records = reader.read(bytes[start..<min(start + 256, bytes.count)])
          first = first ?? records.first
        }
        _ = reader.finish()
      }
      var detector = LineFormatDetector()
      for line in bytes.split(separator: 10) { _ = detector.read(Array(line)) }
      try accepted(first)
    },
    Parser(
      "event files", "{\"time\":0,\"value\":1}\n",
      Growth(["", "{\"time\":0,\"value\":"], ["{\"time\":§,\"value\":1}\n", "{\"time\":\"1s\",\"kind\":\"open\"}\n"])
    ) { _ = try TimedNDJSON.parse($0, row: "a", file: "x") },
    Parser(
      "recordings",
      "\(recording){\"row\":\"a\",\"time\":0,\"value\":1}\n",
      Growth(
        [recording, "\(recording){\"row\":\"a\",\"time\":0,\"value\":"],
        [
          #"{"row":"a","time":§,"value":1}"# + "\n", #"{"recording":"row","name":"r§"}"# + "\n", recording,
          #"{"recording":"gap","unrecorded":1}"# + "\n",
        ])
    ) { _ = try RecordedRun.parse($0, file: "x") },
    Parser(
      "recordings of taps",
      "\(tap){\"tap\":\"t\",\"event\":\"begin\",\"iteration\":1,\"time\":1}\n",
      Growth(
        [tap, "\(tap){\"tap\":\"t\",\"event\":\"value\",\"iteration\":1,\"time\":1,\"value\":"],
        [
          #"{"tap":"t","event":"value","iteration":1,"time":§,"value":1}"# + "\n",
          #"{"tap":"t§","event":"begin","iteration":1,"time":1}"# + "\n", tap,
        ])
    ) { _ = try RecordedRun.parse($0, file: "x") },
    Parser(
      "lines of taps", #"{"tap":"t","event":"begin","iteration":1,"time":1}"#,
      Growth(["", #"{"tap":"t","event":"value","iteration":1,"time":1,"value":"#], ["\"a§\":1,"])
    ) {
      _ = try TapLine(Array($0.utf8))
    },
  ]

  /// How many bytes a file of gzip has.
  private static func expanded(_ bytes: [UInt8]) throws -> Int {
    let decoder = GzipDecoder()
    var (count, buffer) = (0, [UInt8](repeating: 0, count: 1 << 14))
    decoder.add(bytes)
    while case let more = try decoder.read(into: &buffer), more > 0 { count += more }
    try decoder.finish()
    return count
  }

  // MARK: Command lines

  private static let scene = try? SceneFile(parsing: rows, path: "x.yaml").scene

  private static let commands = [
    Parser("inputs", "a=1-2|", Growth(["", "a=", "a=tap:", "a=exec:", "a=redis://h/k?"], ["a=", "tap:", "group=g&"])) {
      _ = try InputSpec(parsing: $0)
    },
    Parser("Redis URLs", "redis://h/k", Growth(["redis://", "redis://u:", "redis://h/k?"], ["a=b&", "&", "h:", "[:"])) {
      _ = try RedisStreamURL(parsing: $0, allowed: ["group"])
    },
    Parser("servers of a site", "https://h", Growth(["", "https://", "http://h"], ["/", "a", ":"])) {
      try accepted(SiteServer($0))
    },
    Parser("typed lines", "speed 2", Growth(["", "speed ", "why ", "save "], ["why "])) {
      try accepted(PlainCommand(parsing: $0))
    },
    Parser(
      "edits", "rename a c",
      Growth(["", "value ", "add a ", "set b ", "row c ", "rename a ", "move a.1 "], ["a ", "\"a\" ", "1s "])
    ) { text in
      guard let scene else { throw Rejected() }
      // Each verb, too.
      for form in EditCommand.usage { _ = try? EditCommand.parse("\(form.name) \(text)", in: scene) }
      _ = try EditCommand.parse(text, in: scene)
    },
  ]
}
