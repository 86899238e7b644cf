import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// A picture of 10 by 2 cells.
private func picture(_ text: String, columns: Int = 10, rows: Int = 2) -> Canvas {
  var canvas = Canvas(size: Size(columns: columns, rows: rows))
  canvas.put(text, column: 0, row: 0)
  return canvas
}

private let allModes = TerminalModes(
  alternateScreen: true, mouse: .all, bracketedPaste: true, focusEvents: true, title: "title")

/// Shows frames until the terminal takes no more; the number of the frame that is stuck.
private func fill(_ session: TerminalSession, _ pty: PTY) -> Int {
  for number in 0..<10_000 {
    let text = String(repeating: "frame \(number) ", count: 60)
    if session.show(Frame(picture(text, columns: 600))) == .busy { return number }
  }
  return -1
}

/// One test at a time, as there is one ``SignalPipe`` that takes signals.
@Suite(.serialized) struct Sessions {}

extension Sessions {
  @Suite struct SessionTests {
    // What was typed while it was away is dropped when it comes back, also when ``Wait`` has just seen it: nothing may wait
    // for the next key then, as nothing else would be done until it comes.
    @Test func readingNeverWaits() throws {
      let pty = try PTY()
      let session = pty.session(Capabilities())
      #expect(session.enter())
      #expect(session.read() == [])
      #expect(session.leave() && session.enter())
      #expect(session.read() == [])
      pty.hangUp()
      #expect(session.read() == nil)
    }

    // A key that is typed at once after SIGCONT is for the program, not for the shell.
    @Test func whatIsTypedAfterAStopIsRead() throws {
      let pty = try PTY()
      let session = pty.session(Capabilities())
      #expect(session.enter())
      pty.type(UInt8(ascii: "q"))
      #expect(session.retake())
      #expect(session.read() == Array("q".utf8))
      pty.type(UInt8(ascii: "q"))
      #expect(session.leave() && session.enter())
      #expect(session.read() == [])
    }

    @Test func leaveGivesTheTerminalBackAsItWas() throws {
      let pty = try PTY()
      let before = pty.settings
      let session = pty.session(Capabilities(synchronizedOutput: true))
      var screen = ScreenEmulator(columns: 10, rows: 2)
      screen.feed(Array("\u{1B}]2;shell\u{7}shell$".utf8))

      #expect(session.enter())
      #expect(pty.settings != before && pty.blocks)
      #expect(session.show(Frame(picture("ours"), modes: allModes)) == .shown)
      screen.feed(pty.output())
      #expect(screen.lines == ["ours", ""] && screen.title == "title")
      #expect(screen.modes == [1049, 1003, 1006, 1004, 2004])

      #expect(session.leave())
      #expect(pty.settings == before && pty.blocks)
      let restoration = pty.output()
      #expect(
        restoration.shown
          == "␛[m␛[?1002l␛[?1003l␛[?1006l␛[?2026l␛[?1004l␛[?2004l␛[23;2t␛[?25h␛[?1049l")
      screen.feed(restoration)
      #expect(screen.lines == ["shell$", ""] && screen.title == "shell")
      #expect(screen.modes == [25] && screen.attributes == ScreenEmulator.Attributes())
      #expect(session.leave())
      #expect(pty.output().isEmpty)
    }

    @Test func anErrorThatIsThrownPassesThroughLeave() throws {
      struct Oops: Error {}
      let pty = try PTY()
      let before = pty.settings
      func play() throws {
        let session = pty.session()
        session.enter()
        defer { session.leave() }
        session.show(Frame(picture("ours")))
        throw Oops()
      }
      #expect(throws: Oops.self) { try play() }
      #expect(pty.settings == before)
      #expect(pty.output().shown.hasSuffix("ours␛[m␛[?2004l␛[?25h␛[?1049l"))
    }

    @Test func aSessionThatIsDroppedLeaves() throws {
      let pty = try PTY()
      let before = pty.settings
      do {
        let session = pty.session()
        session.enter()
        session.show(Frame(picture("ours")))
      }
      #expect(pty.settings == before)
      #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l"))
    }

    @Test func aCrashGivesAllTerminalsBack() async {
      // A child process, because all terminals of the process are restored.
      await #expect(processExitsWith: .success) {
        let ptys = [try PTY(), try PTY(), try PTY()]
        let before = ptys.map(\.settings)
        let sessions = ptys.map { $0.session() }
        for session in sessions {
          session.enter()
          session.show(Frame(picture("ours"), modes: allModes))
        }
        sessions[1].leave()
        for pty in ptys { _ = pty.output() }
        Restoration.restoreAllFromSignalHandler()
        #expect(ptys.map(\.settings) == before)
        for (index, pty) in ptys.enumerated() {
          let expected = index == 1 ? "" : "␛[m␛[?1002l␛[?1003l␛[?1006l␛[?1004l␛[?2004l␛[23;2t␛[?25h␛[?1049l"
          #expect(pty.output().shown == expected)
        }
        Restoration.restoreAllFromSignalHandler()
        #expect(ptys.allSatisfy { $0.output().isEmpty })
      }
    }

    @Test func whatACrashHasTakenIsNotFreed() async {
      await #expect(processExitsWith: .success) {
        let pty = try PTY()
        func register() throws -> Restoration.Registration {
          let settings = try #require(TerminalSettings(input: pty.slave, output: pty.slave))
          return Restoration.register(settings, NonBlockingOutput(pty.slave), bytes: Array("back".utf8))
        }
        let (left, crashed) = (try register(), try register())
        #expect(left.cancel())
        Restoration.restoreAllFromSignalHandler()
        #expect(!crashed.cancel())
        #expect(pty.output().shown == "back")
      }
    }

    /// One thread crashes while another one leaves: the handler still writes to the terminal.
    @Test func leavingAfterACrashKeepsTheTerminalOpen() async {
      await #expect(processExitsWith: .success) {
        let pty = try PTY()
        let session = pty.session()
        session.enter()
        let output = session.output
        Restoration.restoreAllFromSignalHandler()
        session.leave()
        #expect(fcntl(output, F_GETFD) >= 0)
      }
    }

    @Test func keysAndFramesMayBeOnDifferentTerminals() throws {
      let (keys, frames) = (try PTY(), try PTY())
      let before = [keys.settings, frames.settings]
      let session = TerminalSession(input: keys.slave, output: frames.slave)
      #expect(session.enter())
      var canvas = picture("ab")
      canvas.put("c", column: 2, row: 1)
      session.show(Frame(canvas))
      // The line feed is one, and no new line.
      #expect(frames.output().shown.hasSuffix("ab␊c"))
      #expect(keys.output().isEmpty)
      session.leave()
      #expect([keys.settings, frames.settings] == before)
    }

    @Test func keysArriveRaw() throws {
      let pty = try PTY()
      let session = pty.session()
      session.enter()
      let typed: [UInt8] = [0x03, 0x1A, 0x1C, 0x0D, 0x1B, 0x5B, 0x41]
      write(pty.master, typed, typed.count)
      #expect(Wait.until(readable: [session.input], nanoseconds: nil).readable == [session.input])
      #expect(session.read() == typed)
    }

    @Test func theSizeIsTheTerminalsOr80By24() throws {
      let pty = try PTY()
      let session = pty.session()
      #expect(session.size() == Size(columns: 80, rows: 24))
      var window = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(pty.master, UInt(TIOCSWINSZ), &window)
      #expect(session.size() == Size(columns: 100, rows: 30))
    }

    @Test func whatIsNoTerminalIsNotEntered() throws {
      let pipe = try #require(NonBlockingPipe())
      let session = TerminalSession(input: pipe.reader, output: pipe.writer)
      #expect(!session.enter())
      #expect(session.size() == Size(columns: 80, rows: 24))
      #expect(session.read() == [])
      close(pipe.writer)
      // A program that another test is just starting may still have this end, too.
      #expect(Wait.until(readable: [pipe.reader], nanoseconds: nil).readable == [pipe.reader])
      #expect(session.read() == nil)
      close(pipe.reader)
    }

    @Test func aTerminalThatHangsUpIsGone() throws {
      let pty = try PTY()
      let session = pty.session()
      session.enter()
      #expect(session.show(Frame(picture("ours"))) == .shown)
      pty.hangUp()
      // A program that another test is just starting may still have the other end.
      #expect(Wait.until(readable: [session.input], nanoseconds: nil).readable == [session.input])
      #expect(session.show(Frame(picture("more"))) == .gone)
      #expect(session.read() == nil)
      #expect(!session.enter() || !session.leave())
    }

    @Test func signalsBecomeSomethingToRead() throws {
      let signals = try #require(SignalPipe())
      #expect(SignalPipe() == nil)
      #expect(signals.read().isEmpty)
      // The threads that run tests have signals blocked.
      var (none, blocked) = (sigset_t(), sigset_t())
      pthread_sigmask(SIG_SETMASK, &none, &blocked)
      raise(SIGWINCH)
      raise(SIGTERM)
      pthread_sigmask(SIG_SETMASK, &blocked, nil)
      #expect(!Wait.until(readable: [signals.descriptor], nanoseconds: nil).isEmpty)
      #expect(signals.read() == [SIGWINCH, SIGTERM])
    }

  }

  /// A reader that stops, and one that reads slowly.
  @Suite struct SlowTerminalTests {
    @Test func framesAreLeftOutAndTheLastIsRight() throws {
      let pty = try PTY()
      let session = pty.session()
      session.enter()
      let stuck = fill(session, pty)
      try #require(stuck > 0)
      #expect(session.isBusy)
      // None of these is queued.
      for number in 0..<1000 { #expect(session.show(Frame(picture("skipped \(number)", columns: 600))) == .busy) }
      var screen = ScreenEmulator(columns: 600, rows: 2)
      while session.isBusy {
        screen.feed(pty.output())
        session.resume()
      }
      screen.feed(pty.output())
      #expect(screen.lines[0].hasPrefix("frame \(stuck) frame \(stuck)"))
      #expect(session.show(Frame(picture("the last", columns: 600))) == .shown)
      screen.feed(pty.output())
      #expect(screen.lines == ["the last", ""] && screen.isAtRest && screen.unknown.isEmpty)
    }

    @Test func questionsWaitForTheEndOfAFrame() throws {
      let pty = try PTY()
      let session = pty.session()
      session.enter()
      try #require(fill(session, pty) > 0)
      #expect(session.send(Array("\u{1B}[c".utf8)) == .busy)
      var screen = ScreenEmulator(columns: 600, rows: 2)
      while session.isBusy {
        screen.feed(pty.output())
        session.resume()
      }
      screen.feed(pty.output())
      #expect(screen.takeReplies() == Array("\u{1B}[?62;22c".utf8) && screen.unknown.isEmpty && screen.isAtRest)
    }

    /// Byte by byte, from a terminal that takes eleven at a time, the picture is the same.
    @Test func partialWritesLoseNothing() throws {
      let pipe = try #require(NonBlockingPipe())
      defer { pipe.close() }
      #if canImport(Glibc)
        _ = fcntl(pipe.writer, 1031, 4096)  // F_SETPIPE_SZ: one page.
      #endif
      var writer = NonBlockingWriter(pipe.writer)
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      var progress = writer.write(bytes)
      #expect(progress == .waiting)
      var got: [UInt8] = []
      while progress == .waiting {
        got += pipe.read()
        progress = writer.resume()
      }
      got += pipe.read()
      #expect(progress == .done && got == bytes)
    }

    @Test func leavingAStoppedTerminalMakesRoomForTheWayBack() throws {
      let (pty, clock) = (try PTY(), VirtualClock().clock)
      let before = pty.settings
      let session = pty.session(clock: clock)
      session.enter()
      try #require(fill(session, pty) > 0)
      let start = clock.now()
      // It is restored, but a terminal that does not read shows nothing more.
      #expect(!session.leave())
      #expect(clock.elapsed(since: start) == TerminalSession.timeout / 2)
      #expect(pty.settings == before)
      #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l"))
    }

    @Test func aCrashMakesRoomForTheWayBack() async {
      await #expect(processExitsWith: .success) {
        let pty = try PTY()
        let before = pty.settings
        let session = pty.session()
        session.enter()
        try #require(fill(session, pty) > 0)
        Restoration.restoreAllFromSignalHandler()
        #expect(pty.settings == before)
        #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l"))
      }
    }

    /// A thread that crashes does not stop the one that draws.
    @Test func framesAfterACrashAreNotShown() async {
      await #expect(processExitsWith: .success) {
        let pty = try PTY()
        let session = pty.session()
        session.enter()
        session.show(Frame(picture("ours")))
        Restoration.restoreAllFromSignalHandler()
        #expect(session.show(Frame(picture("more"))) == .shown)
        session.leave()
        #expect(pty.output().shown.hasSuffix("ours␛[m␛[?2004l␛[?25h␛[?1049l"))
      }
    }

    @Test func leavingATerminalThatTakesNothingEnds() throws {
      let (pty, clock) = (try PTY(), VirtualClock().clock)
      let session = pty.session(clock: clock)
      session.enter()
      session.show(Frame(picture("ours")))
      tcflow(pty.slave, TCOOFF)
      let start = clock.now()
      #expect(session.show(Frame(picture("more"))) == .busy)
      #expect(!session.leave())
      #expect(clock.elapsed(since: start) == TerminalSession.timeout)
      tcflow(pty.slave, TCOON)
    }

    /// The shell's own screen is back, and what it writes next is not in the colours of a text that was cut.
    @Test func printingGivesUpOnAStoppedTerminal() throws {
      let (pty, clock) = (try PTY(), VirtualClock().clock)
      let session = pty.session(clock: clock)
      session.enter()
      session.show(Frame(picture("ours")))
      #expect(session.leave())
      let start = clock.now()
      session.print(String(repeating: "\u{1B}[31mred\n", count: 20_000))
      #expect(clock.elapsed(since: start) == TerminalSession.timeout)
      #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l␍␊␛[J"))
    }

    /// A long text reaches a slow reader whole, though that takes longer than anybody waits for one that has stopped.
    @Test func aSlowReaderGetsAllThatIsPrinted() throws {
      let pty = try PTY()
      let text = (0..<8000).map { "line \($0)" }.joined(separator: " ")
      let got = Mutex<[UInt8]>([])
      let time = Atomic<Int64>(0)
      let pause = TerminalSession.timeout * 9 / 10
      // The wait lets the reader read once, after most of the time limit without progress.
      let clock = MonotonicClock(now: { time.load(ordering: .relaxed) }) { _, writable, _ in
        time.add(pause, ordering: .relaxed)
        got.withLock { $0 += pty.output() }
        return Wait.Ready(writable: writable)
      }
      pty.session(clock: clock).print(text)
      #expect(got.withLock { $0 } + pty.output() == Array(text.utf8))
      #expect(time.load(ordering: .relaxed) > 2 * TerminalSession.timeout)
    }
  }
}
