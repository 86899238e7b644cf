import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct SignalTests {
    @Test(arguments: [nil, SIGTSTP])
    func itStopsAndGoesOnInAShell(signal: Int32?) throws {
      let frame = try marbled("render", "--format", "frame", "--at", "2.6")
      // A shell with job control: the kernel does not stop the orphaned group that a lone program would be.
      let script = #"set -m; "$0" play --at 2.6; echo "stopped: $?"; read line; fg; echo "ended: $?""#
      let pty = try Pty(program: "/bin/sh", ["-c", script, Binary.path()], answers: false)
      try pty.wait(for: "the frame") { $0.lines == frame.lines }
      if let signal { pty.send(signal) } else { pty.type("\u{1A}") }
      try pty.wait(for: "the shell") { $0.lines.contains("stopped: \(128 + SIGTSTP)") && $0.modes == [25] }
      #expect(pty.settingsAreRestored)
      #expect(pty.screen.attributes == ScreenEmulator.Attributes())
      let stopped = String(decoding: pty.bytes, as: UTF8.self)
      let restoration = String(decoding: Restoration.bytes, as: UTF8.self)
      #expect(stopped.components(separatedBy: restoration).count == 2)
      // What the shell says comes right after.
      #expect(stopped.components(separatedBy: restoration).last?.wholeMatch(of: /[^\u{1B}]*stopped: \d+\r\n/) != nil)
      pty.type("\n")
      try pty.wait(for: "the frame again") { $0.lines == frame.lines }
      #expect(!pty.settingsAreRestored)
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.contains("ended: 0"))
      // Once: who comes back twice flickers, and loses what was typed in between.
      let shown = String(decoding: pty.bytes, as: UTF8.self)
      #expect(shown.components(separatedBy: restoration).count == 3)
      #expect(pty.settingsAreRestored && pty.screen.modes == [25])
    }

    @Test func afterAStopFromOutsideItPaintsEverythingAgain() throws {
      let frame = try marbled("render", "--format", "frame", "--at", "2.6")
      let pty = try Pty("play", "--at", "2.6", answers: false)
      try pty.wait(for: "the frame") { $0.lines == frame.lines }
      pty.child.stop()
      let clears = pty.screen.clears
      pty.child.send(SIGCONT)
      try pty.wait(for: "the frame again") { $0.clears > clears && $0.lines == frame.lines }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored)
    }

    @Test(arguments: [[], ["--at", "1"], ["--speed", "100"]])
    func aTerminalThatIsGoneEndsIt(arguments: [String]) throws {
      let pty = try Pty(program: Binary.path(), ["play"] + arguments, answers: false)
      try pty.waitForPicture()
      pty.hangUp()
      // By the signal, or because there is nothing more to read: whichever it sees first.
      #expect([.signalled(SIGHUP), .exited(0)].contains(try pty.waitForEnd().ending))
    }
  }
}
