import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program on a pseudo terminal of its own: what it writes, when, and what that makes of a screen.
///
/// A thread reads without delay, so that the times are the program's; all else is used from the test's thread.
package final class Pty {
  /// What one `read` returned, and when, in monotonic seconds.
  package struct Chunk: Sendable {
    package var time: Double
    package var bytes: [UInt8]

    package init(time: Double, bytes: [UInt8]) {
      self.time = time
      self.bytes = bytes
    }
  }

  private struct State: Sendable {
    var chunks: [Chunk] = []
    var screen: ScreenEmulator
    var isDrained = false
    var isStopping = false
    var reading = Reading.atOnce
    var answers: Bool
  }

  /// How the terminal reads what the program writes.
  package enum Reading: Sendable {
    case atOnce
    /// Not at all, as after Ctrl-S.
    case stopped
    /// So many bytes a second: a line of a tenth as many baud.
    case bytesPerSecond(Int)
  }

  /// Written behind all that a program wrote; no byte of UTF-8.
  private static let endMark: UInt8 = 0xFF

  /// Shared with the thread that reads.
  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  package let child: Child
  /// Its name in the file system, for programs that draw on it though they belong to another.
  package let path: String
  /// When the program was started.
  package let start: Double
  private let master: Int32
  /// Kept open, so that the terminal outlives the program and its settings can be compared.
  private let slave: Int32
  private let shared: Shared
  private let reader: Thread
  private let readerEnded = DispatchSemaphore(value: 0)
  private var isClosed = false
  private let settingsBefore: [UInt8]

  /// Starts `marbled` on a terminal.
  package convenience init(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    answers: Bool = false, knowsSize: Bool = true
  ) throws {
    try self.init(
      program: Binary.path(), arguments, columns: columns, rows: rows, environment: environment, answers: answers,
      knowsSize: knowsSize)
  }

  /// Starts a program on a terminal, which answers questions or does not.
  package init(
    program: String, _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    answers: Bool = false, knowsSize: Bool = true
  ) throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    // One that does not know its size says 0 by 0, as a serial line does.
    var window = winsize(
      ws_row: knowsSize ? UInt16(rows) : 0, ws_col: knowsSize ? UInt16(columns) : 0, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.master, &ends.slave, &name, nil, &window) == 0 else { throw Problem("no pseudo terminal left") }
    let (master, slave) = ends
    (self.master, self.slave) = ends
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    settingsBefore = Self.settings(of: slave)
    let shared = Shared(State(screen: ScreenEmulator(columns: columns, rows: rows), answers: answers))
    self.shared = shared
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let ended = readerEnded
    self.path = path
    reader = Thread {
      Self.read(master, into: shared)
      ended.signal()
    }
    start = monotonicSeconds()
    child = try Child(
      program, arguments, environment: Binary.environment.merging(environment) { $1 },
      input: .terminal(path), output: .terminal(path), error: .terminal(path))
    reader.qualityOfService = .userInteractive
    reader.start()
  }

  deinit {
    hangUp()
    close(slave)
  }

  private static func read(_ master: Int32, into shared: Shared) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !shared.state.withLock({ $0.isStopping }) {
      var count = buffer.count
      switch shared.state.withLock({ $0.reading }) {
      case .atOnce: break
      case .stopped:
        usleep(2000)
        continue
      case .bytesPerSecond(let rate):
        usleep(20_000)
        count = max(1, rate / 50)
      }
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 10) > 0 else { continue }
      #if canImport(Glibc)
        count = Glibc.read(master, &buffer, count)
      #else
        count = Darwin.read(master, &buffer, count)
      #endif
      let time = monotonicSeconds()
      guard count > 0 else { return }
      let isLast = buffer[count - 1] == endMark
      let bytes = Array(buffer[..<(isLast ? count - 1 : count)])
      let replies = shared.state.withLock { state in
        state.chunks.append(Chunk(time: time, bytes: bytes))
        state.screen.feed(bytes)
        state.isDrained = isLast
        let replies = state.screen.takeReplies()
        return state.answers ? replies : []
      }
      if !replies.isEmpty { write(master, replies, replies.count) }
    }
  }

  // MARK: What it shows

  /// The screen now.
  package var screen: ScreenEmulator { shared.state.withLock { $0.screen } }

  /// All that was written so far.
  package var chunks: [Chunk] { shared.state.withLock { $0.chunks } }

  /// All bytes that were written so far.
  package var bytes: [UInt8] { chunks.flatMap(\.bytes) }

  /// The scene time that the status line shows; nil when there is none.
  package var shownTime: Double? { StatusLine(screen)?.time }

  /// Whether the terminal's settings are, byte for byte, those that the program found.
  package var settingsAreRestored: Bool { Self.settings(of: slave) == settingsBefore }

  /// How many bytes wait in the terminal for whoever reads next: the shell, once the program has ended.
  package var unreadInput: Int {
    var count: Int32 = 0
    // As a shell's editor of lines reads it: byte by byte.
    var raw = termios()
    tcgetattr(slave, &raw)
    let saved = raw
    cfmakeraw(&raw)
    tcsetattr(slave, TCSANOW, &raw)
    _ = ioctl(slave, UInt(FIONREAD), &count)
    raw = saved
    tcsetattr(slave, TCSANOW, &raw)
    return Int(count)
  }

  private static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  // MARK: What is done to it

  /// Types.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    write(master, bytes, bytes.count)
  }

  /// Changes how the terminal reads.
  package func read(_ reading: Reading) { shared.state.withLock { $0.reading = reading } }

  /// Sends a signal to the foreground: the program, or the job of a shell.
  package func send(_ signal: Int32) { kill(-tcgetpgrp(master), signal) }

  /// Gives the window another size, and says so.
  package func resize(columns: Int, rows: Int) {
    // The kernel sends SIGWINCH to the foreground when the size changes.
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    shared.state.withLock { state in
      _ = ioctl(master, UInt(TIOCSWINSZ), &window)
      state.screen.resize(columns: columns, rows: rows)
    }
  }

  /// Closes the terminal's own end, as a window that is closed does.
  package func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    shared.state.withLock { $0.isStopping = true }
    readerEnded.wait()
    close(master)
  }

  // MARK: Waiting

  /// Waits until `condition` is true of the screen.
  package func wait(
    for what: String, within seconds: Double = 10, _ condition: (ScreenEmulator) -> Bool
  ) throws {
    let deadline = monotonicSeconds() + seconds
    while true {
      let screen = screen
      if condition(screen) { return }
      guard monotonicSeconds() < deadline else {
        let lines = screen.lines.joined(separator: "\n")
        throw Problem("waited \(seconds) s in vain for \(what); the program \(state); the screen:\n\(lines)")
      }
      usleep(2000)
    }
  }

  /// Waits until the program shows a picture.
  package func waitForPicture() throws { try wait(for: "a picture") { StatusLine($0) != nil } }

  /// Waits until the program has ended, whatever it wrote.
  package func waitForExit(within seconds: Double) throws -> Ending {
    try wait(for: "the end of the program", within: seconds) { _ in child.poll() != nil }
    return child.poll()!
  }

  /// Waits until the program has ended and all that it wrote was read.
  package func waitForEnd(within seconds: Double = 10) throws -> (ending: Ending, time: Double) {
    try wait(for: "the end of the program", within: seconds) { _ in child.poll() != nil }
    let time = monotonicSeconds()
    if !isClosed {
      // The system hands bytes on when it gets round to it, but in their order.
      var mark = Self.endMark
      write(slave, &mark, 1)
      try wait(for: "the last bytes") { _ in shared.state.withLock { $0.isDrained } }
    }
    return (child.poll()!, time)
  }

  /// The bytes that are written while `seconds` pass.
  package func bytesWritten(during seconds: Double) throws -> [UInt8] {
    let before = bytes.count
    let deadline = monotonicSeconds() + seconds
    try wait(for: "time to pass", within: seconds + 10) { _ in monotonicSeconds() >= deadline }
    return Array(bytes.dropFirst(before))
  }

  private var state: String { child.poll().map(\.description) ?? "is running" }
}

/// What the first line of a picture says: ` ▶ sample … ×1   2.6 of 8.0 s`.
package struct StatusLine: Hashable {
  /// `▶`, `‖` or `■`.
  package var state: Character
  package var speed: String
  package var time: Double
  package var isLooping: Bool

  package init?(_ screen: ScreenEmulator) {
    let line = screen.lines[0]
    guard screen.modes.contains(1049),
      let match = line.firstMatch(of: /^ (.) .*?(↻ )?×([0-9.]+) +([0-9.]+) of [0-9.]+ s$/),
      let state = match.1.first, let time = Double(match.4)
    else { return nil }
    (self.state, speed, self.time, isLooping) = (state, String(match.3), time, match.2 != nil)
  }
}
