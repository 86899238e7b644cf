import Foundation
import Gzip
import TestSupport
import Testing

extension EndToEnd {
  /// Lines in formats other than JSON and text.
  @Suite struct FormatTests {
    /// Pipes lines through `marbled run -r`.
    private func run(_ lines: String, _ expression: String, _ flags: String) throws -> Outcome {
      let folder = try TemporaryFolder()
      let path = folder.file("lines")
      try lines.write(toFile: path, atomically: true, encoding: .utf8)
      return try shell("marbled run -r '\(expression)' -i log=- \(flags) < '\(path)'")
    }

    private static let access = """
      10.0.0.1 - - [24/Nov/2026:07:00:01 +0000] "GET /a HTTP/1.1" 200 5
      10.0.0.4 - - [24/Nov/2026:07:00:02 +0000] "GET /api/b HTTP/1.1" 503 97

      """

    @Test(
      "A format makes members of the parts of a line",
      arguments: [
        ("id,name\n1,\"tea, green\"\n007,coffee\n", "log.map { $0.name }", "log=csv", ["tea, green", "coffee"]),
        ("id,n\n007,1\n", "log.map { $0.id }", "log=csv", ["007"]),
        ("a\tb\n1\t2\n", "log.map { $0.b }", "log=tsv", ["2"]),
        (
          "level=info ms=3\nlevel=error ms=4\n", "log.filter { $0.level == \"error\" }.map { $0.ms }", "log=logfmt",
          ["4"]
        ),
        (access, "log.filter { $0.status >= 500 }.map { $0.path }", "log=clf", ["/api/b"]),
        ("a 1\nb  2\n", "log.map { $0.last }", "log=words", ["1", "2"]),
        ("took 12 ms\n", "log.map { $0.ms + 1 }", "log=re:/took (?<ms>[0-9]+)/", ["13"]),
        (
          "{\n\"type\": \"ADDED\"\n}\n{\"type\":\n\"X\"}{\"type\":1}", "log.map { $0.type }", "log=json",
          ["ADDED", "X", "1"]
        ),
        ("Error\n  at f\n  at g\nok\n", "log.map { $0.count }", "log=trace", ["19", "2"]),
      ])
    func members(lines: String, expression: String, format: String, expected: [String]) throws {
      let outcome = try run(lines, expression, "--lines '\(format)'")
      #expect(outcome.ending == .exited(0) && outcome.lines == expected && outcome.error.isEmpty, "\(outcome)")
    }

    @Test("What does not fit is malformed, with its place; other numbers of fields are counted") func misfits() throws {
      let log = try run(Self.access + "oh\n", "log.map { $0.status }", "--lines log=clf --strict")
      #expect(log.ending == .exited(65) && log.error.contains("line 3 is malformed: column 3: the text ends here"))
      let csv = try run("a,b\n1\n1,2,3\n", "log.map { $0.count }", "--lines log=csv")
      #expect(csv.lines == ["1", "3"] && csv.error.contains("2 lines have fewer or more fields than the header line"))
    }

    @Test("A note says once what the lines look like, and nothing waits for it") func hints() throws {
      for (lines, hint) in [
        ("time,host\n1,web\n2,web\n3,web\n", "this looks like CSV: --lines log=csv"),
        (Self.access, "this looks like the common log format: --lines log=clf"),
        ("{\n  \"a\": 1\n}\n", "this looks like JSON over several lines: --lines log=json"),
      ] {
        let outcome = try run(lines, "log.filter { _ in true }", "")
        #expect(outcome.lines.count == lines.count { $0 == "\n" })
        #expect(outcome.error.components(separatedBy: hint).count == 2, "\(outcome)")
      }
      #expect(try run("one\ntwo\nthree\n", "log.filter { _ in true }", "").error.isEmpty)
    }

    @Test("An unknown format and a pattern that can't be searched for in linear time are errors") func errors() throws {
      for (format, message) in [
        ("log=cvs", "did you mean `csv`?"), ("csv", "NAME=FORMAT"), ("log=re:/(a)\\1/", "column 4"),
        ("nope=csv", "no row is called `nope`"),
      ] {
        let outcome = try run("", "log.map { $0 }", "--lines '\(format)'")
        #expect(outcome.ending == .exited(64) && outcome.error.contains(message), "\(outcome)")
      }
    }

    @Test("A specification that names a file is no diagram") func files() throws {
      let folder = try TemporaryFolder()
      try "1\n".write(toFile: folder.file("log.txt"), atomically: true, encoding: .utf8)
      for spec in ["log.txt", "<log.txt", "./none"] {
        let outcome = try shell("cd '\(folder.path)'; marbled run log -i 'log=\(spec)'")
        #expect(outcome.ending == .exited(64) && outcome.error.contains("expected log=@"), "\(outcome)")
      }
    }

    @Test("A mistyped command is suggested; for a file that is no scene, it is said how to read its lines") func words()
      throws
    {
      for (word, command) in [("plya", "play"), ("explian", "explain"), ("lst", "list"), ("chek", "check")] {
        let outcome = try marbled(word)
        #expect(
          outcome.ending == .exited(66) && outcome.error.contains("did you mean the command `\(command)`?"),
          "\(outcome)")
      }
      let folder = try TemporaryFolder()
      try "1\n".write(toFile: folder.file("nd.txt"), atomically: true, encoding: .utf8)
      let outcome = try shell("cd '\(folder.path)'; marbled play nd.txt")
      #expect(outcome.error.contains("nd.txt is no scene file; to read its lines"), "\(outcome)")
    }

    @Test("Standard input is the one row that an expression does not know, in run and play alone") func unknownRow()
      throws
    {
      #expect(try shell("seq 3 | marbled run 'n.map { $0 * 2 }'").lines == ["2", "4", "6"])
      #expect(
        try shell("seq 2 | marbled play 'n.map { $0 * 2 }' --plain=tsv --once").lines.contains { $0.hasSuffix("\t4") })
      let two = try shell("seq 3 | marbled run 'zip(n, m)'")
      #expect(two.ending == .exited(65) && two.error.contains("`n`"), "\(two)")
      let render = try shell("seq 3 | marbled render 'n.map { $0 * 2 }'")
      #expect(render.ending != .exited(0) && render.error.contains("`n`"), "\(render)")
    }

    @Test("A plain file is played at its own times, from its first event on") func timedFile() throws {
      let folder = try TemporaryFolder()
      let lines = [
        #"{"ts":"2026-11-24T07:00:00Z","n":1}"#, #"{"ts":"2026-11-24T07:00:02Z","n":3}"#,
        #"{"ts":"2026-11-24T07:00:00.5Z","n":2}"#, "oh", #"{"n":4}"#,
      ]
      try lines.map { $0 + "\n" }.joined().write(toFile: folder.file("log"), atomically: true, encoding: .utf8)
      let flags = "-i log=@log --time log=.ts --value log=.n"
      let outcome = try shell("cd '\(folder.path)'; marbled render 'log.map { $0 * 2 }' \(flags) --format marble")
      #expect(
        outcome.lines == ["step 500ms", "log  12--[3|]", "out  24--[6|]"], "\(outcome)")
      #expect(
        outcome.error.split(separator: "\n") == [
          "note: row log: a line has no value; the first is log:4: column 1: found `o`, expected a JSON value",
          "note: row log: a line has no time; the first is log:5",
          "note: row log: a line goes back in time, by up to 1.5 s; their events are sorted in; the first is log:3",
        ], "\(outcome.error)")
      try Self.access.write(toFile: folder.file("access"), atomically: true, encoding: .utf8)
      let log = "-i log=@access --lines log=clf"
      let web = try shell("cd '\(folder.path)'; marbled run 'log.map { $0.status }' \(log) --format tsv")
      #expect(web.lines.first == "0\tout\tvalue\t200" && web.lines.contains("1\tout\tvalue\t503"), "\(web)")
      let none = try shell("cd '\(folder.path)'; marbled render log -i log=@log --lines log=text")
      #expect(none.ending == .exited(65) && none.error.contains("no line has a time"), "\(none)")
      // Texts have no members, so their times can't be found.
      let texts = try shell("cd '\(folder.path)'; marbled render log -i log=@log --time log=.ts --text log")
      #expect(texts.ending == .exited(65) && texts.error.contains("no line has a time at .ts"), "\(texts)")
    }

    @Test("A plain file becomes a scene that passes its check, or a part of it does") func convertedFile() throws {
      let folder = try TemporaryFolder()
      let lines = (0..<4).map { #"{"ts":\#(1_700_000_000 + $0),"n":\#($0)}"# + "\n" }
      try lines.joined().write(toFile: folder.file("log"), atomically: true, encoding: .utf8)
      let convert = "cd '\(folder.path)'; marbled convert"
      let flags = "-i log=@log --time log=.ts"
      let whole = try shell("\(convert) 'log.map { $0.n * 2 }' \(flags) > s.yaml && marbled check s.yaml")
      #expect(whole.ending == .exited(0) && whole.output.contains("1 row in 1 file agrees"), "\(whole)")
      let part = try shell(
        "\(convert) 'm = log.map { $0 * 2 }' \(flags) --value log=.n --from 1s --for 2s --to json")
      let values = part.lines.filter { $0.hasPrefix(#"{"row":"m""#) && $0.contains(#""value""#) }
      #expect(values.count == 2 && values[0].contains(#""time":0"#) && values[1].contains(#""value":4"#), "\(part)")
      for (arguments, why) in [
        ("log -i log=-", "expected log=@FILE"), ("log -i log=1-2", "expected log=@FILE"),
        ("log \(flags) --run 1", "--run chooses a run of a recording"),
        ("x.ndjson --time log=.ts", "expected -i NAME=@FILE"), ("", "expected a recording"),
        ("log \(flags) --time lag=.ts", "no row is called `lag`"),
      ] {
        let outcome = try shell("\(convert) \(arguments)")
        #expect(outcome.ending == .exited(64) && outcome.error.contains(why), "\(outcome)")
      }
    }

    @Test("Gzip files are read from standard input and from files; damaged ones give what is before") func gzip() throws
    {
      let folder = try TemporaryFolder()
      let text = (1...300).map { #"{"ts":\#(1_700_000_000_000 + $0),"n":\#($0)}"# + "\n" }.joined()
      let packed = GzipEncoder.compressed(Array(text.utf8))
      try Data(packed).write(to: URL(filePath: folder.file("log.gz")))
      try Data(packed.dropLast(100)).write(to: URL(filePath: folder.file("cut.gz")))
      let run = "cd '\(folder.path)'; marbled run 'log.map { $0.n }'"
      let all = (1...300).map(String.init)
      #expect(try shell("\(run) -i log=- < log.gz").lines == all)
      #expect(try shell("\(run) -i log=@log.gz --time log=.ts").lines == all)
      for source in ["-i log=- < cut.gz", "-i log=@cut.gz --time log=.ts"] {
        let cut = try shell("\(run) \(source)")
        #expect(cut.ending == .exited(65) && cut.error.contains("the gzip file ends too early"), "\(cut.error)")
        #expect(cut.lines.count > 100 && all.starts(with: cut.lines), "\(cut.lines.count)")
      }
      let followed = try shell("\(run) -i log=tail:log.gz")
      #expect(followed.ending == .exited(65) && followed.error.contains("it is a gzip file"), "\(followed)")
    }

    @Test("A note says that nothing reads standard input, without waiting for it", arguments: ["run", "play --plain"])
    func unread(command: String) throws {
      let note = "note: nothing reads standard input; `-i NAME=-` makes a row of its lines"
      let words = command.split(separator: " ").map(String.init) + ["a.map { $0 }", "-i", "a=1|"]
      // A pipe that stays open.
      #expect(try PipedProgram(program: Binary.path(), words).waitForEnd().error.contains(note))
      let folder = try TemporaryFolder()
      for (lines, isTold) in [("1\n", true), ("", false)] {
        try lines.write(toFile: folder.file("lines"), atomically: true, encoding: .utf8)
        let outcome = try shell("marbled \(command) 'a.map { $0 }' -i 'a=1|' < '\(folder.file("lines"))'")
        #expect(outcome.ending == .exited(0) && outcome.error.contains(note) == isTold, "\(outcome)")
      }
      #expect(try shell("marbled \(command) 'a.map { $0 }' -i 'a=1|' < /dev/null").error.isEmpty)
    }

    @Test("Flags of pictures are refused where there is none") func flags() throws {
      for flag in ["--window 5s", "--refresh-interval 1s", "--row-refresh a=1s", "--show a=curve", "--label 'a=$0'"] {
        let outcome = try shell("marbled run 'a.map { $0 }' -i 'a=1|' \(flag) < /dev/null")
        let name = flag.prefix { $0 != " " }
        #expect(
          outcome.ending == .exited(64) && outcome.error.contains("`run` draws no picture, so \(name) has no effect"),
          "\(outcome)")
      }
    }

    @Test("Objects and members that pass unchanged are written as they were read") func unchanged() throws {
      let line = #"{"z":1,"a":12345678901234567890,"f":1.0,"g":1e3}"#
      #expect(try run(line + "\n", "log.filter { $0.z == 1 }", "").lines == [line])
      let numbers = [
        "12345678901234567890", "-98765432109876543210987654321", "1.50", "1e3", "0.30000000000000004", "7",
      ]
      let lines = numbers.map { #"{"n":\#($0),"all":[\#($0)]}"# + "\n" }.joined()
      #expect(try run(lines, "log.map { $0.n }", "").lines == numbers)
      #expect(
        try run(lines, #"log.map { ["m": $0.n, "all": $0.all] }"#, "").lines
          == numbers.map { #"{"all":[\#($0)],"m":\#($0)}"# })
      #expect(try run(#"{"n":1.50}"#, "log.map { $0.n * 2 }", "").lines == ["3.0"])
    }
  }
}
