import Foundation
import Inputs
import Marbles
import Platform
import TestSupport
import Testing

extension EndToEnd {
  /// What arrives is recorded, replayed, and made a test.
  @Suite struct RecordTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("x.ndjson")
    }

    @Test("a run becomes a scene that passes its check, and a replay gives the same values")
    func incident() throws {
      let outcome = try shell(
        """
        cd '\(folder.path)'
        printf '{"n":1}\\n{"n":7,"s":"it is"}\\n{"n":9}\\n' |
          marbled run 'a.filter { $0.n > 5 }' 'd = a.debounce(for: .milliseconds(20))' -i a=- --record x.ndjson >out.txt
        marbled convert x.ndjson > s.yaml && marbled check s.yaml >&2 && marbled convert x.ndjson --to marble
        marbled play --plain=tsv --speed 1000 -i a=@x.ndjson 'a.filter { $0.n > 5 }' | cut -f 2- | grep out
        """)
      #expect(outcome.error.hasPrefix("2 rows in 1 file agree"))
      #expect(outcome.lines.first == "step 1s" && outcome.lines.dropFirst().prefix(3).map(\.first) == ["a", "o", "d"])
      #expect(
        outcome.lines.suffix(3)
          == ["out\tvalue\t{\"n\":7,\"s\":\"it is\"}", "out\tvalue\t{\"n\":9}", "out\tfinish\t"])
      let written = try String(contentsOfFile: folder.file("out.txt"), encoding: .utf8)
      let converted = try marbled("convert", path, "--to", "json").lines.filter { !$0.hasPrefix("{\"row\":\"a\"") }
      #expect(written.split(separator: "\n").map(String.init) == converted)
    }

    @Test(
      "a recording has the mode 0644, less the umask; one that is there keeps its own",
      arguments: [("0", 0o644), ("022", 0o644), ("027", 0o640), ("077", 0o600)] as [(String, UInt32)])
    func mode(mask: String, expected: UInt32) throws {
      let record = "echo 1 | marbled run a -i a=- --record '\(path)'"
      #expect(try shell("umask \(mask); \(record)").lines == ["1"])
      #expect(FileStatus(path: path)?.permissions == expected)
      try #require(chmod(path, 0o604) == 0)
      #expect(try shell("umask \(mask); \(record)").lines == ["1"])
      #expect(FileStatus(path: path)?.permissions == 0o604)
    }

    @Test("expressions can be given, and a part can be cut out")
    func parts() throws {
      let text = """
        {"recording":"marbled","version":1,"started":"","name":"x","rows":[{"name":"a","kind":"live"},\
        {"name":"b","kind":"live"}],"scene":"rows: { a: { live: true }, b: { live: true } }"}
        {"row":"a","time":1,"value":1}
        {"row":"b","time":2.000000001,"value":"x"}
        {"row":"a","time":3,"value":2}
        {"row":"a","time":4,"kind":"finish"}
        {"recording":"end","time":9,"stopped":true}

        """
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let all = try marbled("convert", path, "merge(a, b)", "--to", "marble")
      #expect(all.lines == ["step 1s", "a    -1-2|", "b    x@2.000000001", "out  1@1 x@2.000000001 2@3"])
      let part = try marbled("convert", path, "a", "--to", "marble", "--from", "2", "--for", "1.5")
      #expect(part.lines == ["step 1s", "a  -2", "b  x@0.000000001"])
      #expect(try marbled("render", "-i", "b=@\(path)").lines.last == "b  x@2.000000001")
      #expect(try marbled("render", "-i", "c=@\(path)").error == "error: \(path) has no row `c`; it has a, b\n")
    }

    @Test("a run of one instant becomes a scene that passes its check")
    func instant() throws {
      let text = """
        {"recording":"marbled","version":1,"started":"","name":"x","rows":[{"name":"a","kind":"live"}],\
        "scene":"rows: { a: { live: true }, b: { apply: 'a.map { $0 * 2 }' } }"}
        {"row":"a","time":0,"value":1}
        {"recording":"end","time":0,"stopped":true}

        """
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let outcome = try shell("cd '\(folder.path)' && marbled convert x.ndjson > s.yaml && marbled check s.yaml >&2")
      #expect(outcome.error.hasPrefix("1 row in 1 file agrees"), "\(outcome)")
    }

    @Test("a recording that is cut by kill -9 is read up to its last whole line, and appended to")
    func killed() throws {
      let program = try PipedProgram("run", "a", "-i", "a=-", "--record", path)
      program.send("1\n2\n")
      try watch(folder.path) { (try? String(contentsOfFile: path, encoding: .utf8))?.contains(#""value":2"#) == true }
      program.send(signal: SIGKILL)
      #expect(try program.waitForEnd().ending == .signalled(SIGKILL))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(#"{"row":"a","time":5,"va"#.utf8))
      try file.close()
      let events = try marbled("render", "-i", "a=@\(path)", "--format", "tsv").lines
      #expect(events.map { $0.split(separator: "\t", omittingEmptySubsequences: false).last } == ["1", "2", ""])
      #expect(try shell("seq 5 | marbled run a -i a=- --record '\(path)'").lines == ["1", "2", "3", "4", "5"])
      let runs = try RecordedRun.read(path)
      #expect(runs.map { $0.rows[0].timeline.events.map(\.value) } == [[1, 2], [1, 2, 3, 4, 5]])
      #expect(runs.map { $0.end == nil } == [true, false])
      let outcome = try marbled("convert", path, "--run", "1", "--to", "json")
      #expect(outcome.lines.count == 3 && outcome.lines.last?.contains("open") == true)
    }

    @Test("a signal ends the run and its recording", arguments: [SIGINT, SIGTERM])
    func signalled(signal: Int32) throws {
      let program = try PipedProgram("run", "a", "-i", "a=-", "--record", path)
      program.send("1\n")
      try program.wait(for: "the value") { $0 == ["1"] }
      program.send(signal: signal)
      #expect(try program.waitForEnd().ending == .signalled(signal))
      let run = try #require(try RecordedRun.read(path).first)
      #expect(run.rows[0].timeline.events.map(\.value) == [1] && run.isStopped && run.end != nil)
    }

    @Test("a full disk is reported once, and the run goes on")
    func full() throws {
      let outcome = try shell(
        "cd '\(folder.path)'; ulimit -f 8; seq 20000 | marbled run 'a.filter { $0 % 10000 == 0 }' -i a=- --record x.ndjson"
      )
      #expect(outcome.lines == ["10000", "20000"] && outcome.ending == .exited(0))
      let errors = outcome.error.split(separator: "\n")
      #expect(errors.count == 2)
      #expect(
        errors.first
          == "warning: x.ndjson can't be written: File too large; marbled continues, and counts what is missing")
      let run = try #require(try RecordedRun.read(path).first)
      let kept = run.rows[0].timeline.events.map(\.value)
      #expect(kept == (1...kept.count).map { .int($0) })
      #expect(errors.last == "warning: \(20000 - kept.count + 1) events are missing in x.ndjson")
    }

    @Test("without a live row there is nothing to record")
    func refusals() throws {
      let outcome = try marbled("play", "zip", "--record", path)
      #expect(outcome.ending == .exited(64))
      #expect(
        outcome.error == "error: --record records live rows, and no row is live; expected one, as in -i a=-\n")
      #expect(try marbled("run", "a", "-i", "a=-", "--record", "/").error.hasPrefix("error: / can't be written: "))
    }
  }

  /// Pipelines end as people expect.
  @Suite struct PipelineSignalTests {
    @Test("Ctrl-C ends the pipeline of `run` with 130")
    func runInPipeline() throws {
      let script = #"trap : INT; { echo 1; exec cat; } | "$0" run a -i a=-; echo "ended: $?""#
      let pty = try Pty(program: "/bin/sh", ["-c", script, Binary.path()])
      try pty.wait(for: "the value") { $0.lines.contains("1") }
      pty.type("\u{3}")
      try pty.wait(for: "the end") { $0.lines.contains { $0.hasSuffix("ended: 130") } }
    }

    @Test("Ctrl-C ends the pipeline of `play`, also a producer that writes nothing more")
    func playInPipeline() throws {
      let script = #"trap : INT; { echo 1; exec tail -f /dev/null; } | "$0" play -i a=-; echo "ended: $?""#
      let pty = try Pty(program: "/bin/sh", ["-c", script, Binary.path()])
      try pty.wait(for: "a live picture") { $0.lines[0].hasPrefix(" ▶") }
      pty.type("\u{3}")
      try pty.wait(for: "the end") { $0.lines.contains { $0.hasSuffix("ended: 130") } }
      #expect(pty.settingsAreRestored)
    }

    @Test("SIGTERM ends `run` by that signal")
    func terminated() throws {
      let program = try PipedProgram("run", "a", "-i", "a=-")
      program.send("1\n")
      try program.wait(for: "the value") { $0 == ["1"] }
      program.send(signal: SIGTERM)
      #expect(try program.waitForEnd().ending == .signalled(SIGTERM))
    }

    @Test("q leaves at once, also while a FIFO has no writer")
    func leaving() throws {
      let folder = try TemporaryFolder()
      #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
      let pty = try Pty("play", "-i", "a=@\(folder.file("fifo"))", "a.map { $0 }")
      try pty.wait(for: "a live picture") { $0.lines[0].hasPrefix(" ▶") }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored)
    }
  }
}
