import Expressions
import Foundation
import Marbles
import SceneFiles
import Scenes
import TestSupport
import Testing

extension EndToEnd {
  /// Scenes that are edited on the screen, and what becomes of the edits.
  @Suite struct EditingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scene(_ name: String) throws -> Scene {
      let path = folder.file(name)
      return try SceneFile(parsing: String(contentsOfFile: path, encoding: .utf8), path: path).scene
    }

    private func written(_ name: String, _ text: String) throws -> String {
      let path = folder.file(name)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }

    private static let clear = "\u{15}"

    @Test(
      "search as you type is written from an empty scene, by keys alone", arguments: [(80, 24), (120, 40), (40, 12)])
    func written(columns: Int, rows: Int) throws {
      let path = folder.file("search.yaml")
      #expect(try marbled("new", path, "--empty").ending == .exited(0))
      let pty = try Pty("play", path, columns: columns, rows: rows)
      try pty.waitForPicture()
      func line(_ keys: String, _ text: String, until shown: String) throws {
        pty.type(keys)
        try pty.wait(for: "the line of \(keys)") { $0.lines.contains { $0.contains("Esc cancel") } || rows < 12 }
        pty.type(Self.clear + text)
        pty.type("\r")
        try pty.wait(for: "\(shown) after \(keys)") { screen in
          !screen.lines.contains { $0.contains("Esc cancel") } && screen.lines.contains { $0.contains(shown) }
        }
      }
      try line(":", "scene step 600ms", until: "search")
      try line("i", "typing = 'ro''rome'---'os''oslo'---'os''oslo'----|", until: "typing")
      // Tab completes the operator, and then the first value.
      pty.type("A" + Self.clear + "quiet = typing.deb\t\t)\r")
      try pty.wait(for: "the output") { screen in screen.lines.contains { $0.contains("quiet") } }
      try line("A", "queries = quiet.removeDuplicates()", until: "queries")
      try line(
        "A", "answers = queries.flatMapLatest { [$0.uppercased()].async.delay(for: .seconds(3.6)) }", until: "answers")
      pty.type("w")
      try pty.wait(for: "the file") { screen in screen.lines.last?.contains("wrote ") == true }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(try marbled("render", path).ending == .exited(0))
      let shipped = try #require(try SceneLibrary.shipped.file(named: "search-as-you-type")).scene
      let (own, model) = (try scene("search.yaml"), shipped.rows.prefix(4))
      #expect(own.rows.map(\.name) == model.map(\.name))
      #expect(own.rows.map { $0.expression?.source } == model.map { $0.expression?.source })
      let (mine, theirs) = (try own.recorded().rows, try shipped.recorded().rows)
      for (own, other) in zip(mine, theirs) {
        #expect(own.timeline.events.map(\.value) == other.timeline.events.map(\.value))
        #expect(own.timeline.events.map(\.time) == other.timeline.events.map(\.time))
      }
    }

    private static let text = """
      # A comment at the top.
      title: two rows   # and one behind a value
      rows:
        # About the input.
        a: { marbles: "1-2-3|" }
        out:
          # About the output.
          apply: a.map { $0 * 2 }
      """

    @Test("writing keeps comments, and refuses a file that another program has changed") func kept() throws {
      let path = try written("two.yaml", Self.text)
      let pty = try Pty("play", path, "--at", "1", columns: 200)
      try pty.waitForPicture()
      pty.type("e" + Self.clear + "out = a.map { $0 * 3 }\rw")
      try pty.wait(for: "the file") { $0.lines.last?.contains("wrote ") == true }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == Self.text.replacing("$0 * 2", with: "$0 * 3"))

      try (text + "\n# mine\n").write(toFile: path, atomically: true, encoding: .utf8)
      pty.type("uw")
      try pty.wait(for: "the refusal") { screen in
        screen.lines.contains { $0.contains("save as") } && screen.lines.contains { $0.contains("changed by another") }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text + "\n# mine\n")
      pty.type(Self.clear + folder.file("other") + "\r")
      try pty.wait(for: "the other file") { $0.lines.last?.contains("other.yaml") == true }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(try scene("other.yaml").rows[1].expression?.source == "a.map { $0 * 2 }")
    }

    @Test("what is not saved is printed at the end, or written by a program that is killed", arguments: [false, true])
    func unsaved(isKilled: Bool) throws {
      let path = try written("two.yaml", Self.text)
      let pty = try Pty(
        program: "/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(Binary.path())' play two.yaml --at 1"])
      try pty.waitForPicture()
      pty.type("\u{1B}[Bx")
      try pty.wait(for: "the edit") { $0.lines.last?.contains("u undo") == true }
      guard isKilled else {
        pty.type("q")
        #expect(try pty.waitForEnd().ending == .exited(0))
        let left = pty.screen.lines.joined(separator: "\n")
        #expect(left.contains("the edits of two are not in a file") && left.contains("marbled play"), "\(left)")
        return
      }
      // A copied command line, which a closed terminal can't take.
      pty.type("y")
      try pty.wait(for: "the copy") { $0.lines.last?.contains("copied") == true }
      // In the middle of a line: what it shows counts.
      pty.type("\u{1B}[Be" + Self.clear + "out = a.map { $0 * 5 }")
      try pty.wait(for: "the preview") { screen in screen.lines.contains { $0.contains("* 5") } }
      pty.hangUp()
      _ = try pty.waitForEnd()
      let rescued = try scene("two-unsaved.yaml")
      #expect(rescued.rows[1].expression?.source == "a.map { $0 * 5 }")
      #expect(rescued.rows[0].timeline?.events.count == 2)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.text)
    }

    @Test("--watch reloads a file that an editor saves, and keeps the playhead") func watched() throws {
      let path = try written("two.yaml", Self.text)
      let pty = try Pty("play", path, "--at", "2", "--watch", columns: 200)
      try pty.wait(for: "the picture") { StatusLine($0)?.time == 2 }
      _ = try written("two.yaml", Self.text.replacing("$0 * 2", with: "$0 + 40"))
      try pty.wait(for: "the new result") { screen in screen.lines.contains { $0.contains("42") } }
      #expect(pty.shownTime == 2)
      // The file that was reloaded is the one to write to.
      pty.type("e" + Self.clear + "out = a.map { $0 + 50 }\rw")
      try pty.wait(for: "the file") { $0.lines.last?.contains("wrote ") == true }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.text.replacing("$0 * 2", with: "$0 + 50"))
      _ = try written("two.yaml", Self.text.replacing("map", with: "mapp"))
      try pty.wait(for: "the problem") { screen in screen.lines.last?.contains("mapp") == true }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test("a copy keeps the comments, and a changed file is not overwritten") func copied() throws {
      let text = "# Two streams.\n" + Self.text
      let path = try written("two.yaml", text)
      let pty = try Pty("play", path, "--at", "1", columns: 120)
      try pty.waitForPicture()
      let copy = folder.file("copy.yaml")
      pty.type(":set out a.map { $0 * 3 }\r:write \(copy)\r")
      try pty.wait(for: "the copy") { $0.lines.last?.contains("wrote ") == true }
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == text.replacing("$0 * 2", with: "$0 * 3"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      // Now the copy is the file of the scene.
      _ = try written("copy.yaml", text.replacing("$0 * 2", with: "$0 * 9"))
      pty.type(":set out a.map { $0 * 4 }\rw")
      try pty.wait(for: "the refusal") { screen in
        screen.lines.contains { $0.contains("changed by another program") }
          && screen.lines.contains { $0.contains("two-2.yaml") }
      }
      pty.type("\u{1B}")
      try pty.wait(for: "the picture") { screen in !screen.lines.contains { $0.contains("two-2.yaml") } }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == text.replacing("$0 * 2", with: "$0 * 9"))
    }

    @Test("a line that is open survives a stop and a tiny window") func interrupted() throws {
      let path = try written("two.yaml", Self.text)
      let script = #"set -m; "$0" play "$1" --at 1; echo "stopped: $?"; read line; fg; echo "ended: $?""#
      let pty = try Pty(program: "/bin/sh", ["-c", script, Binary.path(), path], answers: false)
      try pty.waitForPicture()
      pty.type("\u{1B}[B\u{1B}[Be" + Self.clear + "out = a.map { $0 * 70 }")
      try pty.wait(for: "the preview") { screen in screen.lines.contains { $0.contains("» 70 «") } }
      pty.type("\u{1A}")
      try pty.wait(for: "the shell") { $0.lines.contains("stopped: \(128 + SIGTSTP)") && $0.modes == [25] }
      #expect(pty.settingsAreRestored)
      pty.type("\n")
      try pty.wait(for: "the line again") { screen in
        screen.modes.contains(1049) && screen.lines.contains { $0.contains("out = a.map { $0 * 70 }") }
      }
      pty.resize(columns: 20, rows: 5)
      try pty.wait(for: "the line in a tiny window") { screen in
        screen.lines.count == 5 && screen.lines.contains { $0.contains("* 70 }") }
      }
      pty.resize(columns: 80, rows: 24)
      pty.type("\rw")
      try pty.wait(for: "the file") { $0.lines.last?.contains("wrote ") == true }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored && pty.screen.modes == [25])
      #expect(try scene("two.yaml").rows[1].expression?.source == "a.map { $0 * 70 }")
    }

    @Test("saving names the rows that no longer fit their expectation, and quitting keeps colours") func notes() throws
    {
      let path = try written("two.yaml", Self.text + "\n    expect: \"2-4-6|\"\n")
      let pty = try Pty("play", path, "--at", "1", columns: 200)
      try pty.waitForPicture()
      pty.type(":set out a.map { $0 * 3 }\rw")
      try pty.wait(for: "the note") { $0.lines.last?.contains("expect: of out no longer fits") == true }
      pty.type(":color a#1 purple\rq")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.contains { $0.contains("color: purple") }, "\(pty.screen.lines)")
    }

    @Test("a double click edits a marble, and an end is dragged") func mouse() throws {
      let path = try written("two.yaml", Self.text)
      let pty = try Pty("play", path, "--at", "4")
      func place(of text: String) throws -> (column: Int, row: Int) {
        let row = try #require(pty.screen.lines.firstIndex { $0.contains(text) })
        let line = pty.screen.lines[row]
        let start = try #require(line.firstRange(of: text)).lowerBound
        return (line.distance(from: line.startIndex, to: start) + 1, row + 1)
      }
      try pty.wait(for: "the picture") { screen in screen.lines.contains { $0.contains("▐ 3 ▌") } }
      let marble = try place(of: " 3 ▌")
      pty.type(
        String(
          repeating: "\u{1B}[<0;\(marble.column + 1);\(marble.row)M\u{1B}[<0;\(marble.column + 1);\(marble.row)m",
          count: 2))
      try pty.wait(for: "the line") { screen in screen.lines.contains { $0.contains("value of a at ") } }
      pty.type(Self.clear + "30\r")
      try pty.wait(for: "the result") { screen in screen.lines.contains { $0.contains("60") } }
      pty.type("u")
      try pty.wait(for: "it to be undone") { screen in !screen.lines.contains { $0.contains("60") } }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test(
      "an expression that takes hours leaves keys, Ctrl-C and SIGTERM working",
      arguments: ["\u{3}\u{3}", "\u{1B}q", ""])
    func hopeless(keys: String) throws {
      let pty = try Pty("play", "sample", "--at", "1", columns: 120, rows: 40)
      try pty.waitForPicture()
      pty.type("A" + Self.clear + "slow = (0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }")
      try pty.wait(for: "the wait") { screen in screen.lines.contains { $0.contains("computing…") } }
      // The text goes on, and Enter is taken.
      pty.type(".prefix(3)")
      try pty.wait(for: "more text") { screen in screen.lines.contains { $0.contains(".prefix(3)") } }
      switch keys {
      case "": pty.child.send(SIGTERM)
      // A lone Escape is told from a sequence by the time after it.
      case "\u{1B}q":
        pty.type("\u{1B}")
        try pty.wait(for: "the line to close") { screen in !screen.lines.contains { $0.contains("Esc cancel") } }
        pty.type("q")
      default: pty.type(keys)
      }
      let ending = try pty.waitForEnd().ending
      #expect(ending == (keys.isEmpty ? .signalled(SIGTERM) : .exited(0)))
      #expect(pty.settingsAreRestored)
    }
  }
}
