import Foundation
import Platform
import TestSupport
import Testing

extension EndToEnd {
  /// `check --watch`.
  @Suite struct CheckWatchTests {
    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    private static let agrees = "2 rows in 1 file agree"
    private static let differs = "1 of 2 rows in 1 file differs"

    /// Waits until the last line begins with a summary.
    private func wait(for summary: String, in program: PipedProgram) throws {
      try program.wait(for: summary) { $0.last?.hasPrefix(summary) == true }
    }

    @Test("a change of a file is checked, and Ctrl-C ends with the exit code of the last check") func changes() throws {
      try folder.write(["a.yaml": CheckedFolder.good])
      let program = try PipedProgram("check", "--watch", folder.file("a.yaml"))
      try wait(for: Self.agrees, in: program)
      // Replaced, written in place, and removed.
      try folder.write(["a.yaml": CheckedFolder.bad])
      try wait(for: Self.differs, in: program)
      try CheckedFolder.good.write(toFile: folder.file("a.yaml"), atomically: false, encoding: .utf8)
      try wait(for: Self.agrees, in: program)
      try FileManager.default.removeItem(atPath: folder.file("a.yaml"))
      try wait(for: "1 file can't be checked", in: program)
      try folder.write(["a.yaml": CheckedFolder.bad])
      try wait(for: Self.differs, in: program)
      let outcome = try end(program)
      #expect(outcome.ending == .exited(1))
      #expect(outcome.error.contains(/--- \d\d:\d\d:\d\d .*\/a\.yaml changed\n/))
      #expect(outcome.error.hasPrefix("watching 1 file; Ctrl-C ends it\n"))
    }

    /// Ends the program when it waits, which the last line on standard error says.
    private func end(_ program: PipedProgram) throws -> Outcome {
      try program.wait(forError: { $0.hasSuffix("Ctrl-C ends it\n") })
      program.send(signal: SIGINT)
      return try program.waitForEnd()
    }

    @Test("new files in a folder and in its new folders are checked, and those of other programs change nothing")
    func newFiles() throws {
      try folder.write(["a.yaml": CheckedFolder.good])
      let program = try PipedProgram("check", "--watch", folder.path)
      try wait(for: Self.agrees, in: program)
      try folder.write(["sub/sub/b.yaml": CheckedFolder.good])
      try wait(for: "4 rows in 2 files agree", in: program)
      try folder.write(["note.txt": "x", ".c.yaml.swp": "x"])
      try folder.write(["c.md": "# Title\n\n```yaml marbled\n\(CheckedFolder.bad)```\n"])
      try wait(for: "1 of 6 rows in 3 files differs", in: program)
      #expect(try end(program).ending == .exited(1))
    }

    @Test("files that are read besides are watched: those of -i, pictures, and scene files that documents name")
    func others() throws {
      try folder.write([
        "a.yaml": "rows:\n  a: { live: true }\n  b: { apply: a, expect: \"1@1 ^@1\" }\n",
        "events": "{\"time\":1,\"value\":2}\n", "b.md": "<!-- marbled: sub/c.yaml -->\n![c](c.svg)\n",
        "sub/c.yaml": CheckedFolder.good,
      ])
      let rows = try PipedProgram(
        "check", "--watch", folder.file("a.yaml"), "-i", "a=@\(folder.file("events"))")
      try wait(for: "1 of 1 row in 1 file differs", in: rows)
      try folder.write(["events": "{\"time\":1,\"value\":1}\n"])
      try rows.wait(for: "another check") { $0.count { $0.contains("1 row in 1 file") } > 1 }
      _ = try end(rows)
      let pictures = try PipedProgram("check", "--watch", folder.file("b.md"))
      try wait(for: "1 of 1 picture is out of date", in: pictures)
      #expect(try marbled("render", "--update", folder.file("b.md")).ending == .exited(0))
      try wait(for: "1 picture is up to date", in: pictures)
      try folder.write(["sub/c.yaml": CheckedFolder.good.replacing("1-2-3", with: "1-2-4")])
      try wait(for: "1 of 1 picture is out of date", in: pictures)
      #expect(try end(pictures).ending == .exited(1))
    }

    @Test("a mistake on the command line ends it") func mistakes() throws {
      try folder.write(["a.yaml": CheckedFolder.good, "events": "{\"time\":1,\"value\":2}\n"])
      let outcome = try folder.check(["--watch", folder.path, "-i", "no=@\(folder.file("events"))"])
      #expect(outcome.ending == .exited(64) && outcome.error.contains("-i: no scene has an input row called `no`"))
    }

    @Test("on a terminal, each report has an empty screen") func terminal() throws {
      try folder.write(["a.yaml": CheckedFolder.bad])
      let pty = try Pty("check", "--watch", folder.file("a.yaml"))
      try pty.wait(for: "the first report") { $0.lines.contains { $0.hasPrefix("watching 1 file") } }
      try folder.write(["a.yaml": CheckedFolder.good])
      try pty.wait(for: "the second report") { screen in
        screen.lines[0].hasPrefix("--- ") && screen.lines.contains { $0.hasPrefix(Self.agrees) }
          && screen.lines.contains { $0.hasPrefix("watching 1 file") }
      }
      pty.type("\u{3}")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }
  }
}
