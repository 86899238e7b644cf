import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct KeyTests {
    @Test func spacePausesAndGoesOn() throws {
      let pty = try Pty("play")
      try pty.wait(for: "0.5 s of scene time") { StatusLine($0).map { $0.time >= 0.5 } ?? false }
      pty.type(" ")
      try pty.wait(for: "the pause") { StatusLine($0)?.state == "‖" }
      let time = try #require(pty.shownTime)
      pty.type(" ")
      try pty.wait(for: "it to go on") { StatusLine($0).map { $0.state == "▶" && $0.time > time } ?? false }
    }

    @Test func theEndStandsStill() throws {
      let pty = try Pty("play", "--speed", "100")
      try pty.wait(for: "the end") { StatusLine($0)?.state == "■" }
      let frame = try marbled("render", "--format", "frame", "--speed", "100")
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
      #expect(
        pty.screen.lines.last == " finished · h hide  r restart  ←→ step  tab marble  e edit  ? keys  q quit")
    }

    @Test func plusAndMinusGoAlongTheLadder() throws {
      let pty = try Pty("play", "--at", "1")
      func press(_ key: String, expecting speeds: [String]) throws {
        for speed in speeds {
          pty.type(key)
          try pty.wait(for: "×\(speed)") { StatusLine($0)?.speed == speed }
        }
      }
      try pty.waitForPicture()
      try press("+", expecting: ["1.5", "2", "3", "5"])
      try press("=", expecting: ["10", "20", "50", "100", "100"])
      try press("-", expecting: ["50", "20", "10", "5", "3", "2", "1.5", "1", "0.75", "0.5", "0.25", "0.1", "0.1"])
      try press("\u{7F}", expecting: ["1"])
      #expect(pty.shownTime == 1)
    }

    @Test func aSpeedChangesWhilePlaying() throws {
      let pty = try Pty("play", "--speed", "0.1")
      try pty.waitForPicture()
      pty.type("++++++++++++")
      try pty.wait(for: "the end") { StatusLine($0).map { $0.state == "■" && $0.speed == "100" } ?? false }
    }

    @Test func theArrowsGoOnToTheListOfARow() throws {
      let pty = try Pty("play", "movies", "--at", "3")
      try pty.waitForPicture()
      func isShown(_ text: String) -> (ScreenEmulator) -> Bool { { $0.lines.contains { $0.hasSuffix("●  \(text)") } } }
      try pty.wait(for: "the first of the list") { isShown("Movie 3")($0) && !isShown("Movie 4")($0) }
      // Three rows, and then four of the list's items.
      pty.type(String(repeating: "\u{1B}[B", count: 7))
      try pty.wait(for: "more of the list") { isShown("Movie 7")($0) && !isShown("Movie 1")($0) }
      pty.type(String(repeating: "\u{1B}[A", count: 4))
      try pty.wait(for: "its beginning") { isShown("Movie 3")($0) && !isShown("Movie 4")($0) }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    /// Several scenes are played in turn, and by PgUp and PgDn.
    @Test func scenesArePlayedInTurn() throws {
      let pty = try Pty("play", "sample", "zip", "--speed", "100", "merge")
      func isShown(_ title: String) -> (ScreenEmulator) -> Bool { { $0.lines.first?.contains(" \(title) ") == true } }
      try pty.wait(for: "the second") { isShown("zip")($0) }
      try pty.wait(for: "the third") { isShown("merge")($0) }
      try pty.wait(for: "its end") { StatusLine($0)?.state == "■" }
      pty.type("\u{1B}[6~")
      try pty.wait(for: "the first again") { isShown("sample")($0) }
      pty.type("\u{1B}[5~")
      try pty.wait(for: "the last before it") { isShown("merge")($0) }
    }

    /// Without arguments, a terminal lists scenes; a pipe gets the sample in words.
    @Test func withoutArgumentsScenesAreListed() throws {
      let pty = try Pty()
      try pty.wait(for: "the list") { screen in
        screen.lines.first?.contains("Choose a scene") == true
          && screen.lines.contains { $0.contains("Operators by category") }
      }
      pty.type("cold-vs-hot")
      try pty.wait(for: "the only match") { screen in screen.lines.first?.contains(" 1 of ") == true }
      pty.type("\r")
      try pty.wait(for: "the scene") { StatusLine($0)?.state == "▶" && $0.lines.first?.contains("cold vs hot") == true }
      pty.type("p")
      try pty.wait(for: "the list again") { $0.lines.first?.contains("Choose a scene") == true }
      // A name of another library leads to the operator and to scenes that call it.
      pty.type("debounceTime")
      try pty.wait(for: "the operator") { screen in screen.lines.contains { $0.contains("› debounce  ") } }
      pty.type("\u{1B}")
      try pty.wait(for: "the scene again") { StatusLine($0) != nil }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func escapeLeavesTheFirstList() throws {
      let pty = try Pty()
      try pty.wait(for: "the list") { $0.lines.first?.contains("Choose a scene") == true }
      pty.type("\u{1B}")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored)
    }

    /// A presented scene waits at its end, without a clock and keys before.
    @Test func presentedScenesWait() throws {
      let pty = try Pty("play", "--present", "zip", "merge", "--speed", "50")
      try pty.wait(for: "the end of the first") { $0.lines.last?.contains("space next scene") == true }
      #expect(pty.screen.lines.first?.hasSuffix("1/2") == true && pty.screen.lines.first?.contains(" s ") == false)
      pty.type(" ")
      try pty.wait(for: "the end of the second") { screen in
        let keys = screen.lines.last ?? ""
        return screen.lines.first?.hasSuffix("2/2") == true && keys.contains("finished") && !keys.contains("next scene")
      }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    /// `y` copies a command line with the changes, `s` saves the picture; the shell gets both.
    @Test func whatIsShownCanBeTakenAway() throws {
      let folder = try TemporaryFolder()
      let script = #"cd "$1" && exec "$0" play --at 2.6 --theme dark"#
      let pty = try Pty(program: "/bin/sh", ["-c", script, Binary.path(), folder.path])
      try pty.waitForPicture()
      pty.type("y")
      try pty.wait(for: "the confirmation") { $0.lines.last?.hasPrefix(" copied: marbled play ") == true }
      let command = try marbled("render", "--format", "command").output
      let encoded = Data(command.dropLast().utf8).base64EncodedString()
      #expect(String(decoding: pty.bytes, as: UTF8.self).contains("\u{1B}]52;c;\(encoded)\u{1B}\\"))
      pty.type("s")
      try pty.wait(for: "the file") { $0.lines.last == " saved sample.svg" }
      pty.type("s")
      try pty.wait(for: "the second file") { $0.lines.last == " saved sample-2.svg" }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.contains("saved sample.svg") && pty.screen.lines.contains("saved sample-2.svg"))
      let saved = try String(contentsOfFile: folder.file("sample.svg"), encoding: .utf8)
      let picture = try marbled(
        "render", "--format", "svg", "--at", "2.6", "--size", "80x24", "--theme", "dark"
      ).output
      #expect(saved == picture)
    }

    @Test func onceEndsWithTheLastScene() throws {
      let pty = try Pty("play", "zip", "merge", "--speed", "100", "--once")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func rStartsOver() throws {
      let pty = try Pty("play", "--speed", "2")
      try pty.wait(for: "2 s of scene time") { StatusLine($0).map { $0.time >= 2 } ?? false }
      pty.type("r")
      try pty.wait(for: "the beginning") { screen in
        StatusLine(screen).map { $0.time < 1 } ?? false && !screen.lines.contains { $0.contains("▐1 a▌") }
      }
      try pty.wait(for: "it to go on") { StatusLine($0).map { $0.time >= 1.6 } ?? false }
      #expect(pty.screen.lines.contains { $0.contains("▐1 a▌") })
    }

    @Test func lLoops() throws {
      let pty = try Pty("play", "--speed", "20")
      try pty.wait(for: "the end") { StatusLine($0)?.state == "■" }
      pty.type("l")
      try pty.wait(for: "the mark") { StatusLine($0)?.isLooping == true }
      try pty.wait(for: "the next round") { StatusLine($0)?.state == "▶" }
      pty.type("l")
      try pty.wait(for: "no mark") { StatusLine($0)?.isLooping == false }
      try pty.wait(for: "the end") { StatusLine($0)?.state == "■" }
    }

    @Test(arguments: ["q", "\u{3}"])
    func qAndControlCLeave(key: String) throws {
      let frame = try marbled("render", "--format", "frame", "--at", "2.6")
      let pty = try Pty("play", "--at", "2.6", answers: false)
      try pty.wait(for: "the frame") { $0.lines == frame.lines }
      #expect(!pty.settingsAreRestored)
      pty.type(key)
      #expect(try pty.waitForEnd().ending == .exited(0))
      try expectFinalPicture(pty, of: frame.lines)
    }

    @Test func onceLeavesTheEndInTheScrollback() throws {
      let pty = try Pty("play", "--speed", "50", "--once", answers: false)
      #expect(try pty.waitForEnd().ending == .exited(0))
      try expectFinalPicture(pty, of: marbled("render", "--format", "frame", "--speed", "50").lines)
    }

    /// The terminal is as it was, and below its cursor stands the picture without the line of keys.
    private func expectFinalPicture(_ pty: Pty, of frame: [String]) throws {
      #expect(pty.settingsAreRestored)
      #expect(pty.screen.modes == [25] && pty.screen.isAtRest && pty.screen.attributes == ScreenEmulator.Attributes())
      var picture = Array(frame.dropLast())
      while picture.last == "" { picture.removeLast() }
      #expect(Array(pty.screen.lines.prefix(picture.count)) == picture)
      #expect(pty.screen.lines.dropFirst(picture.count).allSatisfy { $0.isEmpty })
      #expect(pty.screen.cursor == (0, picture.count))
      // The picture comes after the terminal was given back, and nothing is switched on again.
      let leave = String(decoding: Restoration.bytes, as: UTF8.self)
      let parts = String(decoding: pty.bytes, as: UTF8.self).components(separatedBy: leave)
      #expect(parts.count == 2)
      #expect(!(parts.last ?? "").contains("\u{1B}[?"))
    }
  }
}
