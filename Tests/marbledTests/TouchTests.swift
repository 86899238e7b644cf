import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The mouse, in the bytes that a terminal sends.
  @Suite struct TouchTests {
    private enum Action: Int { case press = 0, drag = 32, move = 35 }

    private func send(_ action: Action, column: Int, row: Int, to pty: Pty) {
      pty.type("\u{1B}[<\(action.rawValue);\(column + 1);\(row + 1)M")
    }

    private func release(column: Int, row: Int, to pty: Pty) { pty.type("\u{1B}[<0;\(column + 1);\(row + 1)m") }

    /// Where `text` stands in the line of a row.
    private func place(of text: String, row name: String, on screen: ScreenEmulator) throws -> (column: Int, row: Int) {
      guard let row = screen.lines.firstIndex(where: { $0.drop { " ›".contains($0) }.hasPrefix("\(name) ") }),
        case let line = screen.lines[row], let start = line.range(of: text)?.lowerBound
      else { throw Problem("\(name) shows no \(text)") }
      return (line.distance(from: line.startIndex, to: start), row)
    }

    /// Waits for the last line of the first picture, and so for all of it.
    private func waitForKeys(on pty: Pty) throws {
      try pty.wait(for: "a whole picture") { $0.lines.last?.hasSuffix("q quit") == true }
    }

    /// The sample as it is when strings' `a` comes at 0.5 s.
    private func movedFrame(at time: String) throws -> [String] {
      try marbled(
        // Both rows, so that they have the colours of the sample.
        "render", "-i", "ints=1@0 2@1 3@2 4@5 5@8 |@8", "-i", "strings=a@0.5 b@2.5 c@4.5 d@6.5 e@7.5 |@7.5", "sample",
        "--format", "frame", "--at", time
      ).lines
    }

    @Test func draggingAMarbleRunsTheSceneAgainAtEveryMove() throws {
      let pty = try Pty("play", "--at", "3")
      try waitForKeys(on: pty)
      let start = try place(of: "▐a▌", row: "strings", on: pty.screen)
      let pair = try place(of: "▐1 a▌", row: "zip", on: pty.screen)
      // Eight columns are a second at this size.
      send(.press, column: start.column + 1, row: start.row, to: pty)
      for column in 1...8 { send(.drag, column: start.column + 1 - column, row: start.row, to: pty) }
      try pty.wait(for: "the pair, while the button is down") { screen in
        (try? place(of: "▐1 a▌", row: "zip", on: screen).column) == pair.column - 8
      }
      #expect(try place(of: "»a«", row: "strings", on: pty.screen).column == start.column - 8)
      #expect(pty.screen.lines.contains { $0.contains("0.5 s: strings emits a.") })
      release(column: start.column - 7, row: start.row, to: pty)
      pty.type("\u{1B}")
      // Let go and with nothing selected, it is the frame of the moved scene.
      let frame = try movedFrame(at: "3")
      // The keys are others: the drag can be undone.
      try pty.wait(for: "the moved scene") { $0.lines.dropFirst().dropLast() == frame.dropFirst().dropLast() }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored && pty.screen.modes == [25] && pty.screen.isAtRest)
    }

    @Test func whatIsPlayedGoesOnAfterADrag() throws {
      let pty = try Pty("play", "--speed", "0.5")
      try pty.wait(for: "0.6 s") { StatusLine($0).map { $0.time >= 0.6 } ?? false }
      let start = try place(of: "(c)", row: "strings", on: pty.screen)
      send(.press, column: start.column + 1, row: start.row, to: pty)
      send(.drag, column: start.column - 7, row: start.row, to: pty)
      try pty.wait(for: "the playhead to stand") { StatusLine($0)?.state == "‖" }
      let time = try #require(pty.shownTime)
      release(column: start.column - 7, row: start.row, to: pty)
      try pty.wait(for: "it to go on") { StatusLine($0).map { $0.state == "▶" && $0.time > time } ?? false }
      #expect(try place(of: "»c«", row: "strings", on: pty.screen).column == start.column - 8)
    }

    @Test func outputsAndTicksStayWhereTheyAre() throws {
      let pty = try Pty("play", "--at", "3")
      try waitForKeys(on: pty)
      for (text, row) in [("▐1 a▌", "zip"), ("┬", "strings")] {
        let start = try place(of: text, row: row, on: pty.screen)
        send(.press, column: start.column, row: start.row, to: pty)
        send(.drag, column: start.column + 12, row: start.row, to: pty)
        release(column: start.column + 12, row: start.row, to: pty)
      }
      try pty.wait(for: "the row to be selected") { screen in screen.lines.contains { $0.contains("›strings") } }
      pty.type("\u{1B}")
      // An Escape and a `+` at once are Alt-+.
      try pty.wait(for: "nothing to be selected") { screen in !screen.lines.contains { $0.contains("›") } }
      let frame = try marbled("render", "--format", "frame", "--at", "3")
      // `+` shows that all of it was read.
      pty.type("+")
      try pty.wait(for: "another speed") { StatusLine($0)?.speed == "1.5" }
      #expect(Array(pty.screen.lines.dropFirst()) == Array(frame.lines.dropFirst()))
    }

    @Test func pointingAtAMarbleShowsWhatItIs() throws {
      let pty = try Pty("play", "--at", "3")
      try waitForKeys(on: pty)
      let pair = try place(of: "▐1 a▌", row: "zip", on: pty.screen)
      send(.move, column: pair.column + 1, row: pair.row, to: pty)
      try pty.wait(for: "the tooltip") { $0.lines.contains { $0.contains("id zip#0 from 0, 1000") } }
      #expect(pty.screen.lines[pair.row].contains("▐1 a▌"))
      send(.move, column: 40, row: 23, to: pty)
      let frame = try marbled("render", "--format", "frame", "--at", "3")
      try pty.wait(for: "no tooltip") { $0.lines == frame.lines }
      // Off, it is the terminal's again.
      pty.type("m")
      try pty.wait(for: "the mouse to be off") { !$0.modes.contains(1003) && !$0.modes.contains(1006) }
    }

    @Test func draggingOnTheAxisScrubs() throws {
      let pty = try Pty("play", "--at", "3")
      try waitForKeys(on: pty)
      let label = try #require(pty.screen.lines.firstIndex { $0.contains("0s ") })
      let mark = try #require(pty.screen.lines[label + 1].firstIndex(of: "▼"))
      let column = pty.screen.lines[label + 1].distance(from: pty.screen.lines[label + 1].startIndex, to: mark)
      send(.press, column: column, row: label + 1, to: pty)
      send(.drag, column: column + 16, row: label + 1, to: pty)
      try pty.wait(for: "5 s") { StatusLine($0)?.time == 5 }
      release(column: column + 16, row: label + 1, to: pty)
      let frame = try marbled("render", "--format", "frame", "--at", "5")
      try pty.wait(for: "the frame at 5 s") { $0.lines == frame.lines }
      // The arrows go from instant to instant.
      pty.type("\u{1B}[D")
      try pty.wait(for: "4.5 s") { StatusLine($0)?.time == 4.5 }
      pty.type("..")
      try pty.wait(for: "6.5 s") { StatusLine($0)?.time == 6.5 }
    }
  }
}
