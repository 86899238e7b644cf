import TestSupport
import Testing

@testable import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Both ends of a new pseudo terminal.
private final class PTY {
  let master: Int32
  let slave: Int32

  init() throws {
    // posix_openpt is not in the module map of Glibc.
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    (self.master, self.slave) = (master, slave)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// The terminal's settings, byte for byte.
  var settings: [UInt8] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  /// What has been written to the terminal.
  func output() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    guard Wait.forReading([master], nanoseconds: 0) == [master] else { return [] }
    let count = read(master, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }
}

@Suite(.serialized) struct SessionTests {
  @Test func theModesAreThese() {
    func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛") }
    #expect(shown(Modes.enterBytes()) == "␛[?1049h␛[?25l")
    #expect(shown(Modes.enterBytes(mouse: true)) == "␛[?1049h␛[?25l␛[?1003h␛[?1006h")
    #expect(shown(Modes.leaveBytes()) == "␛[m␛[?1003l␛[?1006l␛[?2026l␛[?25h␛[?1049l")
  }

  @Test func leaveGivesTheTerminalBackAsItWas() throws {
    let pty = try PTY()
    let before = pty.settings
    let session = TerminalSession(input: pty.slave, output: pty.slave)
    var screen = ScreenEmulator(columns: 10, rows: 2)
    screen.feed(Array("shell$".utf8))

    #expect(session.enter(mouse: true))
    #expect(pty.settings != before)
    session.write(Array("ours\u{1B}[?2026h\u{1B}[1m".utf8))
    screen.feed(pty.output())
    #expect(screen.lines == ["      ours", ""])
    #expect(screen.modes == [1049, 1003, 1006, 2026])

    session.leave()
    #expect(pty.settings == before)
    screen.feed(pty.output())
    #expect(screen.lines == ["shell$", ""])
    #expect(screen.modes == [25] && screen.attributes == ScreenEmulator.Attributes())
    session.leave()
    #expect(pty.output().isEmpty)
  }

  @Test func aSignalHandlerGivesItBackToo() throws {
    let pty = try PTY()
    let before = pty.settings
    let session = TerminalSession(input: pty.slave, output: pty.slave)
    session.enter()
    _ = pty.output()
    TerminalSession.leaveFromSignalHandler()
    #expect(pty.settings == before)
    #expect(pty.output() == Modes.leaveBytes())
    TerminalSession.leaveFromSignalHandler()
    #expect(pty.output().isEmpty)
  }

  @Test func aSessionThatIsDroppedLeaves() throws {
    let pty = try PTY()
    let before = pty.settings
    do { TerminalSession(input: pty.slave, output: pty.slave).enter() }
    #expect(pty.settings == before)
  }

  @Test func keysArriveRaw() throws {
    let pty = try PTY()
    let session = TerminalSession(input: pty.slave, output: pty.slave)
    session.enter()
    let typed: [UInt8] = [0x03, 0x1A, 0x1C, 0x0D, 0x1B, 0x5B, 0x41]
    write(pty.master, typed, typed.count)
    #expect(Wait.forReading([session.input], nanoseconds: 5_000_000_000) == [session.input])
    #expect(session.read() == typed)
  }

  @Test func theSizeIsTheTerminalsOr80By24() throws {
    let pty = try PTY()
    let session = TerminalSession(input: pty.slave, output: pty.slave)
    #expect(session.size() == Size(columns: 80, rows: 24))
    var window = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(pty.master, UInt(TIOCSWINSZ), &window)
    #expect(session.size() == Size(columns: 100, rows: 30))
  }

  @Test func whatIsNoTerminalOrIsGoneIsToldApart() throws {
    let pipe = try #require(NonBlockingPipe())
    let session = TerminalSession(input: pipe.reader, output: pipe.writer)
    #expect(!session.enter())
    #expect(session.size() == Size(columns: 80, rows: 24))
    #expect(session.write(Array("x".utf8)))
    #expect(session.read() == Array("x".utf8))
    #expect(session.read() == [])
    close(pipe.writer)
    #expect(session.read() == nil)
    #expect(!session.write([1]))
    close(pipe.reader)
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
    #expect(Wait.forReading([signals.descriptor], nanoseconds: 5_000_000_000) == [signals.descriptor])
    #expect(signals.read() == [SIGWINCH, SIGTERM])
  }

  @Test func waitingEndsByWakeOrByTime() throws {
    let (first, second) = (try #require(WakePipe()), try #require(WakePipe()))
    let both = [first.descriptor, -1, second.descriptor]
    #expect(Wait.forReading(both, nanoseconds: 1_500_000).isEmpty)
    for _ in 0..<100_000 { second.wake() }
    #expect(Wait.forReading(both, nanoseconds: nil) == [second.descriptor])
    second.drain()
    #expect(Wait.forReading(both, nanoseconds: 0).isEmpty)
  }
}
