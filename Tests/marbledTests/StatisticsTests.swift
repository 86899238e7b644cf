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

    /// Loose, as other work on the machine takes frames away; `RefreshSceneTests` counts exactly.
    @Test("The rows of the scene refresh change at rates of their own") func rowsChangeAtRatesOfTheirOwn() throws {
      let pty = try Pty("play", "refresh")
      try pty.wait(for: "6 s of scene time", within: 30) { StatusLine($0).map { $0.time >= 6 } ?? false }
      var screen = ScreenEmulator(columns: 80, rows: 24)
      var (shown, changes): ([String: String], [String: Int]) = ([:], [:])
      for chunk in pty.chunks {
        screen.feed(chunk.bytes)
        guard let status = StatusLine(screen), (1...6).contains(status.time) else { continue }
        for row in ["smooth", "tenth", "quarter", "second"] {
          let line = screen.lines.first { $0.drop { $0 == " " }.hasPrefix(row + " ") }
          if let before = shown[row], before != line { changes[row, default: 0] += 1 }
          shown[row] = line
        }
      }
      pty.type("q")
      let rates = changes.mapValues { Double($0) / 5 }
      #expect((0.8...1.2).contains(rates["second"] ?? 0), "\(rates)")
      #expect((3.2...4.4).contains(rates["quarter"] ?? 0), "\(rates)")
      #expect((6...11).contains(rates["tenth"] ?? 0), "\(rates)")
      #expect((rates["tenth"] ?? 0)...33 ~= rates["smooth"] ?? 0, "\(rates)")
    }
  }
}
