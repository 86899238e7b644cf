import TestSupport
import Testing

extension EndToEnd {
  @Suite struct StatisticsTests {
    @Test("--stats shows a line below the picture, and a table at the end") func statsAreShown() throws {
      let pty = try Pty("play", "--stats", "refresh")
      try pty.wait(for: "the line of the first second") { $0.lines[22].contains("33ms ") }
      let line = pty.screen.lines[22]
      let pattern = #/33ms [0-9]+×[0-9]+B [0-9.]+ms  100ms [0-9]+×.* 1s [0-9]+×/#
      #expect(line.contains(pattern), "\(line)")
      pty.type("q")
      _ = try pty.waitForEnd()
      let table = pty.screen.lines.joined(separator: "\n")
      #expect(table.contains("     refresh      frames    frames/s  bytes each    CPU each of one core"))
      #expect(table.contains(#/ 250ms +[0-9]+ +[0-9.]+ +[0-9]+ +[0-9.]+ ms +[0-9.]+ %/#))
    }
  }
}
