import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct AnsiTests {
    private func screen(
      _ arguments: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> ScreenEmulator {
      let outcome = try run(
        Binary.path(), ["render", "--format", "ansi", "--at", "2.6"] + arguments, environment: environment)
      #expect(outcome.ending == .exited(0) && outcome.error == "" && outcome.lines.count == rows)
      var screen = ScreenEmulator(columns: columns, rows: rows + 1)
      screen.feed(outcome.output.replacing("\n", with: "\r\n").utf8)
      #expect(screen.unknown.isEmpty && screen.isAtRest && screen.attributes == ScreenEmulator.Attributes())
      return screen
    }

    @Test("The colours suit the background that the environment or the terminal tells of")
    func theColoursSuitTheBackground() throws {
      let light = try screen("--theme", "light").cells
      #expect(try screen(environment: ["COLORFGBG": "0;15"]).cells == light)
      #expect(try screen("--theme", "dark", environment: ["COLORFGBG": "0;15"]).cells != light)
      let pty = try Pty("play", "--at", "2.6", answers: false)
      try pty.waitForPicture()
      pty.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c")
      try pty.wait(for: "the light colours") { $0.cells == Array(light.dropLast()) }
    }

    private func colors(_ screen: ScreenEmulator) -> Set<ScreenEmulator.Color> {
      Set(screen.cells.joined().flatMap { [$0.attributes.foreground, $0.attributes.background] }).subtracting([.default]
      )
    }

    @Test(arguments: [("80x24", 80, 24), ("100x30", 100, 30), ("40x10", 40, 10)])
    func itIsWhatPlayShowsInColour(size: String, columns: Int, rows: Int) throws {
      let screen = try screen("--size", size, columns: columns, rows: rows)
      let pty = try Pty("play", "--at", "2.6", columns: columns, rows: rows)
      try pty.wait(for: "the same cells") { $0.cells == Array(screen.cells.dropLast()) }
      let frame = try marbled("render", "--format", "frame", "--at", "2.6", "--size", size)
      #expect(frame.lines == Array(screen.lines.dropLast()))
    }

    /// Everything that says which terminal it is for, and the kind of colours that come of it.
    @Test(
      arguments: [
        ([], [:], "rgb"), ([], ["COLORTERM": ""], "indexed"), ([], ["COLORTERM": "", "TERM": "xterm"], "ansi"),
        ([], ["COLORTERM": "", "TERM": "linux"], "ansi"), ([], ["NO_COLOR": "1"], "none"),
        ([], ["TERM": "dumb"], "none"),
        ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], "rgb"), (["--color", "never"], ["FORCE_COLOR": "1"], "none"),
        (["--color", "always"], ["NO_COLOR": "1"], "rgb"), (["--color", "16"], [:], "ansi"),
        (["--color", "256"], [:], "indexed"), (["--color", "truecolor"], ["TERM": "dumb", "COLORTERM": ""], "rgb"),
      ] as [([String], [String: String], String)])
    func flagsAndEnvironmentSayWhichColours(_ flags: [String], _ environment: [String: String], _ kind: String) throws {
      let outcome = try run(
        Binary.path(), ["render", "--format", "ansi", "--at", "2.6"] + flags, environment: environment)
      var screen = ScreenEmulator(columns: 80, rows: 25)
      screen.feed(outcome.output.replacing("\n", with: "\r\n").utf8)
      let kinds = Set(
        colors(screen).map { color in
          switch color {
          case .default: "none"
          case .ansi: "ansi"
          case .indexed: "indexed"
          case .rgb: "rgb"
          }
        })
      #expect(kinds == (kind == "none" ? [] : [kind]))
      // Each colour of a marble is another one, whatever the terminal.
      if kind != "none" { #expect(colors(screen).count >= 5) }
    }

    @Test func theFontOfTheTerminalIsKeptTo() throws {
      let console = try screen(environment: ["TERM": "linux"])
      #expect(!console.lines.joined().contains { "▗▖▝▘╭╮╰╯╌".contains($0) })
      for (flags, environment) in [(["--ascii"], [:]), ([], ["LANG": "C"])] {
        let outcome = try run(Binary.path(), ["render", "--format", "ansi"] + flags, environment: environment)
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x7F })
      }
    }

    @Test func aValueSendsNothingOfItsOwn() throws {
      let value = #"'"\u001b[31m\u009b2J\u202e\u0007""#
      for format in ["ansi", "frame"] {
        let outcome = try marbled("render", "--format", format, "--size", "120x10", "-i", "a=\(value)'|")
        #expect(outcome.ending == .exited(0))
        #expect(!outcome.output.contains("\u{1B}[31m") && !outcome.output.contains("\u{1B}[2J"))
        #expect(outcome.output.unicodeScalars.allSatisfy { !["\u{9B}", "\u{202E}", "\u{7}"].contains($0) })
      }
    }

    @Test func itCanBeWrittenToAFile() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("frame.ans")
      #expect(try marbled("render", "--format", "ansi", "-o", file).output == "")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == marbled("render", "--format", "ansi").output)
    }
  }
}
