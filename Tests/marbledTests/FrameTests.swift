import TestSupport
import Testing

extension EndToEnd {
  @Suite struct FrameTests {
    @Test(arguments: [("80x24", 80, 24), ("120x40", 120, 40), ("40x10", 40, 10)])
    func playShowsWhatRenderPrints(size: String, columns: Int, rows: Int) throws {
      let frame = try marbled("render", "--format", "frame", "--at", "2.6", "--size", size)
      #expect(frame.ending == .exited(0) && frame.lines.count == rows)
      let pty = try Pty("play", "--at", "2.6", columns: columns, rows: rows)
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
      #expect(pty.screen.unknown.isEmpty)
    }

    @Test func aTimeAfterTheEndIsTheEnd() throws {
      let frame = try marbled("render", "--format", "frame", "--at", "99")
      #expect(frame.lines.first?.hasSuffix("8.0 of 8.0 s") == true)
      #expect(frame.lines == (try marbled("render", "--format", "frame", "--at", "8")).lines)
      let pty = try Pty("play", "--at", "99")
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
    }

    @Test(arguments: [
      ("timing", "4.3"), ("flat-map-vs-flat-map-latest", "3.1"), ("random", "5.05"), ("refresh", "7"), ("failing", "0"),
    ])
    func playShowsWhatRenderPrintsOfOtherScenes(scene: String, time: String) throws {
      let frame = try marbled("render", scene, "--format", "frame", "--at", time)
      #expect(frame.ending == .exited(0))
      let pty = try Pty("play", scene, "--at", time)
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
    }

    @Test func asciiIsASCIIOnly() throws {
      let frame = try marbled("render", "--format", "frame", "--ascii", "--at", "2.6")
      #expect(frame.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
      let pty = try Pty("play", "--ascii", "--at", "2.6")
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
      #expect(pty.bytes.allSatisfy { $0 < 0x80 })
    }

    @Test func noColorIsNoColor() throws {
      let pty = try Pty("play", "--at", "2.6", environment: ["NO_COLOR": "1"])
      try pty.waitForPicture()
      let colors = Set(pty.screen.cells.joined().flatMap { [$0.attributes.foreground, $0.attributes.background] })
      #expect(colors == [.default])
    }

    @Test func aWindowOfAnotherSizeIsPaintedAnew() throws {
      let pty = try Pty("play", "--at", "2.6")
      try pty.waitForPicture()
      for (columns, rows) in [(100, 30), (60, 15), (80, 24)] {
        let size = "\(columns)x\(rows)"
        let frame = try marbled("render", "--format", "frame", "--at", "2.6", "--size", size)
        pty.resize(columns: columns, rows: rows)
        try pty.wait(for: "the frame at \(size)") { $0.lines == frame.lines }
      }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }
  }
}
