import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct ErrorTests {
    /// A command, how it ends, and all that it says.
    struct Mistake: Sendable, CustomTestStringConvertible {
      var arguments: [String]
      var status: Int32
      var error: String

      var testDescription: String { arguments.joined(separator: " ") }

      init(_ arguments: String..., status: Int32, _ error: String) {
        (self.arguments, self.status, self.error) = (arguments, status, error)
      }
    }

    static let usageOfPlay = """
      Usage: marbled play [<options>] [<targets> ...]
        See 'marbled play --help' for more information.
      """

    static let usageOfRender = """
      Usage: marbled render [<options>] [<targets> ...]
        See 'marbled render --help' for more information.
      """

    @Test(arguments: [
      (["--speed-factor", "0"], "0"), (["--speed-factor", "-1"], "-1"), (["--speed-factor=-1"], "-1"),
      (["--speed-factor", "nan"], "nan"), (["--speed-factor", "inf"], "inf"), (["--speed-factor", "abc"], "abc"),
    ])
    func aSpeedFactorIsAFiniteNumberAbove0(flag: [String], shown: String) throws {
      for command in [["play"], []] {
        let outcome = try run(Binary.path(), command + flag)
        #expect(outcome.ending == .exited(64) && outcome.output == "")
        #expect(
          outcome.error == """
            error: The value '\(shown)' is invalid for '--speed-factor <x>': the speed factor is `\(shown)`; expected a \
            number from 0.000001 to 1000000, such as 2 or 0.5
            Help:  --speed-factor <x>  Playback speed: scene seconds per wall-clock second.
            \(Self.usageOfPlay)

            """)
      }
    }

    @Test(arguments: [
      Mistake(
        "play", "-i", "a=1-2|", "-i", "a=3|", status: 64,
        "error: the input `a` is given twice; expected one -i per row"),
      Mistake(
        "explain", "mrege", status: 66, "error: no operator is called `mrege`; did you mean `merge`?"),
      Mistake(
        "explain", "", status: 64,
        """
        error: a subject is empty: `marbled explain zip`, or `marbled list operators` for all of them
        Usage: marbled explain <subjects> ... [--color <color>]
          See 'marbled explain --help' for more information.
        """),
      Mistake(
        "list", "operators", "xyzzy", status: 66,
        "error: no operator is found for `xyzzy`; `marbled list operators` lists all of them"),
      Mistake(
        "render", "merge(ints, string)", "-i", "ints=1", "-i", "strings=2", status: 65,
        """
        error: row out: expression, column 13: no row is called `string`; did you mean `strings`?
          merge(ints, string)
                      ^
        """),
      Mistake(
        "render", "mrege(a, a)", "-i", "a=1", status: 65,
        """
        error: expression, column 1: no operator is called `mrege`; did you mean `merge`?
          mrege(a, a)
          ^
        """),
      Mistake(
        "render", "a.debuonce(for: .seconds(1))", "-i", "a=1-2|", status: 65,
        """
        error: expression, column 3: no operator is called `debuonce`; did you mean `debounce`?
          a.debuonce(for: .seconds(1))
            ^
        """),
      Mistake(
        "render", "merge(a", "-i", "a=1", status: 65,
        """
        error: expression, column 8: the text ends here; expected `,` or `)`
          merge(a
                 ^
        """),
      Mistake(
        "render", "-i", "a=1[2", status: 65,
        """
        error: row a, column 2: found a group `[` that is never closed, expected `]` after its values
          1[2
           ^
        """),
      Mistake(
        "play", "nosuchscene", status: 66,
        "error: no scene, operator or row is called `nosuchscene`; see `marbled list scenes` "
          + "and `marbled list operators`"
      ),
      Mistake(
        "play", "sampel", status: 66, "error: no scene, operator or row is called `sampel`; did you mean `sample`?"),
      Mistake("render", "-i", "a=@/nowhere/a.ndjson", status: 66, "error: no such file: /nowhere/a.ndjson"),
      Mistake(
        "play", "--show", "zip=bar", status: 64,
        """
        error: The value 'zip=bar' is invalid for '--show <name=form>': `bar` is not a way to show a row; did you mean \
        `bars`? expected one of timeline, marbles, curve, bars, lines, list
        Help:  --show <name=form>  Show a row as marbles, curve, bars, lines or list, as in cpu=curve.
        \(usageOfPlay)
        """),
      Mistake(
        "play", "--follow", "id", status: 64,
        "error: --follow needs two live rows, and found none in `sample`; name two, as in `marbled play tap:orders tap:paid --follow id`"
      ),
      Mistake(
        "run", "-i", "a=-", "--follow", "order.id", status: 64,
        "error: --follow needs two live rows, and found only `a` in `inputs`; name two, as in `marbled play tap:orders tap:paid --follow id`"
      ),
      Mistake("play", "--show", "zap=bars", status: 64, "error: --show: no row is called `zap`; did you mean `zip`?"),
      Mistake(
        "play", "--row-refresh", "zap=1s", status: 64,
        "error: --row-refresh: no row is called `zap`; did you mean `zip`?"),
      Mistake(
        "render", "a = merge(b, c)", "-i", "a=1", "-i", "b=2", "-i", "c=3", status: 64,
        "error: two rows are called `a`; names of rows must be unique"),
      Mistake(
        "render", "--format", "pdf", status: 64,
        """
        error: --format: `pdf` is unknown; expected one of marble, json, text, tsv, frame, ansi, cast, svg, html, swift, asv, trace, yaml, command
        \(usageOfRender)
        """),
      Mistake(
        "render", "--format", "frame", "--size", "0x5", status: 64,
        """
        error: The value '0x5' is invalid for '--size <colsxrows>': `0x5` is not a size; expected COLSxROWS, each from 1 to \
        1000, as in 80x24
        Help:  --size <colsxrows>  The size of a picture. (default: 80x24; svg: as high as needed)
        \(usageOfRender)
        """),
      Mistake(
        "render", "--format", "frame", "--size", "10x5", status: 64,
        "error: --size: 10x5 is too small; a picture needs at least 20x5"),
      Mistake(
        "render", "--format", "ansi", "--size", "20x4", status: 64,
        "error: --size: 20x4 is too small; a picture needs at least 20x5"),
      Mistake(
        "play", "--plain=xml", status: 64,
        """
        error: --plain: unknown form `xml`; expected one of sentences, tsv
        \(usageOfPlay)
        """),
      Mistake(
        "play", "--loop", "--once", status: 64,
        """
        error: --loop and --once can't be used together
        \(usageOfPlay)
        """),
    ])
    func aMistakeIsExplained(_ mistake: Mistake) throws {
      let outcome = try run(Binary.path(), mistake.arguments)
      #expect(outcome.error == mistake.error + "\n")
      #expect(outcome.ending == .exited(mistake.status))
      #expect(outcome.output == "")
    }

    @Test func aMistakeInAFileHasItsPlace() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("bad.ndjson")
      try "{\"time\":0,\"value\":1}\n{\"time\":1,\"value\":}\n".write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try marbled("render", "-i", "a=@\(file)")
      #expect(outcome.error == "error: \(file):2:19: found `}`, expected a JSON value\n")
      #expect(outcome.ending == .exited(65))
    }

    @Test(arguments: [
      ("animationTime: wal", "1:16: error: `wal` is not a value of `animationTime:`; did you mean `wall`?"),
      ("reducedMotion: off", "1:16: error: found `off`, expected true or false"),
      ("rows:\n  a: { marbles: '1|', animation: { transition: slid } }", "2:48: error: `slid` is not a transition"),
    ])
    func aMistakeInASceneHasItsPlace(text: String, message: String) throws {
      let folder = try TemporaryFolder()
      let file = folder.file("bad.yaml")
      try (text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      for command in ["render", "play", "check"] {
        let outcome = try marbled(command, file)
        #expect(outcome.error.hasPrefix("\(file):\(message)") && outcome.error.contains("^"), "\(outcome.error)")
        #expect(outcome.ending == .exited(65))
        if command != "check" { #expect(outcome.output == "") }
      }
    }

    @Test func aPlaceThatCannotBeWrittenIsAnInputOutputError() throws {
      let outcome = try marbled("render", "-o", "/nowhere/sheet")
      #expect(outcome.error == "error: /nowhere/sheet can't be written: No such file or directory\n")
      #expect(outcome.ending == .exited(74))
    }

    @Test("On a terminal, the word `error` has a colour, unless NO_COLOR is set", arguments: ["", "1"])
    func colors(noColor: String) throws {
      let pty = try Pty("play", "nosuchscene", environment: ["NO_COLOR": noColor])
      #expect(try pty.waitForEnd().ending == .exited(66))
      let text = String(decoding: pty.bytes, as: UTF8.self)
      #expect(text.hasPrefix(noColor.isEmpty ? "\u{1B}[1;31merror:\u{1B}[0m no scene" : "error: no scene"), "\(text)")
    }

    @Test func onATerminalTheScreenIsNotTouched() throws {
      let pty = try Pty("play", "nosuchscene", environment: ["NO_COLOR": "1"])
      #expect(try pty.waitForEnd().ending == .exited(66))
      #expect(pty.settingsAreRestored && pty.screen.modes == [25] && !pty.bytes.contains(0x1B))
      #expect(pty.screen.lines[0].hasPrefix("error: no scene, operator or row is called `nosuchscene`"))
    }

    @Test("A diagram of numbers of several digits is noted, with the diagram that was probably meant")
    func severalDigits() throws {
      let outcome = try marbled("render", "a", "-i", "a=10-20-30|")
      #expect(outcome.ending == .exited(0))
      #expect(
        outcome.error
          == "note: a: each digit is a value; numbers of several digits are in quotes: '10'-'20'-'30'|\n")
      #expect(try marbled("render", "a", "-i", "a='10'-'20'-'30'|").error.isEmpty)
    }

    @Test("a row of -i that a scene does not use is noted, with the row that was probably meant")
    func unusedInput() throws {
      let outcome = try marbled("render", "zip", "-i", "aa=1|", "--format", "json")
      #expect(outcome.ending == .exited(0))
      #expect(outcome.error == "note: no expression of the scene uses the row `aa`; did you mean `a`?\n")
      #expect(try marbled("render", "zip", "-i", "a=1|").error.isEmpty)
      #expect(try marbled("render", "a", "-i", "a=1|", "-i", "b=2|").error.isEmpty)
    }
  }
}
