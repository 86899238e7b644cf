import TestSupport
import Testing

extension EndToEnd {
  @Suite struct RainTests {
    @Test(arguments: ["matrix", "matrix-sample"])
    func playShowsTheRainThatRenderPrints(scene: String) throws {
      let frame = try marbled("render", scene, "--format", "frame", "--at", "2", "--seed", "5")
      #expect(frame.ending == .exited(0))
      let pty = try Pty("play", scene, "--at", "2", "--seed", "5")
      try pty.wait(for: "the frame of `render`") { $0.lines == frame.lines }
      #expect(pty.screen.unknown.isEmpty)
      #expect(frame.lines != (try marbled("render", scene, "--format", "frame", "--at", "2", "--seed", "6")).lines)
    }

    @Test("rain falls, and falls on after a pause")
    func rainFalls() throws {
      let pty = try Pty("play", "matrix")
      func waitForOtherRain(than lines: [String]) throws { try pty.wait(for: "other rain") { $0.lines != lines } }
      try pty.wait(for: "rain") { $0.lines.contains { $0.count > 20 } }
      try waitForOtherRain(than: pty.screen.lines)
      for key in [" ", " "] { pty.type(key) }
      try waitForOtherRain(than: pty.screen.lines)
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored)
    }

    @Test("items of a scene are printed")
    func itemsAreTold() throws {
      for arguments in [["render", "--format", "text", "stops"], ["play", "--plain", "stops"]] {
        let outcome = try run(Binary.path(), arguments)
        #expect(
          outcome.output == """
            4 items, each connected to the next: My Location; Invalidenpark: bus 120; Berlin Hauptbahnhof: take the lift \
            to the upper level, then the S7 towards Potsdam; Westend.

            """)
        #expect(outcome.error.isEmpty && outcome.ending == .exited(0))
      }
    }

    @Test("rain is described")
    func rainIsTold() throws {
      for arguments in [["render", "--format", "text", "matrix"], ["play", "--plain", "matrix"]] {
        let outcome = try run(Binary.path(), arguments)
        #expect(outcome.lines.count == 1)
        #expect(outcome.output.hasPrefix("Green kana and digits rain down in columns"))
        #expect(outcome.error.isEmpty && outcome.ending == .exited(0))
      }
    }
  }
}
